//===--- AsyncCopies.cpp - Copies that run beside the threads -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierObjects/AsyncCopies.h"
#include "Analysis/Flow/Intervals.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"

using namespace clang;

namespace warplint {

namespace {

/// How far a copy has come on all paths. Between Committed and Waited lie
/// commits of later groups.
enum Progress : PathStates::State {
  Issued = 1,
  Committed = 2,
  PassedBy = 50, ///< Not committed when a wait came.
  Waited = 100,
  WarpSynced = 101,
  Visible = 102, ///< Or not known.
};

/// One end of a copy, or an access.
struct Touch {
  const Event *E;
  Location At;
  int64_t Bytes = 1; ///< At least.
};

class CopyScan {
public:
  explicit CopyScan(const BarrierObjects &Objects);

  std::vector<CopyFault> run();

private:
  std::optional<Touch> endOf(const Event &Copy, const Term *Address) const;
  PathStates follow(const Event &Copy) const;
  PathStates::State stepGroup(const Event &Copy, PathStates::State Now,
                              const Event &E) const;
  PathStates::State stepTracked(const Event &Copy, PathStates::State Now,
                                const Event &E) const;
  bool mayBeTracker(const Event &Copy, const Event &Wait) const;
  bool countsGroups(const Event &Copy) const;
  bool overlap(const Touch &Copy, const Touch &Access, bool OtherThread,
               bool OtherWarp) const;
  bool inOneRound(const Touch &From, const Touch &To) const;
  bool findDestination(const Event &Copy);
  void findPendingRounds(const Event &Copy);
  void findSource(const Event &Copy);
  void findFences(const Touch &Source);
  void findPipelines();

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  std::vector<Touch> Accesses;
  std::vector<const Event *> Copies, PipelineOps;
  std::vector<CopyFault> Faults;
};

bool isPipelineOp(const Event &E) {
  switch (E.Op->Kind) {
  case SyncKind::PipelineAcquire:
  case SyncKind::PipelineCommit:
  case SyncKind::PipelineWait:
  case SyncKind::PipelineRelease:
    return E.Op->Async == AsyncGroup::None && E.Address;
  default:
    return false;
  }
}

} // namespace

CopyScan::CopyScan(const BarrierObjects &Objects)
    : Objects(Objects), Facts(Objects.facts()) {
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events) {
      if (touchesMemory(E))
        if (auto At = locate(E.Address); At && isShared(*At))
          Accesses.push_back({&E, *At});
      if (E.K != Event::Kind::Sync)
        continue;
      // Whether a predicate holds is not known.
      if (E.Op->Kind == SyncKind::AsyncCopy && !E.Op->Predicated)
        Copies.push_back(&E);
      if (isPipelineOp(E))
        PipelineOps.push_back(&E);
    }
}

std::optional<Touch> CopyScan::endOf(const Event &Copy,
                                     const Term *Address) const {
  auto At = locate(Address);
  if (!At || !isShared(*At))
    return std::nullopt;
  Touch End{&Copy, *At};
  if (Copy.Op->WidthImmediate)
    End.Bytes = std::max<int64_t>(1, *Copy.Op->WidthImmediate);
  else if (Copy.Width && Copy.Width->isConstant())
    End.Bytes = std::max<int64_t>(1, Copy.Width->value());
  return End;
}

//===----------------------------------------------------------------------===//
// Progress of one copy
//===----------------------------------------------------------------------===//

/// How many groups \p Wait leaves pending; nothing if that is not constant.
static std::optional<int64_t> pendingAfter(const Event &Wait) {
  if (Wait.Op->ValueImmediate)
    return *Wait.Op->ValueImmediate;
  if (Wait.Value)
    return Wait.Value->isConstant() ? std::optional(Wait.Value->value())
                                    : std::nullopt;
  return 0;
}

/// Commits between the copy and a wait can be counted: none is in a loop.
bool CopyScan::countsGroups(const Event &Copy) const {
  if (Objects.isInCycle(*Copy.At))
    return false;
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Sync && E.Op->Async == Copy.Op->Async &&
          (E.Op->Kind == SyncKind::AsyncCommit ||
           E.Op->Kind == SyncKind::PipelineCommit) &&
          Objects.isInCycle(*N))
        return false;
  return true;
}

