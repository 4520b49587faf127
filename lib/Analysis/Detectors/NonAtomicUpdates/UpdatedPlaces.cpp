//===--- UpdatedPlaces.cpp - What updates change --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::updates {

namespace {

class UpdateFinder {
public:
  explicit UpdateFinder(const KernelFacts &Facts) : Facts(Facts) {}
  std::vector<PlaceUpdate> run();

private:
  std::optional<PlaceUpdate> updateBy(const Event &Write) const;
  /// A plain read of \p Place that \p Value is computed from; null if none is.
  const Event *readBehind(const Term *Value, const Term *Place) const;
  const Term *joinedBefore(const Term &Phi, const Node &At) const;
  const Term *onPathTo(const Node &At, const Term *T) const;
  bool bringsNothing(const Term *Value, const Term *Place) const;
  bool isBarred(const Event &Read, const Event &Write) const;
  bool setsWhatAllSet(const Event &Write) const;
  std::vector<const Node *> searchesBefore(const Event &Write,
                                           const Term *Place) const;
  bool endsOtherwise(const Node &Branch, const Event &Write) const;
  bool isSettledBefore(const Event &Read, const Event &Write,
                       const Node &Branch) const;

  const KernelFacts &Facts;
};

} // namespace

static bool isPlainStore(const Event &E) {
  return E.isStore() && E.Address && !E.Op;
}

const Event *UpdateFinder::readBehind(const Term *Value,
                                      const Term *Place) const {
  const Event *Found = nullptr;
  // Where the place is another in each iteration, what comes from the iteration
  // before was not read there.
  auto Changing = joinsIn(Place);
  walkTerms(Value, Facts.values(), [&](const Term &Part) {
    const auto *Phi = dyn_cast<PhiTerm>(&Part);
    if (Phi && Changing.contains(Phi->node()))
      return Walk::Skip;
    const auto *Load = dyn_cast<LoadTerm>(&Part);
    if (!Load)
      return Walk::Enter;
    // Only a load of the same place counts, not loads that its address is
    // computed from.
    if (!sameButForSites(Load->address(), Place))
      return Walk::Skip;
    for (const Event *Read : Facts.values().readsOf(*Load))
      if (!Read->Op && Read->Address == Load->address())
        Found = Read;
    return Found ? Walk::Stop : Walk::Skip;
  });
  return Found;
}

/// What holds at one place excludes what holds at the other.
static bool contradict(llvm::ArrayRef<ConditionPart> Here,
                       llvm::ArrayRef<ConditionPart> There) {
  return llvm::any_of(Here, [&](const ConditionPart &Test) {
    return llvm::any_of(There, [&](const ConditionPart &Other) {
      return exclude(Test.Says, Test.Holds, Other.Says, Other.Holds);
    });
  });
}

/// The only value with which \p Phi reaches \p At, where the same test lets
/// threads reach both; null if there may be several.
const Term *UpdateFinder::joinedBefore(const Term &Phi, const Node &At) const {
  if (Facts.values().inductions().find(&Phi))
    return nullptr;
  const Node *Join = cast<PhiTerm>(Phi).node();
  auto Here = Facts.evolution().conditionsAt(At);
  const Term *Only = nullptr;
  for (const Incoming &I : Facts.values().incoming(&Phi)) {
    llvm::SmallVector<ConditionPart, 8> There;
    if (I.From) {
      llvm::append_range(There, Facts.evolution().conditionsAt(*I.From));
      llvm::ArrayRef<Node *> Next = I.From->successors();
      if (I.From->Branch && Next.size() == 2 && Next[0] != Next[1])
        llvm::append_range(There, partsOf(I.From->Branch, Next[0] == Join));
    }
    if (contradict(Here, There))
      continue;
    if (Only && Only != I.Reaching.Value)
      return nullptr;
    Only = I.Reaching.Value;
  }
  return Only;
}

const Term *UpdateFinder::onPathTo(const Node &At, const Term *T) const {
  TermRewriter Joined(Facts.terms());
  return Joined.rewrite(T, [&](const Term &Part) -> const Term * {
    return isa<PhiTerm>(Part) ? joinedBefore(Part, At) : nullptr;
  });
}

/// \p Value is made of what was at \p Place, and of nothing in which the
/// threads that meet there differ.
bool UpdateFinder::bringsNothing(const Term *Value, const Term *Place) const {
  return walkTerms(Value, Facts.values(), [&](const Term &Part) {
    const auto *Read = dyn_cast<LoadTerm>(&Part);
    if (Read && sameButForSites(Read->address(), Place))
      return Walk::Skip;
    return isa<LoadTerm, IdentityTerm, ResultTerm>(Part) &&
                   !Facts.uniformity().isUniform(&Part, Scope::Grid)
               ? Walk::Stop
               : Walk::Enter;
  });
}

/// \p Value adds to what was there: each thread that does it counts.
static bool addsTo(const Term &Value) {
  if (const auto *Sum = dyn_cast<LinearTerm>(&Value))
    return Sum->constant() != 0 || Sum->operands().size() > 1;
  auto By = operatorOf(Value);
  return By == BO_Add || By == BO_Sub;
}

/// Bits that every write to the object sets or clears alike.
bool UpdateFinder::setsWhatAllSet(const Event &Write) const {
  auto MaskOf = [](const Event &E) -> const Term * {
    const auto *Op = dyn_cast<BinaryTerm>(E.Value);
    if (!Op || (Op->opcode() != BO_Or && Op->opcode() != BO_And))
      return nullptr;
    const Term *Mask = isa<LoadTerm>(Op->lhs()) ? Op->rhs() : Op->lhs();
    return Mask->isConstant() ? Mask : nullptr;
  };
  const Term *Mask = MaskOf(Write);
  const Term *Root = rootOf(Write.Address);
  return Mask &&
         llvm::all_of(Facts.values().writesTo(Root), [&](const Event *Other) {
           return !isPlainStore(*Other) || rootOf(Other->Address) != Root ||
                  (Other->Value && Other->Value->isLike(*Write.Value) &&
                   MaskOf(*Other) == Mask);
         });
}

