//===--- ProtocolStatesTest.cpp - Clocks, barriers and stages -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/BarrierStates.h"
#include "Analysis/Detectors/PipelineProtocols/MbarrierState.h"
#include "Analysis/Detectors/PipelineProtocols/ProtocolSimulator.h"
#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"
#include "Analysis/Detectors/PipelineProtocols/StageFault.h"
#include "Analysis/Detectors/PipelineProtocols/StageOrderChecker.h"
#include "Analysis/Detectors/PipelineProtocols/StageOutcome.h"
#include "Analysis/Detectors/PipelineProtocols/StoredElements.h"
#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"
#include "gtest/gtest.h"

namespace protocol_states_test {
using namespace warplint;
using namespace warplint::pipelines;
using Kind = StageCommand::Kind;

Event made(AccessKind Access) {
  Event E;
  E.Access = Access;
  return E;
}
const Event Read = made(AccessKind::Read), Write = made(AccessKind::Write);

StageCommand command(Kind K, const Event &At = Write, int64_t Number = 0,
                     SharedPlace Object = {}, SharedPlace Place = {},
                     int64_t Bytes = 0) {
  StageCommand C;
  C.K = K;
  C.At = &At;
  C.Number = Number;
  C.Object = Object;
  C.Place = Place;
  C.Bytes = Bytes;
  return C;
}

/// One thread of each of several warps.
StageRuns runs(std::vector<std::vector<StageCommand>> Of) {
  StageRuns Result;
  Result.ThreadsPerBlock = 32 * Of.size();
  for (size_t Warp = 0; Warp < Of.size(); ++Warp) {
    Result.All.push_back({32 * Warp, 1, std::move(Of[Warp])});
    for (StageCommand &C : Result.All.back().Commands)
      C.Thread = 32 * Warp;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

TEST(VectorClock, SlotsDoNotOverlap) {
  VectorClockSlots Slots{3, 2, 1};
  EXPECT_EQ(Slots.size(), 9u);
  EXPECT_EQ(Slots.ofStage(0), 3u);
  EXPECT_EQ(Slots.ofReader(0), 5u);
  EXPECT_EQ(Slots.ofFenced(0), 6u);
  EXPECT_EQ(Slots.ofFenced(2), Slots.size() - 1);
}

TEST(VectorClock, JoinsAreTheLatestOfBoth) {
  VectorClock Into{1, 5, 0};
  join(Into, {2, 3, 0});
  EXPECT_EQ(Into, (VectorClock{2, 5, 0}));
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

TEST(MbarrierState, APhaseEndsWithItsLastArrival) {
  MbarrierState O;
  EXPECT_FALSE(O.isInitialized());
  O.init(2);
  O.reserve(1);
  EXPECT_FALSE(O.isInProgress());
  EXPECT_TRUE(O.arrive(1, {4}));
  EXPECT_TRUE(O.isInProgress());
  EXPECT_EQ(O.phase(), 0);
  EXPECT_EQ(O.known(), VectorClock{0});
  EXPECT_TRUE(O.arrive(1, {3}));
  EXPECT_EQ(O.phase(), 1);
  EXPECT_EQ(O.known(), VectorClock{4});
  EXPECT_FALSE(O.isInProgress());
}

TEST(MbarrierState, MoreArrivalsThanExpectedAreRefused) {
  MbarrierState O;
  O.init(2);
  O.reserve(1);
  EXPECT_FALSE(O.arrive(3, {1}));
  EXPECT_EQ(O.phase(), 0);
}

TEST(MbarrierState, BytesHoldAPhaseOpen) {
  MbarrierState O;
  O.init(1);
  O.reserve(1);
  O.expect(64);
  EXPECT_TRUE(O.arrive(1, {1}));
  EXPECT_EQ(O.phase(), 0);
  O.report(32);
  EXPECT_EQ(O.phase(), 0);
  O.report(32);
  EXPECT_EQ(O.phase(), 1);
}

TEST(MbarrierState, UnknownBytesEndAPhaseOnlyWhenNoThreadGoesOn) {
  MbarrierState O;
  O.init(1);
  O.reserve(1);
  O.expect(-1);
  EXPECT_TRUE(O.arrive(1, {1}));
  O.report(std::nullopt);
  O.endPhaseIfFull(/*IsQuiet=*/false);
  EXPECT_EQ(O.phase(), 0);
  O.endPhaseIfFull(/*IsQuiet=*/true);
  EXPECT_EQ(O.phase(), 1);
}

TEST(MbarrierState, ADropCountsFromTheNextPhaseOn) {
  MbarrierState O;
  O.init(2);
  O.reserve(1);
  O.drop();
  EXPECT_TRUE(O.arrive(1, {1}));
  EXPECT_EQ(O.phase(), 0);
  EXPECT_TRUE(O.arrive(1, {1}));
  EXPECT_TRUE(O.arrive(1, {1}));
  EXPECT_EQ(O.phase(), 2);
}

TEST(BarrierStates, OrdersAllThatMeet) {
  StageRuns Runs = runs({{}, {}});
  std::vector<VectorClock> Known = {{1, 0}, {0, 1}};
  BarrierStates Barriers(Known, Runs, [](size_t) { return false; });
  StageCommand Meet = command(Kind::Meet);
  EXPECT_FALSE(Barriers.meet(0, Meet));
  EXPECT_FALSE(Barriers.meet(0, Meet)); // The same arrival, not another one.
  EXPECT_TRUE(Barriers.meet(1, Meet));
  EXPECT_TRUE(Barriers.meet(0, Meet));
  EXPECT_EQ(Known[0], (VectorClock{2, 1}));
  EXPECT_EQ(Known[1], (VectorClock{1, 2}));
}

TEST(BarrierStates, ThreadsThatHaveLeftAreNotAwaited) {
  StageRuns Runs = runs({{}, {}});
  std::vector<VectorClock> Known = {{1, 0}, {0, 1}};
  BarrierStates Barriers(Known, Runs, [](size_t Run) { return Run == 1; });
  EXPECT_TRUE(Barriers.meet(0, command(Kind::Meet)));
  EXPECT_EQ(Known[0][1], 0u);
  // A count does not know who has left.
  StageCommand Counted = command(Kind::Meet, Write, 1);
  Counted.Bytes = 2;
  EXPECT_FALSE(Barriers.meet(0, Counted));
}

TEST(BarrierStates, HalvesOfABarrier) {
  StageRuns Runs = runs({{}, {}});
  std::vector<VectorClock> Known = {{1, 0}, {0, 1}};
  BarrierStates Barriers(Known, Runs, [](size_t) { return false; });
  StageCommand C = command(Kind::MeetArrive);
  EXPECT_TRUE(Barriers.await(0, C)); // Nothing to wait for.
  Barriers.arrive(0, C);
  EXPECT_FALSE(Barriers.await(0, C));
  Barriers.arrive(1, C);
  EXPECT_TRUE(Barriers.await(0, C));
  EXPECT_EQ(Known[0], (VectorClock{2, 1}));
}

TEST(BarrierStates, LanesGoOnWhereNothingElseDoes) {
  StageRuns Runs;
  Runs.ThreadsPerBlock = 32;
  Runs.All = {{0, 1, {}}, {1, 1, {}}};
  std::vector<VectorClock> Known = {{1, 0}, {0, 1}};
  BarrierStates Barriers(Known, Runs, [](size_t) { return false; });
  EXPECT_FALSE(Barriers.letWarpGo());
  EXPECT_FALSE(Barriers.meet(0, command(Kind::MeetWarp)));
  EXPECT_TRUE(Barriers.letWarpGo());
  EXPECT_TRUE(Barriers.meet(0, command(Kind::MeetWarp)));
  EXPECT_EQ(Known[0], (VectorClock{1, 0})); // Without an order.
}

//===----------------------------------------------------------------------===//
// Stages and elements
//===----------------------------------------------------------------------===//

TEST(StoredElements, LoadsOfOtherWarpsAreOrdered) {
  StageCommand Store = command(Kind::Store, Write, 0, {}, {0, 0, 0}, 4),
               Load = command(Kind::Load, Read, 0, {}, {0, 0, 0}, 4),
               OfLane = Load, Beside = Load;
  Load.Thread = 32;
  OfLane.Thread = 1;
  Beside.Thread = 32;
  Beside.Place.Offset = 4;
  StoredElements E;
  EXPECT_FALSE(E.access(0, Store, {1, 0}));
  EXPECT_FALSE(E.access(1, OfLane, {0, 1}));
  EXPECT_FALSE(E.access(1, Beside, {0, 1}));
  auto Found = E.access(1, Load, {0, 1});
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Times, 1u);
  EXPECT_FALSE(Found->IsBefore);
  EXPECT_FALSE(E.areRefilled());
  // The store waits for the load, or does not.
  EXPECT_FALSE(E.access(0, Store, {2, 1}));
  EXPECT_TRUE(E.areRefilled());
  EXPECT_FALSE(E.access(1, Load, {2, 2}));
  Found = E.access(0, Store, {3, 1});
  ASSERT_TRUE(Found);
  EXPECT_TRUE(Found->IsBefore);
}

TEST(StoredElements, BulkCopiesNeedAProxyFence) {
  StageCommand Store = command(Kind::Store, Write, 0, {}, {0, 8, 0}, 8),
               Send = command(Kind::Send, Read, 0, {}, {0, 0, 0}, 16);
  Send.Thread = 32;
  VectorClockSlots Slots{2, 0, 0};
  StoredElements E;
  EXPECT_FALSE(E.access(0, Store, {1, 0}));
  auto Found = E.send(1, Send, {1, 1, 0, 0}, Slots);
  ASSERT_TRUE(Found);
  EXPECT_TRUE(Found->IsUnfenced);
  EXPECT_FALSE(E.send(1, Send, {1, 1, 1, 0}, Slots));
  Send.Bytes = 8; // Ends before the store.
  EXPECT_FALSE(E.send(1, Send, {0, 1, 0, 0}, Slots));
}

TEST(StageOrderChecker, AccessesKnowTheCopy) {
  StageCommand Copy = command(Kind::Copy, Write, 0, {}, {0, 0, 0}, 16),
               Touch = command(Kind::Touch, Read, 0, {}, {0, 0, 0}, 4);
  StageRuns Runs = runs({{Copy}, {Touch}});
  StageOrderChecker Known(Runs), Unknown(Runs);
  VectorClock Signalled(Known.slots().size(), 0);
  Known.fill(Copy, VectorClock(Signalled.size(), 0), Signalled);
  EXPECT_EQ(Signalled[Known.slots().ofStage(0)], 1u);
  EXPECT_EQ(Known.fillsOf({0, 0, 0}), (std::pair<size_t, uint32_t>(0, 1)));
  Known.touch(1, Touch, Signalled);
  EXPECT_FALSE(Known.found());
  Unknown.fill(Copy, VectorClock(Signalled.size(), 0), Signalled);
  Unknown.touch(1, Touch, VectorClock(Signalled.size(), 0));
  ASSERT_TRUE(Unknown.found());
  EXPECT_EQ(Unknown.found()->K, StageFault::Kind::TouchedEarly);
  EXPECT_EQ(Unknown.found()->Copy, &Write);
}

TEST(StageOrderChecker, RefillsKnowTheAccess) {
  StageCommand Copy = command(Kind::Copy, Write, 0, {}, {0, 0, 0}, 16),
               Touch = command(Kind::Touch, Read, 0, {}, {0, 0, 0}, 4);
  StageOrderChecker Stages(runs({{Copy}, {Touch}}));
  const VectorClock None(Stages.slots().size(), 0);
  VectorClock Signalled = None;
  Stages.fill(Copy, None, Signalled);
  VectorClock Reading = Signalled;
  Reading[1] = 1;
  Stages.touch(1, Touch, Reading);
  EXPECT_FALSE(Stages.areRefilled());
  // It knows that the first copy is complete, and not that it is read.
  VectorClock Pending = None;
  Stages.fill(Copy, Signalled, Pending);
  EXPECT_TRUE(Stages.areRefilled());
  ASSERT_TRUE(Stages.found());
  EXPECT_EQ(Stages.found()->K, StageFault::Kind::RefilledEarly);
  EXPECT_EQ(Stages.found()->Times, 2);
}

TEST(StageFault, WhatItIsAbout) {
  StageFault Fault{StageFault::Kind::PeerHasLeft, &Read};
  EXPECT_TRUE(Fault.isOfPeer());
  EXPECT_FALSE(Fault.isByStore());
  Fault = {StageFault::Kind::TouchedEarly, &Read, &Write};
  EXPECT_FALSE(Fault.isOfPeer());
  EXPECT_TRUE(Fault.isByStore());
  EXPECT_FALSE(Fault.isBySend());
}

//===----------------------------------------------------------------------===//
// Whole simulations
//===----------------------------------------------------------------------===//

std::optional<StageOutcome> simulated(const StageRuns &Runs,
                                      uint64_t Limit = 100000) {
  StepBudget Steps(Limit);
  return simulateStages(Runs, Steps);
}

/// A producer and a consumer that share one stage, which is filled \p Times
/// times. \p Waits: the producer waits for the consumer.
StageRuns ring(unsigned Times, bool Waits) {
  const SharedPlace Full{1, 0, 0}, Empty{2, 0, 0}, Stage{0, 0, 0};
  std::vector<StageCommand> Producer, Consumer;
  Producer.push_back(command(Kind::Init, Write, 1, Full));
  Producer.push_back(command(Kind::Init, Write, 1, Empty));
  Producer.push_back(command(Kind::Meet));
  Consumer.push_back(command(Kind::Meet));
  for (unsigned I = 0; I < Times; ++I) {
    if (Waits && I > 0)
      Producer.push_back(command(Kind::WaitFor, Write, (I - 1) & 1, Empty));
    Producer.push_back(command(Kind::Expect, Write, 16, Full));
    StageCommand Copy = command(Kind::Copy, Write, 0, Full, Stage, 16);
    Copy.Reports = 16;
    Producer.push_back(Copy);
    Producer.push_back(command(Kind::Arrive, Write, 1, Full));
    Consumer.push_back(command(Kind::WaitFor, Write, I & 1, Full));
    Consumer.push_back(command(Kind::Touch, Read, 0, {}, Stage, 4));
    Consumer.push_back(command(Kind::Arrive, Write, 1, Empty));
  }
  return runs({Producer, Consumer});
}

TEST(ProtocolSimulator, AFullProtocolHasNoFault) {
  auto Outcome = simulated(ring(3, /*Waits=*/true));
  ASSERT_TRUE(Outcome);
  EXPECT_FALSE(Outcome->Fault);
  EXPECT_TRUE(Outcome->IsTelling);
  Outcome = simulated(ring(1, /*Waits=*/true));
  ASSERT_TRUE(Outcome);
  EXPECT_FALSE(Outcome->IsTelling);
}

TEST(ProtocolSimulator, AProducerThatDoesNotWait) {
  auto Outcome = simulated(ring(2, /*Waits=*/false));
  ASSERT_TRUE(Outcome);
  ASSERT_TRUE(Outcome->Fault);
  EXPECT_EQ(Outcome->Fault->At, &Write); // The second copy of the first stage.
  EXPECT_EQ(Outcome->Fault->K, StageFault::Kind::NotAwaited);
}

TEST(ProtocolSimulator, AWaitThatNothingEnds) {
  const SharedPlace Object{1, 0, 0};
  auto Outcome = simulated(
      runs({{command(Kind::Init, Write, 2, Object), command(Kind::Meet),
             command(Kind::Arrive, Write, 1, Object)},
            {command(Kind::Meet), command(Kind::WaitFor, Read, 0, Object)}}));
  ASSERT_TRUE(Outcome);
  ASSERT_TRUE(Outcome->Fault);
  EXPECT_EQ(Outcome->Fault->K, StageFault::Kind::NeverEnds);
  EXPECT_EQ(Outcome->Fault->At, &Read);
  EXPECT_EQ(Outcome->Fault->Thread, 32);
}

TEST(ProtocolSimulator, WhatCannotBeSimulated) {
  const SharedPlace Object{1, 0, 0};
  // Not initialized; more arrivals than are expected; too few steps.
  EXPECT_FALSE(simulated(runs({{command(Kind::Arrive, Write, 1, Object)}})));
  EXPECT_FALSE(simulated(runs({{command(Kind::Init, Write, 1, Object),
                                command(Kind::Arrive, Write, 2, Object)}})));
  EXPECT_FALSE(simulated(ring(3, /*Waits=*/true), /*Limit=*/2));
}

} // namespace protocol_states_test
