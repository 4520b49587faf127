//===--- ProtocolSimulator.cpp - Whether stages are filled in turn --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/ProtocolSimulator.h"
#include "Analysis/Detectors/PipelineProtocols/BarrierStates.h"
#include "Analysis/Detectors/PipelineProtocols/MbarrierState.h"
#include "Analysis/Detectors/PipelineProtocols/StageOrderChecker.h"
#include <map>
#include <set>

namespace warplint::pipelines {

namespace {

class ProtocolSimulator {
public:
  ProtocolSimulator(const StageRuns &Runs, StepBudget &Steps);

  std::optional<StageOutcome> run();

private:
  enum class Step { Done, Blocked, Lost };
  uint64_t costOf(const StageCommand &C) const;
  Step step(size_t Run);
  Step arrive(size_t Run, MbarrierState &O, int64_t Often);
  Step wait(size_t Run, const StageCommand &C, const MbarrierState &O);
  Step met(bool Has) const { return Has ? Step::Done : Step::Blocked; }
  Step copy(size_t Run, const StageCommand &C);
  Step arriveRead(size_t Run, const StageCommand &C, MbarrierState &O);
  Step ofObject(size_t Run, const StageCommand &C);
  bool isPeerReady(size_t Run, const StageCommand &C);
  void notePeerUse(size_t Run, const StageCommand &C);
  void faultOfLeaving();
  bool letGo();
  std::set<SharedPlace> awaited() const;
  const StageCommand &now(size_t Run) const {
    return Runs.All[Run].Commands[Next[Run]];
  }
  bool isAtPeer(size_t Run, const StageCommand &C) const {
    return C.Object.Block != Runs.blockOf(Run);
  }
  bool isOver(size_t Run) const {
    return Next[Run] == Runs.All[Run].Commands.size();
  }
  bool hasLeft(size_t Run) const {
    return isOver(Run) && !Runs.All[Run].GoesOn;
  }
  void fence(size_t Run);
  void faultOfWaiting();

