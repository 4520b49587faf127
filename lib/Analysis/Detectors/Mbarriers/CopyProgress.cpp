//===--- CopyProgress.cpp - Progress of asynchronous copies ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/CopyProgress.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"

namespace warplint::mbarriers {

std::optional<int64_t> pendingAfter(const Event &Wait) {
  return Wait.Value ? numberOf(Wait.Value) : 0;
}

/// Some thread executes both \p A and \p B, in the first iteration of the loops
/// around each, or that is not known.
static bool sharesThread(const BarrierObjects &Objects, const Event &A,
                         const Event &B) {
  const auto &First = Objects.execution(A).Threads,
             &Second = Objects.execution(B).Threads;
  auto IsIn = [&](const ThreadOfBlock &Self) {
    return llvm::any_of(Second, [&](const ThreadOfBlock &Other) {
      return Self.rank() == Other.rank();
    });
  };
  return First.empty() || Second.empty() || llvm::any_of(First, IsIn);
}

/// The same threads execute \p E in all iterations.
static bool isOfFixedThreads(const Event &E, const KernelFacts &Facts) {
  return !participation::isConditional(E) &&
         llvm::all_of(
             Facts.convergence().divergentControls(*E.At, Scope::Block),
             [](const Node *Branch) {
               return Branch->Branch &&
                      !anyPartOf(Branch->Branch, [](const Term &Part) {
                        return llvm::isa<PhiTerm>(Part);
                      });
             });
}

bool mayBeOfOneThread(const BarrierObjects &Objects, const Event &A,
                      const Event &B) {
  return sharesThread(Objects, A, B) || !isOfFixedThreads(A, Objects.facts()) ||
         !isOfFixedThreads(B, Objects.facts());
}

/// Some commit of \p Group is in a loop.
bool CopyProgress::commitsInCycle(AsyncGroup Group) const {
  auto [Slot, New] = CommitsInCycle.try_emplace(unsigned(Group), false);
  if (!New)
    return Slot->second;
  for (const Event &E : Facts.cfg().events())
    if (E.isSync(SyncKind::AsyncCommit, SyncKind::PipelineCommit) &&
        E.Op->Async == Group && Objects.isInCycle(*E.At))
      return Slot->second = true;
  return false;
}

/// Commits between the copy and a wait can be counted: none is in a loop.
bool CopyProgress::countsGroups(const Event &Copy) const {
  return !Objects.isInCycle(*Copy.At) && !commitsInCycle(Copy.Op->Async);
}

static Typestate::State afterWait(const Event &Wait) {
  if (Wait.Op->Participants != Participation::AllOfScope)
    return Waited;
  return Wait.Op->Scope >= Scope::Block ? Visible : WarpSynced;
}

/// A copy that joins the thread's own completion groups.
Typestate::State CopyProgress::stepGroup(const Event &Copy,
                                         Typestate::State Now,
                                         const Event &E) const {
  if (!E.isSync())
    return Now;
  SyncKind Kind = E.Op->Kind;
  // What is committed arrives on an object; other waits are for loads.
  if (Copy.Op->Async == AsyncGroup::Tcgen05 && Kind != SyncKind::AsyncCommit)
    return waitsForObject(Kind) ? Typestate::State(Visible) : Now;
  bool SameGroup = E.Op->Async == Copy.Op->Async;
  // Groups are those of one thread.
  if (SameGroup && E.Op->OwnWork && !mayBeOfOneThread(Objects, E, Copy))
    return Now;
  // From here on a barrier object tracks it.
  if (Kind == SyncKind::AsyncCommit && E.Op->Async == AsyncGroup::None)
    return Visible;
  if (SameGroup &&
      (Kind == SyncKind::AsyncCommit || Kind == SyncKind::PipelineCommit))
    return std::min<Typestate::State>(Now + 1, Waited - 1);
  if (!SameGroup ||
      (Kind != SyncKind::AsyncWait && Kind != SyncKind::PipelineWait))
    return Now;
  auto Pending = pendingAfter(E);
  bool All = !E.Value;
  // The copy may be complete, and if so in the thread that waited.
  if (!Pending || (*Pending > 0 && !countsGroups(Copy)))
    return afterWait(E);
  if (Now == Issued && !All)
    return PassedBy;
  if (Now >= PassedBy && !All)
    return Now == PassedBy ? Now : afterWait(E);
  if (!All && int64_t(Now) - int64_t(Committed) < *Pending)
    return Now;
  return afterWait(E);
}

/// The wait \p Wait may be one for the object that tracks \p Copy.
bool CopyProgress::mayBeTracker(const Event &Copy, const Event &Wait) const {
  auto Tracker = locate(Copy.Completion), At = locate(Wait.Address);
  return !Tracker || !At || !areApart(*Tracker, *At);
}

/// A copy that a barrier object or a pipeline tracks.
Typestate::State CopyProgress::stepTracked(const Event &Copy,
                                           Typestate::State Now,
                                           const Event &E) const {
  if (!E.isSync() || !mayBeTracker(Copy, E))
    return Now;
  if (waitsForObject(E.Op->Kind))
    return Visible;
  if (E.Op->Kind == SyncKind::PipelineWait)
    return E.Op->Scope == Scope::Thread ? Waited : Visible;
  return Now;
}

/// Once it is over, what the object or pipeline tracks has come for all
/// threads.
static bool waitsForAll(const Event &E) {
  return E.isSync() &&
         (waitsForObject(E.Op->Kind) || (E.Op->Kind == SyncKind::PipelineWait &&
                                         E.Op->Scope > Scope::Thread));
}

const std::vector<CopyProgress::BehindWait> &CopyProgress::waits() const {
  if (Waits)
    return *Waits;
  Waits.emplace();
  auto MayMeet = [](const Event &E) {
    return E.isUnknown() || (E.isSync() && separationOf(*E.Op, Scope::Block) ==
                                               Separation::Everyone);
  };
  for (const Event &E : Facts.cfg().events())
    if (waitsForAll(E) && Facts.work().spend(Facts.cfg().nodes().size() / 8))
      Waits->push_back({&E, Typestate::until(Facts.paths(), E, MayMeet), {}});
  for (const Event &E : Facts.cfg().events())
    if (maySeparate(E, Scope::Block))
      for (BehindWait &Of : *Waits)
        if (Of.Paths.reaches(E))
          Of.Barriers.push_back(&E);
  return *Waits;
}

/// \p L and \p R, in successors of their own, are one barrier.
static bool areOneMeeting(const Event &L, const Event &R,
                          const Reachability &Reach) {
  if (&L == &R)
    return true;
  return L.isSync() && R.isSync() && L.Op->Kind == SyncKind::Barrier &&
         R.Op->Kind == SyncKind::Barrier && L.Op->Scope == R.Op->Scope &&
         L.Id == R.Id && L.Op->IdImmediate == R.Op->IdImmediate &&
         !Reach.leadsTo(L, R) && !Reach.leadsTo(R, L);
}

/// Threads that do not execute \p Copy have waited for it before they reach the
/// barrier \p Meeting, which the copying threads reach, too.
bool CopyProgress::isAwaitedByOthers(const Event &Copy,
                                     const Event &Meeting) const {
  auto [Known, New] = Awaited.try_emplace({&Copy, &Meeting}, false);
  if (!New)
    return Known->second;
  const auto &Reach = Facts.get<Reachability>();
  bool Found = llvm::any_of(waits(), [&](const BehindWait &Of) {
    return mayBeTracker(Copy, *Of.Wait) &&
           llvm::any_of(Of.Barriers,
                        [&](const Event *At) {
                          return areOneMeeting(*At, Meeting, Reach);
                        }) &&
           // Who waits may reach the copy before the block meets: the wait is
           // for what was copied before.
           !(Of.Paths.reaches(Copy) && sharesThread(Objects, *Of.Wait, Copy));
  });
  return Awaited[{&Copy, &Meeting}] = Found;
}

/// \p E waits for the groups or stages that \p Copy can be committed to.
bool CopyProgress::waitsForCommitted(const Event &Copy, const Event &E) const {
  if (!E.isSync() || E.Op->Async != Copy.Op->Async)
    return false;
  if (E.Op->Kind == SyncKind::AsyncWait)
    return E.Value;
  return E.Op->Kind == SyncKind::PipelineWait &&
         (Copy.Op->Async != AsyncGroup::None || mayBeTracker(Copy, E));
}

bool CopyProgress::isNeverCommitted(const Event &Copy) const {
  if (Copy.Op->Async == AsyncGroup::Tcgen05 ||
      (Copy.Op->Group && Copy.Op->Async != AsyncGroup::None))
    return false;
  const auto &Reach = Facts.get<Reachability>();
  bool IsAwaited = false;
  for (const Event &E : Facts.cfg().events()) {
    bool Commits = E.isUnknown() ||
                   E.isSync(SyncKind::AsyncCommit, SyncKind::PipelineCommit);
    if (Commits && Reach.leadsTo(Copy, E))
      return false;
    IsAwaited |= waitsForCommitted(Copy, E);
  }
  return IsAwaited;
}

bool CopyProgress::passesBy(const Event &Copy, const Event &Access) const {
  const auto &Reach = Facts.get<Reachability>();
  for (const Event &E : Facts.cfg().events())
    if (waitsForCommitted(Copy, E) && Reach.leadsTo(Copy, E) &&
        Reach.leadsTo(E, Access))
      return true;
  return false;
}

Typestate CopyProgress::follow(const Event &Copy) const {
  bool InGroup = Copy.Op->Async != AsyncGroup::None;
  // The collective copies of cooperative groups commit themselves.
  bool Commits = Copy.Op->Group != nullptr;
  bool Never = isNeverCommitted(Copy);
  bool Tracked = !InGroup || Copy.Op->Async == AsyncGroup::Tcgen05;
  return Typestate(
      Facts.paths(), Copy, [=, &Copy](Typestate::State Now, const Event &E) {
        if (E.isUnknown())
          return Typestate::State(Visible);
        if (Never && (Now == Issued || Now == PassedBy) &&
            waitsForCommitted(Copy, E))
          return Typestate::State(PassedBy);
        if (Now >= Waited) {
          // Behind a barrier that stands before the copy another iteration of
          // it begins.
          if (maySeparate(E, Scope::Block))
            return Facts.paths().dominates(*E.At, *Copy.At)
                       ? Typestate::Unreached
                       : Typestate::State(Visible);
          bool OfWarp = E.isSync(SyncKind::WarpBarrier);
          return OfWarp ? std::max<Typestate::State>(Now, WarpSynced) : Now;
        }
        if (Tracked && maySeparate(E, Scope::Block) &&
            isAwaitedByOthers(Copy, E))
          return Facts.paths().dominates(*E.At, *Copy.At)
                     ? Typestate::Unreached
                     : Typestate::State(Visible);
        if (!InGroup)
          return stepTracked(Copy, Now, E);
        return stepGroup(Copy, Commits && Now == Issued ? Committed : Now, E);
      });
}

} // namespace warplint::mbarriers
