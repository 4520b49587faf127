//===--- PendingGroups.cpp - Groups of copies that a loop leaves pending --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierObjects/PendingGroups.h"
#include "Analysis/BarrierObjects/CopyProgress.h"
#include "Analysis/Flow/Intervals.h"

namespace warplint {

namespace {

/// A loop that commits one group and waits once in every round.
struct GroupLoop {
  const Term *Counter = nullptr; ///< Rises by one.
  const Event *Commit = nullptr, *Wait = nullptr;
  int64_t Pending = 0; ///< Groups that the wait leaves.
  /// Not in every round: the test that lets the commit come, and fails in the
  /// last rounds.
  const Node *Unless = nullptr;
};

} // namespace

/// The only loop counter in \p At that rises by one; null if there are none or
/// several.
static const Term *risingCounter(const Location &At, const Evaluation &Values) {
  const Term *Only = nullptr;
  for (const auto &[Index, Size] : At.Steps)
    for (const Term *Counter : inputsOf(Index, Values).Counters) {
      if (Values.inductions().find(Counter)->constantStep() != 1)
        continue;
      if (Only && Only != Counter)
        return nullptr;
      Only = Counter;
    }
  return Only;
}

/// The only test between \p Counter's loop and \p At, if the counter comes to
/// its limit there some rounds before it comes to that of the loop; null
/// otherwise.
static const Node *testOfLastRounds(const KernelFacts &Facts,
                                    const Term *Counter, const Node &At) {
  const Node &Head = *llvm::cast<PhiTerm>(Counter)->node();
  const Node *Only = nullptr;
  const Term *OfLoop = nullptr, *OfTest = nullptr; // Rounds until then.
  for (const Node *Branch : Facts.paths().allControls(At)) {
    if (!Facts.paths().dominates(Head, *Branch))
      continue;
    auto Bound = Branch->Branch
                     ? Facts.values().inductions().boundBy(Branch->Branch)
                     : std::nullopt;
    if (!Bound || Bound->Of->Variable != Counter || !Bound->IsOrdered ||
        !Bound->IsBelow)
      return nullptr;
    // What keeps the loop going is no test of one of its rounds.
    if (Facts.paths().armTo(*Branch, *Bound->Of->Latch)) {
      OfLoop = Bound->Room;
    } else if (Only || Facts.paths().armTo(*Branch, At) != 0u) {
      return nullptr;
    } else {
      Only = Branch;
      OfTest = Bound->Room;
    }
  }
  auto Left =
      OfLoop && OfTest
          ? numberOf(Facts.terms().binary(clang::BO_Sub, OfLoop, OfTest))
          : std::nullopt;
  return Left && *Left > 0 ? Only : nullptr;
}

/// What the rounds of the loop of \p Counter commit and wait for; nothing if
/// that is not the same in all, or in all but the last.
static std::optional<GroupLoop> groupLoop(const BarrierObjects &Objects,
                                          const Term *Counter,
                                          AsyncGroup Group) {
  const KernelFacts &Facts = Objects.facts();
  GroupLoop Found{Counter};
  const Node &Head = *llvm::cast<PhiTerm>(Counter)->node();
  auto EachRound = [&](const Node &N) {
    return llvm::all_of(Head.predecessors(), [&](const Node *Before) {
      return !Facts.paths().contains(*Before) ||
             !Facts.paths().dominates(Head, *Before) ||
             Facts.paths().dominates(N, *Before);
    });
  };
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events) {
      if (E.K == Event::Kind::Unknown && Objects.isInCycle(*N))
        return std::nullopt;
      if (E.K != Event::Kind::Sync || E.Op->Async != Group ||
          !Objects.isInCycle(*N))
        continue;
      SyncKind Kind = E.Op->Kind;
      bool Commits =
          Kind == SyncKind::AsyncCommit || Kind == SyncKind::PipelineCommit;
      bool Waits =
          Kind == SyncKind::AsyncWait || Kind == SyncKind::PipelineWait;
      if (!Commits && !Waits)
        continue;
      // A loop before this one commits what is long ago here.
      if (!Objects.reaches(Head, *N))
        continue;
      const Event *&Slot = Commits ? Found.Commit : Found.Wait;
      if (Slot || !Facts.paths().dominates(Head, *N))
        return std::nullopt;
      if (!EachRound(*N)) {
        Found.Unless = Commits ? testOfLastRounds(Facts, Counter, *N) : nullptr;
        if (!Found.Unless)
          return std::nullopt;
      }
      Slot = &E;
    }
  if (!Found.Commit || !Found.Wait)
    return std::nullopt;
  auto Pending = pendingAfter(*Found.Wait);
  if (!Pending)
    return std::nullopt;
  Found.Pending = *Pending;
  return Found;
}