  const StageRuns &Runs;
  StepBudget &Steps;
  StageOrderChecker Watch;
  VectorClockSlots Slots;
  size_t Count; ///< Of runs.
  std::vector<size_t> Next;
  std::vector<VectorClock> Known;
  BarrierStates Barriers;
  std::map<SharedPlace, MbarrierState> Objects;
  std::map<std::pair<size_t, SharedPlace>, int64_t> Tokens;
  /// Groups that each thread of a run has committed to a reader.
  std::map<std::pair<size_t, unsigned>, uint32_t> Groups;
  std::optional<StageFault> Waits;  ///< Of NeverEnds.
  std::optional<StageFault> AtPeer; ///< See StageFault::isOfPeer.
  struct Initialization {
    size_t Run = 0;
    uint32_t Step = 0;
  };
  std::map<SharedPlace, Initialization> Inits;
  /// What a block must know before it leaves: a slot of clocks, and its value.
  struct PeerUse {
    const StageCommand *By = nullptr;
    uint32_t Value = 0;
  };
  std::map<std::pair<unsigned, size_t>, PeerUse> PeerUses; ///< Block, slot.
  bool HaveLeft = false; ///< See StageOutcome::HasLeft.
};

} // namespace

ProtocolSimulator::ProtocolSimulator(const StageRuns &Runs, StepBudget &Steps)
    : Runs(Runs), Steps(Steps), Watch(Runs), Slots(Watch.slots()),
      Count(Slots.Threads), Next(Count, 0),
      Known(Count, VectorClock(Slots.size(), 0)),
      Barriers(Known, Runs, [this](size_t Run) { return hasLeft(Run); }) {
  for (size_t Run = 0; Run < Count; ++Run)
    Known[Run][Run] = 1;
}

void ProtocolSimulator::fence(size_t Run) {
  VectorClock &Now = Known[Run];
  for (size_t R = 0; R < Count; ++R)
    Now[Slots.ofFenced(R)] = std::max(Now[Slots.ofFenced(R)], Now[R]);
  // What the threads do from here on is another step.
  ++Now[Run];
}

/// Each thread arrives as often.
ProtocolSimulator::Step ProtocolSimulator::arrive(size_t Run, MbarrierState &O,
                                                  int64_t Often) {
  if (!O.arrive(Often * Runs.All[Run].Lanes, Known[Run]))
    return Step::Lost;
  ++Known[Run][Run];
  return Step::Done;
}

ProtocolSimulator::Step ProtocolSimulator::wait(size_t Run,
                                                const StageCommand &C,
                                                const MbarrierState &O) {
  bool IsOver = C.K == StageCommand::Kind::WaitFor
                    ? (O.phase() & 1) != (C.Number & 1)
                    : O.phase() > Tokens[{Run, C.Object}];
  if (!IsOver)
    return Step::Blocked;
  join(Known[Run], O.known());
  return Step::Done;
}

ProtocolSimulator::Step ProtocolSimulator::copy(size_t Run,
                                                const StageCommand &C) {
  MbarrierState &O = Objects[C.Object];
  if (!isPeerReady(Run, C))
    return Step::Done;
  if (!O.isInitialized())
    return Step::Lost;
  Watch.fill(C, Known[Run], O.pending());
  notePeerUse(Run, C);
  if (!C.IsExpected)
    O.report(C.Reports);
  return Step::Done;
}

/// The arrival has what the threads themselves do not know yet.
ProtocolSimulator::Step ProtocolSimulator::arriveRead(size_t Run,
                                                      const StageCommand &C,
                                                      MbarrierState &O) {
  uint32_t &Slot = Known[Run][Slots.ofReader(C.Reader)], Before = Slot;
  Slot = ++Groups[{Run, C.Reader}];
  Step Went = arrive(Run, O, 1);
  Slot = Before;
  return Went;
}

/// Entries of clocks that \p C looks at, about.
uint64_t ProtocolSimulator::costOf(const StageCommand &C) const {
  switch (C.K) {
  case StageCommand::Kind::Touch:
  case StageCommand::Kind::Read:
    return Watch.stages();
  case StageCommand::Kind::Load:
  case StageCommand::Kind::Store:
  case StageCommand::Kind::Send:
    return uint64_t(C.Bytes);
  case StageCommand::Kind::Commit:
  case StageCommand::Kind::WaitRead:
    return 1;
  case StageCommand::Kind::Fence:
    return Count;
  case StageCommand::Kind::Copy:
    // Mostly one stage is filled.
    return 3 * Slots.size() + Watch.stages();
  case StageCommand::Kind::Meet:
  case StageCommand::Kind::MeetWarp:
    return 3 * Slots.size();
  case StageCommand::Kind::Init:
  case StageCommand::Kind::Arrive:
  case StageCommand::Kind::Drop:
  case StageCommand::Kind::Expect:
  case StageCommand::Kind::WaitFor:
  case StageCommand::Kind::WaitOwn:
  case StageCommand::Kind::ArriveRead:
  case StageCommand::Kind::MeetArrive:
  case StageCommand::Kind::MeetAwait:
    return Slots.size();
  }
  llvm_unreachable("all kinds are handled");
}

ProtocolSimulator::Step ProtocolSimulator::step(size_t Run) {
  using Kind = StageCommand::Kind;
  const StageCommand &C = now(Run);
  switch (C.K) {
  case Kind::Touch:
    Watch.touch(Run, C, Known[Run]);
    return Step::Done;
  case Kind::Load:
  case Kind::Store:
    Watch.passElement(Run, C, Known[Run]);
    return Step::Done;
  case Kind::Send:
    Watch.send(Run, C, Known[Run]);
    return Step::Done;
  case Kind::Read:
    Watch.read(C, Known[Run], Groups[{Run, C.Reader}] + 1);
    return Step::Done;
  case Kind::Commit:
    ++Groups[{Run, C.Reader}];
    return Step::Done;
  case Kind::WaitRead: {
    int64_t Over = int64_t(Groups[{Run, C.Reader}]) - C.Number;
    uint32_t &Slot = Known[Run][Slots.ofReader(C.Reader)];
    Slot = uint32_t(std::max<int64_t>(Slot, Over));
    return Step::Done;
  }
  case Kind::Fence:
    fence(Run);
    return Step::Done;
  case Kind::Meet:
  case Kind::MeetWarp:
    return met(Barriers.meet(Run, C));
  case Kind::MeetArrive:
    Barriers.arrive(Run, C);
    return Step::Done;
  case Kind::MeetAwait:
    return met(Barriers.await(Run, C));
  case Kind::Copy:
    return copy(Run, C);
  case Kind::Init:
  case Kind::Arrive:
  case Kind::Drop:
  case Kind::Expect:
  case Kind::WaitFor:
  case Kind::WaitOwn:
  case Kind::ArriveRead:
    return ofObject(Run, C);
  }
  llvm_unreachable("all kinds are handled");
}

ProtocolSimulator::Step ProtocolSimulator::ofObject(size_t Run,
                                                    const StageCommand &C) {
  using Kind = StageCommand::Kind;
  MbarrierState &O = Objects[C.Object];
  O.reserve(Slots.size());
  if (C.K == Kind::Init) {
    O.init(C.Number);
    Inits[C.Object] = {Run, Known[Run][Run]};
    return C.Number > 0 ? Step::Done : Step::Lost;
  }
  if (!isPeerReady(Run, C))
    return Step::Done;
  if (!O.isInitialized())
    return Step::Lost;
  notePeerUse(Run, C);
  switch (C.K) {
  case Kind::Expect:
    O.expect(C.Number < 0 ? C.Number : C.Number * Runs.All[Run].Lanes);
    return Step::Done;
  case Kind::Arrive:
  case Kind::Drop:
    Tokens[{Run, C.Object}] = O.phase();
    for (unsigned I = 0; C.K == Kind::Drop && I < Runs.All[Run].Lanes; ++I)
      O.drop();
    return arrive(Run, O, C.K == Kind::Drop ? 1 : C.Number);
  case Kind::ArriveRead:
    return arriveRead(Run, C, O);
  default:
    return wait(Run, C, O);
  }
}

/// False if \p C is about an object of another block, and nothing shows the
/// thread that it has been initialized.
bool ProtocolSimulator::isPeerReady(size_t Run, const StageCommand &C) {
  if (!isAtPeer(Run, C))
    return true;
  auto Made = Inits.find(C.Object);
  if (Made != Inits.end() && Known[Run][Made->second.Run] >= Made->second.Step)
    return true;
  auto Makes = [&](const StageCommand &Other) {
    return Other.K == StageCommand::Kind::Init && Other.Object == C.Object;
  };
  bool IsMade =
      Made != Inits.end() || llvm::any_of(Runs.All, [&](const StageRun &Other) {
        return llvm::any_of(Other.Commands, Makes);
      });
  if (!IsMade)
    return true;
  AtPeer = StageFault{StageFault::Kind::PeerNotReady, C.At};
  AtPeer->Thread = int64_t(C.Thread);
  AtPeer->PeerBlock = C.Object.Block;
  return false;
}

/// A block must not leave before what is done to its objects and stages has
/// come there, nor before its own copies have.
void ProtocolSimulator::notePeerUse(size_t Run, const StageCommand &C) {
  if (!isAtPeer(Run, C))
    return;
  PeerUse Use{&C, Known[Run][Run]};
  size_t Slot = Run;
  if (C.K == StageCommand::Kind::Copy) {
    auto [Stage, Fills] = Watch.fillsOf(C.Place);
    Slot = Slots.ofStage(Stage);
    Use.Value = Fills;
    if (C.ReadsOwn)
      PeerUses[{unsigned(Runs.blockOf(Run)), Slot}] = Use;
  } else if (C.K == StageCommand::Kind::Expect) {
    return; // It is no arrival.
  }
  PeerUses[{C.Object.Block, Slot}] = Use;
}

/// All runs have ended: finds blocks that ended without knowing of the others'
/// accesses. An access that another block may make too late takes precedence
/// over a copy sent to it.
void ProtocolSimulator::faultOfLeaving() {
  for (const auto &[At, Use] : PeerUses) {
    auto [Block, Slot] = At;
    bool IsSender = Block == Use.By->Thread / Runs.ThreadsPerBlock;
    if (IsSender && AtPeer)
      continue;
    bool Knows = false;
    for (size_t Run = 0; Run < Count; ++Run)
      Knows |= Runs.blockOf(Run) == Block && Known[Run][Slot] >= Use.Value;
    if (Knows)
      continue;
    AtPeer = StageFault{IsSender ? StageFault::Kind::SenderLeaves
                                 : StageFault::Kind::PeerHasLeft,
                        Use.By->At};
    AtPeer->Thread = int64_t(Use.By->Thread);
    AtPeer->PeerBlock = Block;
    if (!IsSender)
      return;
  }
}

/// No thread can go on: copies arrive, and lanes that wait for others of their
/// warp that wait elsewhere go on. False if neither helps.
bool ProtocolSimulator::letGo() {
  bool Helped = false;
  for (auto &[Place, O] : Objects) {
    int64_t Before = O.phase();
    O.endPhaseIfFull(/*IsQuiet=*/true);
    Helped |= O.phase() != Before;
  }
  if (Helped)
    return true;
  return Barriers.letWarpGo();
}

/// The first thread that waits for a phase, and the first one elsewhere.
/// Nothing is reported where some wait at a barrier of the block: it may be of
/// another size.
void ProtocolSimulator::faultOfWaiting() {
  using Kind = StageCommand::Kind;
  std::vector<size_t> Waiting;
  for (size_t T = 0; T < Count; ++T) {
    if (isOver(T))
      continue;
    if ((now(T).K == Kind::Meet || now(T).K == Kind::MeetAwait) &&
        now(T).Number != ClusterBarrier)
      return;
    if (now(T).K == Kind::WaitFor || now(T).K == Kind::WaitOwn)
      Waiting.push_back(T);
  }
  for (size_t T : Waiting) {
    const StageCommand &C = now(T);
    if (!Waits) {
      Waits = StageFault{StageFault::Kind::NeverEnds, C.At};
      Waits->Thread = int64_t(C.Thread);
      Waits->Times = Objects[C.Object].phase();
    } else if (C.At != Waits->At) {
      Waits->Other = C.At;
      Waits->OtherThread = int64_t(C.Thread);
      break;
    }
  }
  std::set<SharedPlace> Awaited = awaited();
  // Somebody waits for threads that still run, or for bytes that do not add up.
  HaveLeft = llvm::none_of(Waiting,
                           [&](size_t T) {
                             return Objects[now(T).Object].isInProgress();
                           }) &&
             llvm::any_of(Waiting, [&](size_t T) {
               return !Awaited.count(now(T).Object);
             });
}

/// Mbarriers on which runs that have not ended will arrive.
std::set<SharedPlace> ProtocolSimulator::awaited() const {
  std::set<SharedPlace> Result;
  for (size_t T = 0; T < Count; ++T)
    for (size_t I = Next[T]; I < Runs.All[T].Commands.size(); ++I) {
      const StageCommand &C = Runs.All[T].Commands[I];
      if (C.K == StageCommand::Kind::Arrive ||
          C.K == StageCommand::Kind::Drop ||
          C.K == StageCommand::Kind::ArriveRead)
        Result.insert(C.Object);
    }
  return Result;
}

std::optional<StageOutcome> ProtocolSimulator::run() {
  auto IsFound = [&] { return Watch.found() || AtPeer; };
  for (bool Moved = true; Moved && !IsFound(); Moved = Moved || letGo()) {
    Moved = false;
    for (size_t T = 0; T < Count; ++T)
      while (!isOver(T) && !IsFound()) {
        Step Went = Steps.spend(costOf(now(T))) ? step(T) : Step::Lost;
        if (Went == Step::Lost)
          return std::nullopt;
        if (Went == Step::Blocked)
          break;
        bool Arrives = now(T).K == StageCommand::Kind::Arrive;
        ++Next[T];
        Moved = true;
        // Who runs ahead would end phases that others are still to see.
        if (Arrives)
          break;
      }
  }
  // Who does more than is known may be the one that is waited for.
  bool IsWhole = true;
  for (size_t R = 0; R < Count; ++R)
    IsWhole &= !isOver(R) || !Runs.All[R].GoesOn;
  if (!IsFound() && IsWhole)
    faultOfWaiting();
  if (!IsFound() && IsWhole && !Waits)
    faultOfLeaving();
  StageOutcome Out;
  Out.Fault = Watch.found() ? Watch.found() : AtPeer ? AtPeer : Waits;
  if (!Out.Fault)
    Out.Unfenced = Watch.unfenced();
  Out.HasLeft = HaveLeft;
  Out.IsTelling = Watch.areRefilled();
  return Out;
}

std::optional<StageOutcome> simulateStages(const StageRuns &Runs,
                                           StepBudget &Steps) {
  return ProtocolSimulator(Runs, Steps).run();
}

} // namespace warplint::pipelines
