//===--- ConsumedReads.cpp - What becomes of what was read ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/ConsumedReads.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/KernelIR/State.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/Uniformity/Uniformity.h"

using namespace clang;

namespace warplint::dependence {

std::vector<const Term *> usedTerms(const KernelFacts &Facts,
                                    const Event *Update) {
  std::vector<const Term *> Used;
  for (const Node *N : Facts.cfg().order()) {
    Used.push_back(N->Branch);
    for (const Event &E : N->Events)
      Used.insert(Used.end(),
                  {E.Under, E.Address, &E == Update ? nullptr : E.Value, E.Mask,
                   E.Select, E.Id, E.Count, E.Completion, E.Width});
  }
  llvm::erase(Used, nullptr);
  return Used;
}

namespace {

/// The values that depend on what one read gave, or may.
class ReadDependence {
public:
  ReadDependence(const Term *Result, const KernelFacts &Facts)
      : Result(Result), Facts(Facts) {}

  bool contains(const Term *T) {
    return T && Known.reaches(T, [&](const Term &Part, TermList &Parts) {
      return isDependent(Part, Parts);
    });
  }

  /// \p E is a minimum or maximum, by \p Kind, of what \p Read reads, and all
  /// that the value decides about it is whether it would change that value.
  bool onlySaves(const Event &E, const Event &Read, AtomicUpdate Kind);

private:
  bool isDependent(const Term &T, TermList &Parts) const;
  void addChoosers(const Term &Phi, TermList &Parts) const;

