//===--- UpdatedPlaces.cpp - What updates change --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::updates {

namespace {

class UpdateFinder {
public:
  explicit UpdateFinder(const KernelFacts &Facts);
  std::vector<PlaceUpdate> run();

private:
  std::optional<PlaceUpdate> updateBy(const Event &Write) const;
  /// A plain read of \p Place that \p Value is computed from; null if none is.
  const Event *readBehind(const Term *Value, const Term *Place) const;
  bool setsWhatAllSet(const Event &Write) const;
  bool endsOtherwise(const Node &Branch, const Event &Write) const;
  bool isSettledBefore(const Event &Read, const Event &Write,
                       const Node &Branch) const;

  const KernelFacts &Facts;
  /// Plain reads by call and statement; looked up only.
  llvm::DenseMap<std::pair<const CallContext *, const Stmt *>,
                 llvm::SmallVector<const Event *, 1>>
      Reads;
  std::vector<const Event *> Writes;
};

} // namespace

UpdateFinder::UpdateFinder(const KernelFacts &Facts) : Facts(Facts) {
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events) {
      if (E.K != Event::Kind::Access || !E.Address || E.Op)
        continue;
      if (E.Access == AccessKind::Read)
        Reads[{E.Owner, E.Site}].push_back(&E);
      else if (E.Access == AccessKind::Write)
        Writes.push_back(&E);
    }
}

const Event *UpdateFinder::readBehind(const Term *Value,
                                      const Term *Place) const {
  const Event *Found = nullptr;
  // Where the place is another in each iteration, what comes from the iteration
  // before was not read there.
  llvm::SmallPtrSet<const Node *, 4> Changing;
  walkTerms(Place, [&](const Term &Part) {
    if (const auto *Phi = dyn_cast<PhiTerm>(&Part))
      Changing.insert(Phi->node());
    return Walk::Enter;
  });
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
    auto At = Reads.find({Load->callContext(), Load->site()});
    if (At == Reads.end())
      return Walk::Skip;
    for (const Event *Read : At->second)
      if (Read->Address == Load->address())
        Found = Read;
    return Found ? Walk::Stop : Walk::Skip;
  });
  return Found;
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
  return Mask && llvm::all_of(Writes, [&](const Event *Other) {
           return rootOf(Other->Address) != rootOf(Write.Address) ||
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
  if (!Facts.uniformity().isUniformBranch(Branch, Scope::Block))
    return false;
  auto IsBarrier = [](const Event &E) { return maySeparate(E, Scope::Block); };
  CfgView::NodeSet Barred;
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      if (IsBarrier(E)) {
        if (N == Read.At && &Read < &E && (N != Write.At || &E < &Write))
          return true;
        if (N != Write.At || &E < &Write)
          Barred.insert(N);
      }
  return !Facts.get<Reachability>().leadsTo(Read, Write, Barred);
}

std::optional<PlaceUpdate> UpdateFinder::updateBy(const Event &Write) const {
  auto Space = memorySpaceOf(Write.Address, Facts.values());
  if (!Write.Value || !Space || *Space == MemorySpace::Local ||
      *Space == MemorySpace::Constant)
    return std::nullopt;
  PlaceUpdate Made;
  Made.Write = &Write;
  Made.Space = *Space;
  Made.Read = readBehind(Write.Value, Write.Address);
  if (Made.Read) {
    const auto *Same = dyn_cast<LoadTerm>(Write.Value);
    bool Keeps = Same && sameButForSites(Same->address(), Write.Address);
    return Keeps || setsWhatAllSet(Write) ? std::nullopt : std::optional(Made);
  }
  // Whoever is last leaves the same.
  Scope Meeting = *Space == MemorySpace::Shared ? Scope::Block : Scope::Grid;
  if (Write.Volatile || Facts.uniformity().isUniform(Write.Value, Meeting))
    return std::nullopt;
  Made.K = PlaceUpdate::Kind::Tested;
  if (Write.Under)
    if ((Made.Read = readBehind(Write.Under, Write.Address)))
      return Made;
  for (const Node *Branch : Facts.paths().allControls(*Write.At))
    if (Branch->Branch && !endsOtherwise(*Branch, Write))
      if ((Made.Read = readBehind(Branch->Branch, Write.Address))) {
        if (isSettledBefore(*Made.Read, Write, *Branch))
          return std::nullopt;
        Made.Test = Branch;
        return Made;
      }
  return std::nullopt;
}

std::vector<PlaceUpdate> UpdateFinder::run() {
  std::vector<PlaceUpdate> Found;
  for (const Event *Write : Writes)
    if (auto Made = updateBy(*Write))
      Found.push_back(*Made);
  return Found;
}

std::vector<PlaceUpdate> updatesIn(const KernelFacts &Facts) {
  return UpdateFinder(Facts).run();
}

} // namespace warplint::updates