static PathStates::State afterWait(const Event &Wait) {
  if (Wait.Op->Participants != Participation::AllOfScope)
    return Waited;
  return Wait.Op->Scope >= Scope::Block ? Visible : WarpSynced;
}

/// A copy that joins the thread's own completion groups.
PathStates::State CopyScan::stepGroup(const Event &Copy, PathStates::State Now,
                                      const Event &E) const {
  if (E.K != Event::Kind::Sync)
    return Now;
  SyncKind Kind = E.Op->Kind;
  bool SameGroup = E.Op->Async == Copy.Op->Async;
  // From here on a barrier object tracks it.
  if (Kind == SyncKind::AsyncCommit && E.Op->Async == AsyncGroup::None)
    return Visible;
  if (SameGroup &&
      (Kind == SyncKind::AsyncCommit || Kind == SyncKind::PipelineCommit))
    return std::min<PathStates::State>(Now + 1, Waited - 1);
  if (!SameGroup ||
      (Kind != SyncKind::AsyncWait && Kind != SyncKind::PipelineWait))
    return Now;
  auto Pending = pendingAfter(E);
  bool All = !E.Value && !E.Op->ValueImmediate;
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
bool CopyScan::mayBeTracker(const Event &Copy, const Event &Wait) const {
  auto Tracker = locate(Copy.Completion), At = locate(Wait.Address);
  return !Tracker || !At || !areApart(*Tracker, *At);
}

/// A copy that a barrier object or a pipeline tracks.
PathStates::State CopyScan::stepTracked(const Event &Copy,
                                        PathStates::State Now,
                                        const Event &E) const {
  if (E.K != Event::Kind::Sync || !mayBeTracker(Copy, E))
    return Now;
  switch (E.Op->Kind) {
  case SyncKind::ObjectWait:
  case SyncKind::ObjectTryWait:
  case SyncKind::ObjectWaitParity:
  case SyncKind::ObjectArriveAndWait:
    return Visible;
  case SyncKind::PipelineWait:
    return E.Op->Scope == Scope::Thread ? Waited : Visible;
  default:
    return Now;
  }
}

PathStates CopyScan::follow(const Event &Copy) const {
  bool InGroup = Copy.Op->Async != AsyncGroup::None;
  // The collective copies of cooperative groups commit themselves.
  bool Commits = Copy.Op->Group != nullptr;
  return PathStates(
      Facts.paths(), Copy,
      [this, &Copy, InGroup, Commits](PathStates::State Now, const Event &E) {
        if (E.K == Event::Kind::Unknown)
          return PathStates::State(Visible);
        if (Now >= Waited) {
          if (maySeparate(E, Scope::Block))
            return PathStates::State(Visible);
          bool OfWarp =
              E.K == Event::Kind::Sync && E.Op->Kind == SyncKind::WarpBarrier;
          return OfWarp ? std::max<PathStates::State>(Now, WarpSynced) : Now;
        }
        if (!InGroup)
          return stepTracked(Copy, Now, E);
        return stepGroup(Copy, Commits && Now == Issued ? Committed : Now, E);
      });
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Some thread touches in \p Access what some thread's copy moves. With
/// \p OtherThread, what its own copies do not move.
bool CopyScan::overlap(const Touch &Copy, const Touch &Access, bool OtherThread,
                       bool OtherWarp) const {
  const Execution &By = Objects.execution(*Copy.E->At),
                  &User = Objects.execution(*Access.E->At);
  GivenValues None;
  ThreadValues Run(Facts.values(), None);
  std::vector<ThreadOfBlock> Threads = By.Threads;
  if (By.Who == Execution::Kind::Unknown) {
    // One thread, whichever: good enough where all know the same address.
    Threads = {threadsOf(Objects.exampleBlock()).front()};
    if (OtherThread || !Objects.isSameForAll(Copy.At, Copy.At))
      return false;
  }
  std::vector<std::pair<int64_t, int64_t>> Moved; // Offset, rank.
  for (const ThreadOfBlock &Self : Threads) {
    auto At = Copy.At.offset(Run, Self);
    if (!At)
      return false;
    Moved.push_back({*At, Self.rank()});
  }
  for (const ThreadOfBlock &Self : User.Threads) {
    auto At = Access.At.offset(Run, Self);
    if (!At)
      return false;
    bool Own = false, Others = false;
    for (auto [Offset, Rank] : Moved) {
      if (*At < Offset || *At >= Offset + Copy.Bytes)
        continue;
      bool Apart = OtherWarp ? Rank / LanesPerWarp != Self.rank() / LanesPerWarp
                             : Rank != Self.rank();
      Own |= Rank == Self.rank();
      Others |= Apart;
    }
    if (OtherThread ? Others && !Own : Others || Own)
      return true;
  }
  return false;
}

/// A path leads from \p From to \p To on which the loop counters that both
/// addresses use keep their values.
bool CopyScan::inOneRound(const Touch &From, const Touch &To) const {
  llvm::SmallSet<const Term *, 4> Counters;
  for (const auto &[Index, Size] : From.At.Steps)
    for (const Term *Counter : inputsOf(Index, Facts.values()).Counters)
      Counters.insert(Counter);
  llvm::SmallPtrSet<const Node *, 32> Seen;
  for (const auto &[Index, Size] : To.At.Steps)
    for (const Term *Counter : inputsOf(Index, Facts.values()).Counters)
      if (Counters.count(Counter))
        Seen.insert(Counter->node());
  if (From.E->At == To.E->At && From.E < To.E)
    return true;
  llvm::SmallVector<const Node *, 32> Work{From.E->At};
  while (!Work.empty())
    for (ViewNode *Next : Facts.paths().successors(*Work.pop_back_val())) {
      if (!Seen.insert(Next->Of).second)
        continue;
      if (Next->Of == To.E->At)
        return true;
      Work.push_back(Next->Of);
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

bool CopyScan::findDestination(const Event &Copy) {
  auto To = endOf(Copy, Copy.Address);
  if (!To || (Copy.Op->Async == AsyncGroup::None && !Copy.Completion))
    return false;
  PathStates Progress = follow(Copy);
  for (const Touch &Access : Accesses) {
    PathStates::State Now = Progress.before(*Access.E);
    if (Now == PathStates::Unreached || Now == Visible ||
        !inSameMember(To->At, Access.At) || !inOneRound(*To, Access))
      continue;
    bool Done = Now >= Waited;
    // A collective copy is everybody's.
    bool Collective = Copy.Op->Group != nullptr;
    if (Done && (Collective || Access.E->Access == AccessKind::Atomic))
      continue;
    if (!overlap(*To, Access, Done, Now == WarpSynced))
      continue;
    Faults.push_back({Done              ? CopyFault::Kind::NotSynced
                      : Now >= PassedBy ? CopyFault::Kind::NotCommitted
                                        : CopyFault::Kind::NotWaited,
                      Access.E, &Copy});
    return true; // The first access tells it all.
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Groups that loops leave pending
//===----------------------------------------------------------------------===//

namespace {

/// A loop that commits one group and waits once in every round.
struct GroupLoop {
  const Term *Counter = nullptr; ///< Rises by one.
  const Event *Commit = nullptr, *Wait = nullptr;
  int64_t Pending = 0; ///< Groups that the wait leaves.
};

} // namespace

/// A path leads from \p From to \p To that does not pass \p Head.
static bool inSameRound(const FlowView &Paths, const Event &From,
                        const Event &To, const Node &Head) {
  if (From.At == To.At && &From < &To)
    return true;
  llvm::SmallPtrSet<const Node *, 32> Seen{&Head};
  llvm::SmallVector<const Node *, 32> Work{From.At};
  while (!Work.empty())
    for (ViewNode *Next : Paths.successors(*Work.pop_back_val())) {
      if (!Seen.insert(Next->Of).second)
        continue;
      if (Next->Of == To.At)
        return true;
      Work.push_back(Next->Of);
    }
  return false;
}

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

/// What the rounds of the loop of \p Counter commit and wait for; nothing if
/// that is not the same in all.
static std::optional<GroupLoop> groupLoop(const BarrierObjects &Objects,
                                          const Term *Counter,
                                          AsyncGroup Group) {
  const KernelFacts &Facts = Objects.facts();
  GroupLoop Found{Counter};
  const Node &Head = *Counter->node();
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
      if (Slot || !Facts.paths().dominates(Head, *N) || !EachRound(*N))
        return std::nullopt;
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

/// No way from \p Wait to \p Access makes threads wait for each other.
static bool isReadAlone(const FlowView &Paths, const Event &Wait,
                        const Event &Access) {
  PathStates Since(Paths, Wait, [](PathStates::State Now, const Event &E) {
    return maySeparate(E, Scope::Warp) ? PathStates::State(2) : Now;
  });
  return Since.before(Access) == 1;
}

/// A wait that leaves some groups pending must not leave the one that brings
/// what is read next; and if another thread has copied that, the two must meet
/// behind the wait.
void CopyScan::findPendingRounds(const Event &Copy) {
  auto To = endOf(Copy, Copy.Address);
  const Term *Counter =
      To && Copy.Op->Async == AsyncGroup::CpAsync && !Copy.Op->Group
          ? risingCounter(To->At, Facts.values())
          : nullptr;
  auto Loop =
      Counter ? groupLoop(Objects, Counter, AsyncGroup::CpAsync) : std::nullopt;
  if (!Loop)
    return;
  const Node &Head = *Counter->node();
  auto Before = [&](const Event &L, const Event &R) {
    return inSameRound(Facts.paths(), L, R, Head);
  };
  const Execution &By = Objects.execution(*Copy.At);
  const ThreadOfBlock Reader = threadsOf(Objects.exampleBlock()).front();
  bool ByReader = false;
  // The rounds between the copy of what is read in \p Round and that round.
  auto Distance = [&](const Touch &Read, int64_t Round, int64_t Least) {
    GivenValues Then{{Counter, Round}};
    ThreadValues Reads(Facts.values(), Then);
    auto At = Read.At.offset(Reads, Reader);
    for (int64_t Rounds = Least; At && Rounds <= 16; ++Rounds) {
      GivenValues Earlier{{Counter, Round - Rounds}};
      ThreadValues Copies(Facts.values(), Earlier);
      for (const ThreadOfBlock &Self : By.Threads) {
        auto Offset = To->At.offset(Copies, Self);
        if (Offset && *Offset <= *At && *At < *Offset + To->Bytes) {
          ByReader = Self.rank() == Reader.rank();
          return std::optional(Rounds);
        }
      }
    }
    return std::optional<int64_t>();
  };
  constexpr int64_t Late = 64; // A round long after the first ones.
  for (const Touch &Access : Accesses) {
    if (Access.E->Access != AccessKind::Read ||
        !inSameMember(To->At, Access.At) ||
        risingCounter(Access.At, Facts.values()) != Counter ||
        !Facts.paths().dominates(*Loop->Wait->At, *Access.E->At) ||
        !Before(*Loop->Wait, *Access.E))
      continue;
    int64_t Least = Before(Copy, *Access.E) ? 0 : 1;
    auto Rounds = Distance(Access, Late, Least);
    if (!Rounds || Distance(Access, Late + 1, Least) != Rounds)
      continue;
    int64_t Later = *Rounds - (Before(*Loop->Commit, *Loop->Wait) ? 0 : 1) -
                    (Before(Copy, *Loop->Commit) ? 0 : 1);
    // What an earlier round's wait has completed may have been shown since.
    if (Later > Loop->Pending)
      continue;
    if (Later < Loop->Pending && Loop->Pending > 0) {
      Faults.push_back({CopyFault::Kind::LeftPending, Access.E, &Copy});
      Faults.back().Wait = Loop->Wait;
      return;
    }
    if (Later == Loop->Pending && !ByReader &&
        isReadAlone(Facts.paths(), *Loop->Wait, *Access.E)) {
      Faults.push_back({CopyFault::Kind::NotSynced, Access.E, &Copy});
      return;
    }
  }
}

void CopyScan::findSource(const Event &Copy) {
  auto From = endOf(Copy, Copy.Value);
  if (!From || Copy.Op->Async != AsyncGroup::Bulk)
    return;
  findFences(*From);
  PathStates Progress = follow(Copy);
  for (const Touch &Access : Accesses)
    if (Access.E->Access != AccessKind::Read &&
        Progress.before(*Access.E) != PathStates::Unreached &&
        Progress.before(*Access.E) < Waited &&
        inSameMember(From->At, Access.At) && inOneRound(*From, Access) &&
        overlap(*From, Access, false, false)) {
      Faults.push_back({CopyFault::Kind::SourceInUse, Access.E, &Copy});
      return;
    }
}

void CopyScan::findFences(const Touch &Source) {
  for (const Touch &Write : Accesses) {
    if (Write.E->Access != AccessKind::Write ||
        !inSameMember(Source.At, Write.At) || !inOneRound(Write, Source) ||
        !overlap(Source, Write, false, false))
      continue;
    auto Until = [&](auto Ends) {
      PathStates Open(Facts.paths(), *Write.E,
                      [&](PathStates::State Now, const Event &E) {
                        if (&E == Source.E)
                          return PathStates::Unreached;
                        bool End = E.K == Event::Kind::Unknown || Ends(E);
                        return End ? PathStates::State(2) : Now;
                      });
      return Open.before(*Source.E) == 1;
    };
    if (Until([](const Event &E) {
          return E.K == Event::Kind::Sync && E.Op->Kind == SyncKind::ProxyFence;
        })) {
      Faults.push_back({CopyFault::Kind::NotFenced, Write.E, Source.E});
      return;
    }
    bool Others =
        Objects.execution(*Write.E->At).Threads.size() >
        std::max<size_t>(1, Objects.execution(*Source.E->At).Threads.size());
    if (Others &&
        Until([](const Event &E) { return maySeparate(E, Scope::Warp); })) {
      Faults.push_back({CopyFault::Kind::FencedAlone, Write.E, Source.E});
      return;
    }
  }
}

/// Stages of a pipeline are acquired, committed, waited for and released, in
/// this order (libcu++, "cuda::pipeline").
void CopyScan::findPipelines() {
  auto Same = [&](const Term *L, const Term *R) {
    auto Left = locate(L), Right = locate(R);
    return !Left || !Right || Left->Root == Right->Root;
  };
  auto Missing = [&](const Event &At, const Term *Pipeline, SyncKind Before) {
    PathStates Open(Facts.paths(), Facts.cfg().entry(),
                    [&](PathStates::State Now, const Event &E) {
                      bool Done =
                          E.K == Event::Kind::Unknown ||
                          (E.K == Event::Kind::Sync && E.Op->Kind == Before &&
                           (!E.Address || Same(E.Address, Pipeline)));
                      return Done ? PathStates::State(2) : Now;
                    });
    return Open.before(At) == 1;
  };
  std::vector<const Event *> Filling = Copies;
  Filling.insert(Filling.end(), PipelineOps.begin(), PipelineOps.end());
  llvm::SmallPtrSet<const Term *, 2> Seen;
  for (const Event *E : Filling) {
    SyncKind Kind = E->Op->Kind;
    const Term *Pipeline =
        Kind == SyncKind::AsyncCopy ? E->Completion : E->Address;
    auto At = locate(Pipeline);
    // A pipeline that comes from elsewhere may have been acquired there.
    bool Owned = At && At->Root->kind() == TermKind::Local &&
                 llvm::any_of(PipelineOps, [&](const Event *Op) {
                   return Same(Op->Address, Pipeline);
                 });
    if (!Owned || Seen.count(At->Root))
      continue;
    CopyFault Fault{CopyFault::Kind::NotAcquired, E, nullptr};
    bool Found = false;
    if (Kind == SyncKind::AsyncCopy || Kind == SyncKind::PipelineCommit)
      Found = Missing(*E, Pipeline, SyncKind::PipelineAcquire);
    else if (Kind == SyncKind::PipelineWait && E->Op->Scope == Scope::Thread) {
      Fault.K = CopyFault::Kind::NothingToWaitFor;
      Found = Missing(*E, Pipeline, SyncKind::PipelineCommit);
    } else if (Kind == SyncKind::PipelineWait && Objects.isInCycle(*E->At)) {
      Fault.K = CopyFault::Kind::NeverReleased;
      Found = Facts.isComplete() &&
              llvm::none_of(PipelineOps, [&](const Event *Op) {
                return Op->Op->Kind == SyncKind::PipelineRelease &&
                       Same(Op->Address, Pipeline);
              });
    }
    if (Found && Seen.insert(At->Root).second)
      Faults.push_back(Fault);
  }
}

std::vector<CopyFault> CopyScan::run() {
  for (const Event *Copy : Copies) {
    if (!findDestination(*Copy))
      findPendingRounds(*Copy);
    findSource(*Copy);
  }
  findPipelines();
  return std::move(Faults);
}

std::vector<CopyFault> findCopyFaults(const BarrierObjects &Objects) {
  return CopyScan(Objects).run();
}

} // namespace warplint