  const Term *Result;
  const KernelFacts &Facts;
  TermReach Known;
};

} // namespace

/// A successor of \p N is not in \p L.
static bool isLeftFrom(const Loop &L, const Node &N) {
  return !llvm::all_of(N.successors(),
                       [&](const Node *Next) { return L.contains(*Next); });
}

/// The tests that decide what \p Phi is: which path a thread came by, and how
/// often a loop ran.
void ReadDependence::addChoosers(const Term &Phi, TermList &Parts) const {
  auto Add = [&](const Node &Branch) {
    if (Branch.Branch)
      Parts.push_back(Branch.Branch);
  };
  for (const Node *Branch : Facts.uniformity().choosers(&Phi))
    Add(*Branch);
  if (const Loop *L = Facts.loops().headedBy(*cast<PhiTerm>(Phi).node()))
    for (const Node *N : L->Nodes)
      if (llvm::any_of(N->successors(),
                       [&](const Node *Next) { return !L->contains(*Next); }))
        Add(*N);
}

/// What the thread keeps where it is not followed, and what nothing is known
/// of, may be anything.
bool ReadDependence::isDependent(const Term &T, TermList &Parts) const {
  if (&T == Result)
    return true;
  switch (T.kind()) {
  case TermKind::Load:
    if (isThreadOwned(rootOf(cast<LoadTerm>(T).address())))
      return true;
    break;
  case TermKind::Symbol:
    return true;
  case TermKind::Opaque:
    if (T.operands().empty() &&
        !isa_and_nonnull<FloatingLiteral>(cast<OpaqueTerm>(T).site()))
      return true;
    break;
  case TermKind::Result: {
    const Event *By = Facts.values().operationOf(cast<ResultTerm>(T));
    if (!By || !By->Value)
      return true;
    Parts.push_back(By->Value);
    break;
  }
  case TermKind::Phi:
    for (const Incoming &I : Facts.values().incoming(&T)) {
      if (!I.Reaching.Value)
        return true;
      Parts.push_back(I.Reaching.Value);
    }
    addChoosers(T, Parts);
    return false;
  default:
    break;
  }
  Parts.append(T.operands().begin(), T.operands().end());
  return false;
}

/// The conditions on the thread's own place under which it reaches \p E.
static std::vector<ConditionPart> placesFor(const Event &E,
                                            const KernelFacts &Facts) {
  std::vector<ConditionPart> Found;
  llvm::copy_if(Facts.evolution().conditionsAt(*E.At),
                std::back_inserter(Found), [](const ConditionPart &Part) {
                  return !anyPartOf(Part.Says, [](const Term &T) {
                    const auto *Self = dyn_cast<IdentityTerm>(&T);
                    return Self ? Self->identity() == IdentityKind::Opaque
                                : !isa<ConstantTerm, LinearTerm, UnaryTerm,
                                       BinaryTerm, NarrowTerm>(T);
                  });
                });
  return Found;
}

/// Where \p Part holds, the minimum or maximum \p E changes what \p Read gave.
static bool isInOrder(const ConditionPart &Part, const Event &E,
                      const Term *Read) {
  const auto *Op = dyn_cast<BinaryTerm>(Part.Says);
  if (!Op || (Op->opcode() != BO_LT && Op->opcode() != BO_LE))
    return false;
  const Term *Low = withoutNarrowing(Part.Holds ? Op->lhs() : Op->rhs()),
             *High = withoutNarrowing(Part.Holds ? Op->rhs() : Op->lhs());
  if (E.Op->Update == AtomicUpdate::Minimum)
    std::swap(Low, High);
  return Low == Read && sameButForSites(High, withoutNarrowing(E.Value));
}

bool ReadDependence::onlySaves(const Event &E, const Event &Read,
                               AtomicUpdate Kind) {
  if ((Kind != AtomicUpdate::Minimum && Kind != AtomicUpdate::Maximum) ||
      !E.Op || E.Op->Update != Kind || !E.Address ||
      !sameButForSites(E.Address, Read.Address))
    return false;
  // The access behind it has the value.
  if (E.isSync())
    return true;
  return E.Value &&
         llvm::all_of(Facts.paths().allControls(*E.At),
                      [&](const Node *Branch) {
                        return !contains(Branch->Branch) ||
                               Facts.paths().dominates(*Branch, *E.At);
                      }) &&
         llvm::all_of(Facts.evolution().conditionsAt(*E.At),
                      [&](const ConditionPart &Part) {
                        return !contains(Part.Says) ||
                               isInOrder(Part, E, Result);
                      });
}

std::optional<ConsumedReads::Places>
ConsumedReads::find(const Event &Read, AtomicUpdate Other) const {
  const auto *Site = dyn_cast_or_null<Expr>(Read.Site);
  const auto *Result = dyn_cast_or_null<LoadTerm>(
      Site ? Facts.values().valueOf(*Read.Owner, Site) : nullptr);
  if (!Facts.isKernel() || !Result || Result->site() != Site ||
      Result->callContext() != Read.Owner)
    return std::nullopt;
  ReadDependence Of(Result, Facts);
  // What comes behind a loop waits for the value that ends it.
  for (const Node *N : Facts.cfg().order()) {
    const Loop *L = N->Branch ? Facts.loops().innermost(*N, *N) : nullptr;
    if (L && isLeftFrom(*L, *N) && Of.contains(N->Branch))
      return std::nullopt;
  }
  Places Found;
  bool IsFilter = false;
  for (const Event &E : Facts.cfg().events()) {
    if (!Facts.get<Reachability>().leadsTo(Read, E))
      continue;
    bool IsOpen = E.isUnknown() || (E.writes() && !E.Value);
    bool Consumes = IsOpen || Of.contains(E.Under);
    for (const Term *T : {E.Address, E.Value, E.Mask, E.Select, E.Id, E.Count,
                          E.Completion, E.Width})
      Consumes = Consumes || Of.contains(T);
    bool IsWanted = !Consumes && Of.onlySaves(E, Read, Other);
    if (!Consumes && (!E.isRead() || IsWanted))
      Consumes = llvm::any_of(
          Facts.paths().allControls(*E.At),
          [&](const Node *Branch) { return Of.contains(Branch->Branch); });
    IsFilter |= Consumes && IsWanted;
    if (!Consumes || IsWanted)
      continue;
    auto Place = placesFor(E, Facts);
    if (Place.empty())
      return std::nullopt;
    Found.push_back(std::move(Place));
  }
  // Code in which no thread uses what it reads is not finished.
  if (Found.empty() && !IsFilter)
    return std::nullopt;
  return Found;
}

const std::optional<ConsumedReads::Places> &
ConsumedReads::consumersOf(const Event &Read, AtomicUpdate Other) const {
  auto [Slot, New] = Known.try_emplace({&Read, Other});
  if (New)
    Slot->second = find(Read, Other);
  return Slot->second;
}

} // namespace warplint::dependence