/// Whoever does not reach \p Write from \p Branch ends the launch: an
/// assertion states what holds, and asks for nothing.
bool UpdateFinder::endsOtherwise(const Node &Branch, const Event &Write) const {
  const CfgView &Paths = Facts.paths();
  std::optional<unsigned> Successor = Paths.successorTo(Branch, *Write.At);
  llvm::ArrayRef<ViewNode *> Successors = Paths.successors(Branch);
  if (!Successor || Successors.size() != 2)
    return false;
  const Node *At = Successors[1 - *Successor]->Of;
  for (size_t Left = Facts.cfg().nodes().size(); At && Left; --Left) {
    if (At->ending() == Node::Ending::Abort)
      return true;
    llvm::ArrayRef<ViewNode *> Next = Paths.successors(*At);
    At = Next.size() == 1 ? Next[0]->Of : nullptr;
  }
  return false;
}

/// All threads of the block go the same way at \p Branch, by what \p Read
/// found, and wait for each other before \p Write: who then writes was not
/// settled by the test.
bool UpdateFinder::isSettledBefore(const Event &Read, const Event &Write,
                                   const Node &Branch) const {
  return Facts.uniformity().isUniformBranch(Branch, Scope::Block) &&
         isBarred(Read, Write);
}

/// The threads of the block wait for each other on all paths between.
bool UpdateFinder::isBarred(const Event &Read, const Event &Write) const {
  auto IsBarrier = [](const Event &E) { return maySeparate(E, Scope::Block); };
  CfgView::NodeSet Barred;
  for (const Event &E : Facts.cfg().events())
    if (IsBarrier(E)) {
      if (E.At == Read.At && &Read < &E && (E.At != Write.At || &E < &Write))
        return true;
      if (E.At != Write.At || &E < &Write)
        Barred.insert(E.At);
    }
  return !Facts.get<Reachability>().leadsTo(Read, Write, Barred);
}

/// The branches by which loops end before \p Write that have moved \p Place on.
std::vector<const Node *>
UpdateFinder::searchesBefore(const Event &Write, const Term *Place) const {
  std::vector<const Node *> Found;
  walkTerms(Place, [&](const Term &Part) {
    const auto *Phi = dyn_cast<PhiTerm>(&Part);
    const Loop *L = Phi ? Facts.loops().headedBy(*Phi->node()) : nullptr;
    if (!L || L->contains(*Write.At))
      return Walk::Enter;
    for (const Node *N : Facts.cfg().order())
      if (L->contains(*N) && N->Branch && N->successors().size() == 2 &&
          Facts.paths().dominates(*N, *Write.At))
        Found.push_back(N);
    return Walk::Enter;
  });
  return Found;
}

std::optional<PlaceUpdate> UpdateFinder::updateBy(const Event &Write) const {
  auto Space = memorySpaceOf(Write.Address, Facts.values());
  if (!Write.Value || !Space || *Space == MemorySpace::Local ||
      *Space == MemorySpace::Constant)
    return std::nullopt;
  PlaceUpdate Made;
  Made.Write = &Write;
  Made.Space = *Space;
  Made.Place = onPathTo(*Write.At, Write.Address);
  Made.Value = onPathTo(*Write.At, Write.Value);
  Made.Read = readBehind(Made.Value, Made.Place);
  if (Made.Read) {
    const auto *Same = dyn_cast<LoadTerm>(Made.Value);
    bool Keeps = Same && sameButForSites(Same->address(), Made.Place);
    // Threads that all have read before any writes write the same.
    bool IsOne = !addsTo(*Made.Value) && isBarred(*Made.Read, Write) &&
                 bringsNothing(Made.Value, Made.Place);
    return Keeps || IsOne || setsWhatAllSet(Write) ? std::nullopt
                                                   : std::optional(Made);
  }
  // Whoever is last leaves the same.
  Scope Meeting = *Space == MemorySpace::Shared ? Scope::Block : Scope::Grid;
  if (Write.Volatile || Facts.uniformity().isUniform(Write.Value, Meeting))
    return std::nullopt;
  Made.K = PlaceUpdate::Kind::Tested;
  if (Write.Under)
    if ((Made.Read = readBehind(Write.Under, Made.Place)))
      return Made;
  std::vector<const Node *> Over = Facts.paths().allControls(*Write.At);
  llvm::append_range(Over, searchesBefore(Write, Made.Place));
  for (const Node *Branch : Over)
    if (Branch->Branch && !endsOtherwise(*Branch, Write))
      if ((Made.Read = readBehind(Branch->Branch, Made.Place))) {
        if (isSettledBefore(*Made.Read, Write, *Branch))
          return std::nullopt;
        Made.Test = Branch;
        return Made;
      }
  return std::nullopt;
}

std::vector<PlaceUpdate> UpdateFinder::run() {
  std::vector<PlaceUpdate> Found;
  for (const Event &E : Facts.cfg().events())
    if (auto Made = isPlainStore(E) ? updateBy(E) : std::nullopt)
      Found.push_back(*Made);
  return Found;
}

std::vector<PlaceUpdate> updatesIn(const KernelFacts &Facts) {
  return UpdateFinder(Facts).run();
}

} // namespace warplint::updates
