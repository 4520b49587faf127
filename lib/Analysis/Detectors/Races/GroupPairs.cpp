//===--- GroupPairs.cpp - Threads that no barrier brings together ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/GroupPairs.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "CudaModel/Separation.h"
#include "llvm/ADT/Sequence.h"

using namespace clang;

namespace warplint::races {

GroupPairs::GroupPairs(const KernelFacts &Facts,
                       llvm::ArrayRef<LaunchExtents> Shapes)
    : Facts(Facts) {
  bool LeavesOut = false;
  for (const LaunchExtents &Shape : Shapes) {
    std::array<int64_t, 3> Block = {Shape.Block[0], Shape.Block[1],
                                    Shape.Block[2]};
    auto [Found, New] = ByBlock.try_emplace(Shape.Block, Facts, Block);
    if (!New)
      continue;
    const participation::BarrierGroups &Here = Found->second;
    Unknown = std::max(Unknown, Here.numUnknown());
    if (ByBlock.size() == 1)
      Barriers = Here.known();
    else
      Barriers.remove_if(
          [&](const Event *E) { return !Here.known().contains(E); });
    uint64_t Warps = (Shape.blockSize() + LanesPerWarp - 1) / LanesPerWarp;
    LeavesOut |=
        llvm::none_of(Here.groups(), [&](const participation::WarpSet &Group) {
          return Group.count() == Warps;
        });
  }
  if (LeavesOut)
    findIntervals(Scope::Block);
}

GroupPairs::GroupPairs(const KernelFacts &Facts, unsigned Lanes,
                       BarrierSet Barriers)
    : Facts(Facts), Lanes(Lanes), Barriers(std::move(Barriers)) {
  findIntervals(Scope::Warp);
}

/// The intervals of two threads, whose smallest common scope is \p Common, that
/// none of `Barriers` ends.
void GroupPairs::findIntervals(Scope Common) {
  if (Barriers.empty())
    return;
  IntervalLimit Limit;
  Limit.Steps = Facts.budgets().forIntervals();
  std::vector<Interval> All =
      intervalsOf(Facts.cfg(), Facts.paths(), Facts.loopBarriers(),
                  ThreadPair(Common, &Barriers), Limit);
  if (Limit.LeftOut)
    Facts.limits().cut(BudgetId::Work, "intervals between barriers",
                       Limit.LeftOut);
  for (Interval &I : All)
    if (llvm::any_of(Barriers, [&](const Event *E) { return I.find(*E); })) {
      if (mayHandOn(I))
        ++Unknown;
      else
        Intervals.push_back(std::move(I));
    }
}

/// All threads meet at \p E whose smallest common scope is \p Common.
static bool isForAll(const Event &E, Scope Common) {
  return E.isSync() && (separationOf(*E.Op, Common) == Separation::Everyone ||
                        (Common == Scope::Warp && isOfWholeWarp(E)));
}

/// At \p E threads may learn what other threads have done.
static bool mayTalk(const Event &E) {
  if (E.isAccess())
    return E.Volatile || E.Access == AccessKind::Atomic;
  return E.isUnknown() || (E.Op->Scope >= Scope::Block && !E.Op->OwnWork &&
                           (releases(*E.Op) || acquires(*E.Op)));
}

/// In \p I a thread may learn what another thread has done, other than at a
/// barrier of a known group, and pass it on to its own group there.
bool GroupPairs::mayHandOn(const Interval &I) const {
  Scope Common = I.Threads.Common;
  if (I.Start && !isForAll(*I.Start, Common))
    return true;
  return llvm::any_of(I.Steps, [&](const IntervalStep &Step) {
    const std::vector<Event> &Events = Step.At->Events;
    for (unsigned E = Step.First; E < Step.Last; ++E)
      if (mayTalk(Events[E]) && !Barriers.contains(&Events[E]))
        return true;
    return Step.Last < Events.size() && !isForAll(Events[Step.Last], Common);
  });
}

const participation::BarrierGroups &
GroupPairs::groupsIn(const LaunchExtents &Shape) const {
  return ByBlock.find(Shape.Block)->second;
}

/// The warp \p Warp is one of \p Members.
static const Term *isOneOf(twothreads::QuerySymbols &Symbols, const Term *Warp,
                           const participation::WarpSet &Members) {
  TermArena &Arena = Symbols.terms();
  const Term *Result = Arena.constant(0);
  for (size_t First = 0; First < Members.size(); ++First) {
    if (!Members.test(First))
      continue;
    size_t Last = First;
    while (Last + 1 < Members.size() && Members.test(Last + 1))
      ++Last;
    Result = Symbols.logicalOr(
        Result, Symbols.logicalAnd(
                    Arena.binary(BO_LE, Arena.constant(int64_t(First)), Warp),
                    Arena.binary(BO_LE, Warp, Arena.constant(int64_t(Last)))));
    First = Last;
  }
  return Result;
}

llvm::SmallVector<const Term *, 4>
GroupPairs::conditions(twothreads::QuerySymbols &Symbols, const Event &A,
                       const Event &B) const {
  if (Lanes) {
    TermArena &Arena = Symbols.terms();
    auto Tile = [&](unsigned Thread) {
      return Arena.binary(BO_Div, Symbols.rank(Thread), Arena.constant(Lanes));
    };
    return {Arena.binary(BO_NE, Tile(1), Tile(2))};
  }
  const participation::BarrierGroups &Here = groupsIn(Symbols.shape());
  const Term *Together = Symbols.terms().constant(0);
  for (const participation::WarpSet &Group : Here.groups())
    Together = Symbols.logicalOr(
        Together, Symbols.logicalAnd(isOneOf(Symbols, Symbols.warp(1), Group),
                                     isOneOf(Symbols, Symbols.warp(2), Group)));
  llvm::SmallVector<const Term *, 4> Result{Symbols.logicalNot(Together)};
  for (const Event *Barrier : Barriers)
    for (unsigned Thread : {1u, 2u})
      if (Facts.paths().precedes(*Barrier, Thread == 1 ? A : B))
        Result.push_back(
            isOneOf(Symbols, Symbols.warp(Thread), Here.warpsAt(*Barrier)));
  return Result;
}

void GroupPairs::describe(Race &Found) const {
  if (Lanes)
    return;
  for (const RaceSide *Side : {&Found.Second, &Found.First})
    for (const Event *Barrier : Barriers) {
      bool FirstIsOutsider = Side == &Found.Second;
      if (!Facts.paths().precedes(*Barrier, *Side->Access) ||
          (Found.GroupBarrier &&
           (Found.FirstIsOutsider != FirstIsOutsider ||
            !Facts.paths().precedes(*Found.GroupBarrier, *Barrier))))
        continue;
      Found.GroupBarrier = Barrier;
      Found.FirstIsOutsider = FirstIsOutsider;
    }
}

/// The number of lanes that meet at \p E, a part of their warp that begins at a
/// multiple of that; nothing if all do, or if it is not known which.
static std::optional<unsigned> lanesMeeting(const Event &E,
                                            const KernelFacts &Facts) {
  if (!E.isSync() || !maySeparate(*E.Op, Scope::Warp))
    return std::nullopt;
  if (unsigned Tile = E.Op->TileSize)
    return Tile < LanesPerWarp ? std::optional(Tile) : std::nullopt;
  if (E.Op->Kind != SyncKind::WarpBarrier || !E.Mask || isOfWholeWarp(E))
    return std::nullopt;
  ThreadValues Run(Facts.values());
  std::array<int64_t, LanesPerWarp> Masks;
  for (const ThreadOfBlock &Self : threadsOf({LanesPerWarp, 1, 1})) {
    auto Mask = Run.run(E.Mask, Self);
    if (!Mask)
      return std::nullopt;
    Masks[Self.rank()] = *Mask;
  }
  for (unsigned Size = 1; Size < LanesPerWarp; Size *= 2) {
    auto IsPart = [&](unsigned Lane) {
      LaneMask Mask(Masks[Lane]);
      return !hasLane(Mask, Lane) || Mask == firstLanes(Size)
                                                 << (Lane - Lane % Size);
    };
    if (llvm::all_of(llvm::seq<unsigned>(0, LanesPerWarp), IsPart))
      return Size;
  }
  return std::nullopt;
}

std::vector<std::unique_ptr<GroupPairs>> tilePairs(const KernelFacts &Facts) {
  std::map<unsigned, BarrierSet> BySize;
  for (const Event &E : Facts.cfg().events())
    if (auto Lanes = lanesMeeting(E, Facts))
      BySize[*Lanes].insert(&E);
  std::vector<std::unique_ptr<GroupPairs>> Result;
  BarrierSet UpTo;
  for (const auto &[Lanes, Barriers] : BySize) {
    UpTo.insert_range(Barriers);
    Result.push_back(std::make_unique<GroupPairs>(Facts, Lanes, UpTo));
  }
  return Result;
}

} // namespace warplint::races
