//===--- PairedBarriers.cpp - Waits on both sides of a branch -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__syncthreads()` in conditional code is only allowed where all threads of
// the block agree on the condition (CUDA Programming Guide, "Synchronization
// Functions"). The hardware has one barrier 0, which counts the warps that
// arrive, wherever they do. Where whole warps part and each side waits as often
// as the other one, the waits pair up.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/Participation/SplitWaits.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncKindRows.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace clang;

namespace warplint::participation {

bool isBarrierZero(const Event &E) {
  return E.isSync(SyncKind::Barrier) && E.Op->Scope == Scope::Block &&
         E.Op->Participants == Participation::AllOfScope && !E.Id &&
         E.Op->IdImmediate.value_or(0) == 0 && !E.Op->Predicated &&
         E.Op->ResultUniformAt == Scope::Thread;
}

namespace {

using EventList = std::vector<const Event *>;
/// The accesses of one side of a branch by how many waits they are behind.
using Phases = std::vector<EventList>;

/// Which threads take which side of a branch, in a block of known extents.
class Sides {
public:
  Sides(const Node &Branch, const KernelFacts &Facts);
  /// What \p L and \p R access, each on its side, has nothing in common.
  bool areApart(const Event &L, const Event &R) const;

private:
  bool differ(const Term *Left, const Term *Right) const;

  ThreadValues Values;
  std::vector<ThreadOfBlock> Of[2]; ///< By the successor; empty if unknown.
};

} // namespace

Sides::Sides(const Node &Branch, const KernelFacts &Facts)
    : Values(Facts.values()) {
  const LaunchExtents &Launch = Facts.terms().launch();
  if (!Launch.blockSize() || !isFixed(Branch.Branch))
    return;
  std::array<int64_t, 3> Block;
  llvm::copy(Launch.Block, Block.begin());
  for (const ThreadOfBlock &Self : threadsOf(Block))
    if (auto Holds = Values.run(Branch.Branch, Self))
      Of[*Holds == 0].push_back(Self);
}

/// No thread of the one side has as \p Left what one of the other side has as
/// \p Right.
bool Sides::differ(const Term *Left, const Term *Right) const {
  if (!isFixed(Left) || !isFixed(Right))
    return false;
  llvm::DenseSet<int64_t> Taken;
  for (const ThreadOfBlock &Self : Of[0]) {
    auto Value = Values.run(Left, Self);
    if (!Value)
      return false;
    Taken.insert(*Value);
  }
  return llvm::all_of(Of[1], [&](const ThreadOfBlock &Self) {
    auto Value = Values.run(Right, Self);
    return Value && !Taken.contains(*Value);
  });
}

/// By members, or by indices that lie within the rows of arrays.
bool Sides::areApart(const Event &L, const Event &R) const {
  for (auto [A, B] : llvm::zip(pathOf(L.Address), pathOf(R.Address))) {
    const auto *Left = dyn_cast<ElementTerm>(A),
               *Right = dyn_cast<ElementTerm>(B);
    if (Left && Right && Left->elementSize() == Right->elementSize()) {
      if (!Of[0].empty() && !Of[1].empty() &&
          differ(Left->index(), Right->index()))
        return true;
      continue;
    }
    const auto *Field = dyn_cast<FieldTerm>(A), *Other = dyn_cast<FieldTerm>(B);
    if (!Field || !Other)
      return false;
    if (Field->field() != Other->field())
      return Field->field()->getParent() == Other->field()->getParent() &&
             !Field->field()->getParent()->isUnion();
  }
  return false;
}

/// On all paths from \p From to \p Join; nothing if they do not wait equally
/// often, or for anything else.
static std::optional<Phases> phasesOf(const Node &From, const Node &Join,
                                      const KernelFacts &Facts) {
  Phases Result(1);
  std::map<unsigned, size_t> Entered; ///< Waits before a node, by Node::id().
  std::optional<size_t> AtEnd;
  llvm::SmallVector<const Node *, 8> Work{&From};
  if (&From == &Join)
    return Result;
  Entered[From.id()] = 0;
  while (!Work.empty()) {
    const Node &N = *Work.pop_back_val();
    size_t Phase = Entered[N.id()];
    for (const Event &E : N.Events) {
      if (E.isUnknown() || (E.isSync() && !isBarrierZero(E) && !E.Op->OwnWork &&
                            rowOf(E.Op->Kind).Waits != WaitsFor::Nothing &&
                            E.Op->Scope > Scope::Warp))
        return std::nullopt;
      Phase += isBarrierZero(E);
      Result.resize(std::max(Result.size(), Phase + 1));
      if (E.isAccess())
        Result[Phase].push_back(&E);
    }
    if (Facts.paths().successors(N).empty())
      return std::nullopt;
    for (const ViewNode *Next : Facts.paths().successors(N)) {
      if (Next->Of == &Join) {
        if (AtEnd.value_or(Phase) != Phase)
          return std::nullopt;
        AtEnd = Phase;
        continue;
      }
      auto [Known, IsNew] = Entered.try_emplace(Next->Of->id(), Phase);
      if (Known->second != Phase)
        return std::nullopt;
      if (IsNew)
        Work.push_back(Next->Of);
    }
  }
  return Result;
}

static bool waitsInPairs(const Node &Branch, const KernelFacts &Facts) {
  const Node *Join = Facts.paths().joinOf(Branch);
  llvm::ArrayRef<ViewNode *> Successors = Facts.paths().successors(Branch);
  if (!Join || !isTwoWay(Branch) || Successors.size() != 2 ||
      !takeOneSuccessor(Branch, Scope::Warp, Facts))
    return false;
  auto One = phasesOf(*Successors[0]->Of, *Join, Facts),
       Other = phasesOf(*Successors[1]->Of, *Join, Facts);
  if (!One || !Other || One->size() != Other->size())
    return false;
  const Sides Threads(Branch, Facts);
  auto Conflict = [&](const Event &L, const Event &R) {
    const Term *Root = rootOf(L.Address);
    return Root == rootOf(R.Address) &&
           memorySpaceOf(Root) != MemorySpace::Local &&
           (L.writes() || R.writes()) && !(L.isAtomic() && R.isAtomic()) &&
           !Threads.areApart(L, R);
  };
  // Up to the first wait, both sides are in one interval, which is searched for
  // races like any other.
  for (size_t Phase = 1; Phase < One->size(); ++Phase)
    for (const Event *L : (*One)[Phase])
      for (const Event *R : (*Other)[Phase])
        if (Conflict(*L, *R))
          return false;
  return true;
}

bool waitInPairs(llvm::ArrayRef<const Event *> Barriers,
                 const KernelFacts &Facts) {
  return llvm::all_of(Barriers, [&](const Event *E) {
    auto Over = divergentBranches(Facts, *E);
    return llvm::all_of(
        Over, [&](const Node *Branch) { return waitsInPairs(*Branch, Facts); });
  });
}

} // namespace warplint::participation