namespace {

/// The copy that brings what is read in one round of a loop.
struct EarlierCopy {
  int64_t Rounds = 0;    ///< Before the one that reads.
  bool ByReader = false; ///< The thread that reads has made it.
};

} // namespace

/// The copy of what \p Read reads in \p Round, \p Least or more rounds before;
/// nothing if that was long ago.
static std::optional<EarlierCopy> copyBefore(const BarrierObjects &Objects,
                                             const Touch &To, const Touch &Read,
                                             const Term *Counter, int64_t Round,
                                             int64_t Least) {
  const Evaluation &Values = Objects.facts().values();
  const ThreadOfBlock Reader = threadsOf(Objects.exampleBlock()).front();
  GivenValues Then{{Counter, Round}};
  ThreadValues Reads(Values, Then);
  auto At = Read.At.offset(Reads, Reader);
  for (int64_t Rounds = Least; At && Rounds <= 16; ++Rounds) {
    GivenValues Earlier{{Counter, Round - Rounds}};
    ThreadValues Copies(Values, Earlier);
    for (const ThreadOfBlock &Self : Objects.execution(*To.E->At).Threads) {
      auto Offset = To.At.offset(Copies, Self);
      if (Offset && *Offset <= *At && *At < *Offset + To.Bytes)
        return EarlierCopy{Rounds, Self.rank() == Reader.rank()};
    }
  }
  return std::nullopt;
}

/// No way from \p Wait to \p Access makes threads wait for each other.
static bool isReadAlone(const FlowView &Paths, const Event &Wait,
                        const Event &Access) {
  PathStates Since(Paths, Wait, [](PathStates::State Now, const Event &E) {
    return maySeparate(E, Scope::Warp) ? PathStates::State(2) : Now;
  });
  return Since.before(Access) == 1;
}

std::optional<CopyFault> findReadTooEarly(const BarrierObjects &Objects,
                                          const Touch &To,
                                          llvm::ArrayRef<Touch> Accesses) {
  const KernelFacts &Facts = Objects.facts();
  const Event &Copy = *To.E;
  const Term *Counter = Copy.Op->Async == AsyncGroup::CpAsync && !Copy.Op->Group
                            ? risingCounter(To.At, Facts.values())
                            : nullptr;
  auto Loop =
      Counter ? groupLoop(Objects, Counter, AsyncGroup::CpAsync) : std::nullopt;
  if (!Loop)
    return std::nullopt;
  auto Before = [&](const Event &L, const Event &R) {
    return Facts.get<Reachability>().leadsTo(
        L, R, {llvm::cast<PhiTerm>(Counter)->node()});
  };
  constexpr int64_t Late = 64; // A round long after the first ones.
  for (const Touch &Access : Accesses) {
    if (Access.E->Access != AccessKind::Read ||
        !inSameMember(To.At, Access.At) ||
        risingCounter(Access.At, Facts.values()) != Counter ||
        !Facts.paths().dominates(*Loop->Wait->At, *Access.E->At) ||
        !Before(*Loop->Wait, *Access.E))
      continue;
    int64_t Least = Before(Copy, *Access.E) ? 0 : 1;
    auto Brings = copyBefore(Objects, To, Access, Counter, Late, Least);
    auto Next = copyBefore(Objects, To, Access, Counter, Late + 1, Least);
    if (!Brings || !Next || Brings->Rounds != Next->Rounds)
      continue;
    int64_t Later = Brings->Rounds -
                    (Before(*Loop->Commit, *Loop->Wait) ? 0 : 1) -
                    (Before(Copy, *Loop->Commit) ? 0 : 1);
    // What an earlier round's wait has completed may have been shown since.
    if (Later > Loop->Pending)
      continue;
    bool OnlyLast = Later == Loop->Pending && Loop->Unless &&
                    !Facts.paths().armTo(*Loop->Unless, *Access.E->At);
    if ((Later < Loop->Pending || OnlyLast) && Loop->Pending > 0) {
      CopyFault Fault{CopyFault::Kind::LeftPending, Access.E, &Copy};
      Fault.Wait = Loop->Wait;
      Fault.Commit = OnlyLast ? Loop->Commit : nullptr;
      return Fault;
    }
    if (Later == Loop->Pending && !Next->ByReader &&
        isReadAlone(Facts.paths(), *Loop->Wait, *Access.E))
      return CopyFault{CopyFault::Kind::NotSynced, Access.E, &Copy};
  }
  return std::nullopt;
}

} // namespace warplint
