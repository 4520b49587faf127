//===--- RecorderTest.cpp - The recorder, run by threads of the host ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define WARPLINT_RECORDS
#define WARPLINT_SIMULATED
#define WARPLINT_VISITS 16384
#define __noinline__ __attribute__((noinline))
#include "facts.h"
#include "warplint_recorder.h"
// The macros would count barriers of the host's headers, and change those.
#undef __syncthreads
#undef __noinline__

#include "gtest/gtest.h"
#include <cstring>
#include <new>
#include <pthread.h>
#include <thread>
#include <vector>

namespace recorder_test {
using namespace warplint_recorder;

int Cells[64];

class Recorder : public ::testing::Test {
protected:
  void SetUp() override {
    std::memset(TheRows, 0, sizeof(TheRows));
    std::memset(ThePassed, 0, sizeof(ThePassed));
    std::memset(TheResults, 0, sizeof(TheResults));
    TheOpenPairs = WARPLINT_PAIR_COUNT;
    gridDim = {1, 1, 1};
    blockDim = {64, 1, 1};
  }

  /// Makes the calling thread of the host thread \p Thread of block \p Block.
  static void become(unsigned Thread, unsigned Block = 0) {
    threadIdx = {Thread, 0, 0};
    blockIdx = {Block, 0, 0};
    standinShared = true;
  }
  static void start(unsigned Thread, unsigned Block = 0) {
    become(Thread, Block);
    // It does not end, as a kernel that still runs does not.
    alignas(Kernel) char Running[sizeof(Kernel)];
    new (Running) Kernel;
  }
  static bool met(unsigned Pair = 0) { return TheResults[Pair].Met == 2; }
};

TEST_F(Recorder, TwoThreadsOfOneIntervalMeet) {
  start(1);
  start(40);
  become(1);
  at<0>(&Cells[5]);
  EXPECT_FALSE(met());
  become(40);
  at<1>(&Cells[5]);
  ASSERT_TRUE(met());
  EXPECT_EQ(TheResults[0].Who[0].Threads[0], 1u);
  EXPECT_EQ(TheResults[0].Who[1].Threads[0], 40u);
  EXPECT_EQ(TheResults[0].Address, (Word)&Cells[5]);
}

TEST_F(Recorder, TheOrderInTimeDoesNotMatter) {
  start(1);
  start(40);
  become(40);
  at<1>(&Cells[5]);
  become(1);
  at<0>(&Cells[5]);
  ASSERT_TRUE(met());
  EXPECT_EQ(TheResults[0].Who[0].Threads[0], 1u);
  EXPECT_EQ(TheResults[0].Who[1].Threads[0], 40u);
}

TEST_F(Recorder, OneThreadDoesNotMeetItself) {
  start(1);
  at<0>(&Cells[5]);
  at<1>(&Cells[5]);
  at<2>(&Cells[5]);
  at<2>(&Cells[5]);
  EXPECT_FALSE(met());
  EXPECT_FALSE(met(1));
}

TEST_F(Recorder, ABarrierOfTheBlockSeparates) {
  start(1);
  start(40);
  become(1);
  at<0>(&Cells[5]);
  become(40);
  passedBlockBarrier();
  at<1>(&Cells[5]);
  EXPECT_FALSE(met());
  become(1);
  passedBlockBarrier();
  at<0>(&Cells[5]);
  EXPECT_TRUE(met()) << "both are behind the first barrier now";
}

TEST_F(Recorder, NothingSeparatesBlocks) {
  gridDim = {2, 1, 1};
  start(1, 0);
  start(1, 1);
  become(1, 0);
  standinShared = false;
  at<0>(&Cells[5]);
  become(1, 1);
  standinShared = false;
  passedBlockBarrier();
  at<1>(&Cells[5]);
  EXPECT_TRUE(met());
}

TEST_F(Recorder, SharedMemoryOfTwoBlocksIsTwoPlaces) {
  gridDim = {2, 1, 1};
  start(1, 0);
  start(2, 1);
  become(1, 0);
  at<0>(&Cells[5]);
  become(2, 1);
  at<1>(&Cells[5]);
  EXPECT_FALSE(met());
}

TEST_F(Recorder, ABarrierOfTheWarpSeparatesLanesOnly) {
  for (unsigned Thread : {1u, 2u, 40u})
    start(Thread);
  become(1);
  at<0>(&Cells[5]);
  become(2);
  passedWarpBarrier();
  at<1>(&Cells[5]);
  EXPECT_FALSE(met());
  become(40);
  passedWarpBarrier();
  at<1>(&Cells[5]);
  EXPECT_TRUE(met());
}

TEST_F(Recorder, BytesOfOneWordAreApart) {
  start(1);
  start(40);
  auto *Bytes = reinterpret_cast<char *>(&Cells[5]);
  become(1);
  at<0>(&Bytes[1]);
  become(40);
  at<1>(&Bytes[2]);
  EXPECT_FALSE(met());
  at<1>(reinterpret_cast<short *>(Bytes));
  EXPECT_TRUE(met());
}

TEST_F(Recorder, WideAccessesMeetInTheirLastBytes) {
  start(1);
  start(40);
  struct Four {
    int Values[4];
  };
  become(1);
  at<0>(reinterpret_cast<Four *>(&Cells[4]));
  become(40);
  at<1>(&Cells[7]);
  EXPECT_TRUE(met());
}

TEST_F(Recorder, AThirdThreadBetweenHidesNobody) {
  for (unsigned Thread : {1u, 2u, 3u})
    start(Thread);
  for (unsigned Thread : {1u, 2u, 3u, 2u}) {
    become(Thread);
    at<1>(&Cells[5]);
  }
  become(2);
  at<0>(&Cells[5]);
  ASSERT_TRUE(met());
  EXPECT_NE(TheResults[0].Who[1].Threads[0], 2u);
}

TEST_F(Recorder, TheFirstAndTheLastBlocksAreLookedAt) {
  gridDim = {1000, 1, 1};
  for (unsigned Block : {500u, 990u}) {
    start(1, Block);
    start(2, Block);
    become(1, Block);
    at<0>(&Cells[5]);
    become(2, Block);
    at<1>(&Cells[5]);
    EXPECT_EQ(met(), Block == 990);
  }
  EXPECT_EQ(TheResults[0].Reached[0], 1u) << "block 500 was not looked at";
}

TEST_F(Recorder, AnAccessMeetsItself) {
  start(1);
  start(2);
  become(1);
  at<2>(&Cells[5]);
  become(2);
  at<2>(&Cells[5]);
  EXPECT_TRUE(met(1));
}

TEST_F(Recorder, ThreadsBehindNumberedBarriersAreNotJudged) {
  start(1);
  start(40);
  become(1);
  passedNamedBarrier(3);
  at<0>(&Cells[5]);
  become(40);
  at<1>(&Cells[5]);
  EXPECT_FALSE(met());
  EXPECT_EQ(TheResults[0].Lost, 1u);
  become(1);
  passedNamedBarrier(0); // That is the whole block's.
  EXPECT_EQ(ownSlot()->BlockBarriers, 1u);
}

TEST_F(Recorder, ThreadsThatWereNotSeenToStartAreNotJudged) {
  become(1);
  at<0>(&Cells[5]);
  become(40);
  at<1>(&Cells[5]);
  EXPECT_FALSE(met());
  EXPECT_EQ(TheResults[0].Lost, 2u);
}

TEST_F(Recorder, StopsWhenItLookedTooOften) {
  start(1);
  start(40);
  become(1);
  while (!TheResults[0].Closed) {
    at<0>(&Cells[5]);
    ++ownSlot()->BlockBarriers;
  }
  EXPECT_LE(TheResults[0].Reached[0], WARPLINT_VISITS + 1u);
  become(40);
  at<1>(&Cells[5]);
  EXPECT_FALSE(met());
  EXPECT_EQ(TheOpenPairs, 3u);
}

TEST_F(Recorder, WhatAddsNothingIsNotLookedAt) {
  for (unsigned Thread : {1u, 2u, 3u, 40u, 41u})
    start(Thread);
  for (unsigned I = 0; I < 5000; ++I)
    for (unsigned Thread : {1u, 2u, 3u, 40u, 41u}) {
      become(Thread);
      at<0>(&Cells[5]);
    }
  EXPECT_EQ(TheResults[0].Closed, 0u);
  EXPECT_EQ(TheResults[0].Reached[0], 25000u);
  EXPECT_LE(TheResults[0].Looked, 3u) << "two lanes, and one of another warp";
  become(1);
  at<1>(&Cells[5]);
  ASSERT_TRUE(met());
  EXPECT_NE(TheResults[0].Who[0].Threads[0], 1u);
}

TEST_F(Recorder, AnIntervalThatIsSettledSaysNothingOfTheNext) {
  for (unsigned Thread : {1u, 40u, 50u})
    start(Thread);
  for (unsigned Iteration = 0; Iteration < 2; ++Iteration)
    for (unsigned Thread : {1u, 40u}) {
      become(Thread);
      if (Iteration)
        passedBlockBarrier();
      at<0>(&Cells[5]);
    }
  become(50);
  passedBlockBarrier();
  at<1>(&Cells[5]);
  EXPECT_TRUE(met());
}

TEST_F(Recorder, BytesOfManyThreadsInOneWordAreAllKept) {
  auto *Bytes = reinterpret_cast<char *>(&Cells[5]);
  for (unsigned Thread : {1u, 40u, 41u, 42u, 43u})
    start(Thread);
  for (unsigned Byte = 0; Byte < 4; ++Byte) {
    become(40 + Byte);
    at<0>(&Bytes[Byte]);
  }
  become(1);
  at<1>(&Bytes[2]);
  ASSERT_TRUE(met());
  EXPECT_EQ(TheResults[0].Who[0].Threads[0], 42u);
}

TEST_F(Recorder, ThreadsOfTwoWarpsShowMoreThanLanesOfOne) {
  for (unsigned Thread : {1u, 2u, 40u})
    start(Thread);
  become(1);
  at<0>(&Cells[5]);
  become(2);
  at<1>(&Cells[5]);
  ASSERT_TRUE(met());
  EXPECT_EQ(TheResults[0].Who[1].Threads[0], 2u);
  EXPECT_EQ(TheResults[0].Closed, 0u);
  become(40);
  at<1>(&Cells[5]);
  ASSERT_TRUE(met());
  EXPECT_EQ(TheResults[0].Who[1].Threads[0], 40u);
  EXPECT_EQ(TheResults[0].Closed, 1u);
}

TEST_F(Recorder, AmongLanesItDoesNotLookForever) {
  for (unsigned Thread : {1u, 2u})
    start(Thread);
  for (unsigned I = 0; I < 2000 && !TheResults[0].Closed; ++I)
    for (unsigned Thread : {1u, 2u}) {
      become(Thread);
      at<0>(&Cells[5]);
      at<1>(&Cells[5]);
      passedBlockBarrier();
    }
  EXPECT_TRUE(met());
  EXPECT_EQ(TheResults[0].Closed, 1u);
  EXPECT_LE(TheResults[0].Reached[0], 100u);
}

TEST_F(Recorder, BlocksAreNamedByTheirCoordinates) {
  gridDim = {10, 10, 3};
  for (unsigned Thread : {1u, 40u}) {
    threadIdx = {Thread % 8, Thread / 8, 0};
    blockDim = {8, 8, 1};
    blockIdx = {7, 9, 2};
    standinShared = true;
    alignas(Kernel) char Running[sizeof(Kernel)];
    new (Running) Kernel;
    at<2>(&Cells[5]);
  }
  ASSERT_TRUE(met(1));
  const Witness &Last = TheResults[1].Who[1];
  EXPECT_EQ(Last.Threads[0], 0u);
  EXPECT_EQ(Last.Threads[1], 5u);
  EXPECT_EQ(Last.Blocks[0], 7u);
  EXPECT_EQ(Last.Blocks[1], 9u);
  EXPECT_EQ(Last.Blocks[2], 2u);
}

TEST_F(Recorder, ABarrierThatAllReachIsNoFinding) {
  for (unsigned Thread : {1u, 40u})
    start(Thread);
  for (unsigned Iteration = 0; Iteration < 3; ++Iteration) {
    for (unsigned Thread : {1u, 40u}) {
      become(Thread);
      passedBlockBarrier();
      arrives<2>();
      passedBlockBarrier();
    }
  }
  for (unsigned Thread : {1u, 40u}) {
    become(Thread);
    Passed *Mine = ownSlot();
    elsewhere(*Mine, /*Left=*/true);
  }
  EXPECT_FALSE(met(2));
}

TEST_F(Recorder, OneThreadWaitsWhereAnotherLeaves) {
  for (unsigned Thread : {1u, 40u})
    start(Thread);
  become(40);
  elsewhere(*ownSlot(), /*Left=*/true);
  become(1);
  arrives<2>();
  ASSERT_TRUE(met(2));
  EXPECT_EQ(TheResults[2].Who[0].Threads[0], 1u);
  EXPECT_EQ(TheResults[2].Who[1].Threads[0], 40u);
  EXPECT_TRUE(TheResults[2].Who[1].Left);
}

TEST_F(Recorder, OneThreadWaitsWhereAnotherPassesAnotherBarrier) {
  for (unsigned Thread : {1u, 40u})
    start(Thread);
  become(1);
  arrives<2>();
  become(40);
  passedBlockBarrier();
  ASSERT_TRUE(met(2));
  EXPECT_FALSE(TheResults[2].Who[1].Left);
}

TEST_F(Recorder, LeavingBehindTheBarrierIsNothing) {
  for (unsigned Thread : {1u, 40u})
    start(Thread);
  become(1);
  arrives<2>();
  passedBlockBarrier();
  elsewhere(*ownSlot(), /*Left=*/true);
  become(40);
  arrives<2>();
  passedBlockBarrier();
  EXPECT_FALSE(met(2));
}

TEST_F(Recorder, ALaneThatItsOwnMaskDoesNotName) {
  start(5);
  EXPECT_EQ(names<3>(0x1fu), 0x1fu);
  ASSERT_TRUE(met(3));
  EXPECT_EQ(TheResults[3].Who[0].Threads[0], 5u);
  EXPECT_EQ(TheResults[3].Who[1].Threads[0], 5u);
  EXPECT_EQ(TheResults[3].Mask, 0x1fu);
}

TEST_F(Recorder, ALaneThatIsNamedAndLeaves) {
  for (bool LeavesFirst : {false, true}) {
    SetUp();
    for (unsigned Thread : {33u, 34u, 35u})
      start(Thread);
    for (unsigned Call = 0; Call < 2; ++Call)
      for (unsigned Thread : {33u, 34u}) {
        become(Thread);
        names<3>(0x6u);
      }
    EXPECT_FALSE(met(3));
    if (LeavesFirst) {
      become(34);
      leavesCalls(*ownSlot());
    }
    become(33);
    names<3>(0x6u);
    if (!LeavesFirst) {
      EXPECT_FALSE(met(3));
      become(35); // Nobody names it.
      leavesCalls(*ownSlot());
      EXPECT_FALSE(met(3));
      become(34);
      leavesCalls(*ownSlot());
    }
    ASSERT_TRUE(met(3));
    EXPECT_EQ(TheResults[3].Who[0].Threads[0], 33u);
    EXPECT_EQ(TheResults[3].Who[1].Threads[0], 34u);
    EXPECT_EQ(TheResults[3].Who[0].Interval, 2u);
  }
}

TEST_F(Recorder, LanesOfOtherWarpsBlocksAndLaunchesAreNotMissed) {
  gridDim = {2, 1, 1};
  start(0);
  names<3>(0x3u);
  for (auto [Thread, Block] : {std::pair(33u, 0u), std::pair(1u, 1u)}) {
    start(Thread, Block);
    leavesCalls(*ownSlot());
  }
  EXPECT_FALSE(met(3));
  become(1);
  Passed Later = {8, 1, 0, 0, 0, 0, {}};
  leavesCalls(Later);
  EXPECT_FALSE(met(3)) << "that is another launch";
}

TEST_F(Recorder, AllThatAreNamedComeToEachCall) {
  for (unsigned Thread : {1u, 2u})
    start(Thread);
  for (unsigned Call = 0; Call < 3; ++Call)
    for (unsigned Thread : {1u, 2u}) {
      become(Thread);
      names<3>(0x6u);
    }
  for (unsigned Thread : {1u, 2u}) {
    become(Thread);
    leavesCalls(*ownSlot());
  }
  EXPECT_FALSE(met(3));
  EXPECT_EQ(TheResults[3].Reached[0], 6u);
}

TEST_F(Recorder, ThreadsAtOnce) {
  for (bool WithBarrier : {false, true}) {
    SetUp();
    pthread_barrier_t Whole;
    pthread_barrier_init(&Whole, nullptr, 64);
    std::vector<std::thread> Threads;
    for (unsigned Thread = 0; Thread < 64; ++Thread)
      Threads.emplace_back([&, Thread] {
        start(Thread);
        at<0>(&Cells[Thread]);
        if (WithBarrier) {
          pthread_barrier_wait(&Whole);
          passedBlockBarrier();
        }
        at<1>(&Cells[63 - Thread]);
      });
    for (std::thread &Thread : Threads)
      Thread.join();
    pthread_barrier_destroy(&Whole);
    EXPECT_EQ(met(), !WithBarrier);
    if (!WithBarrier) {
      EXPECT_EQ(TheResults[0].Who[0].Threads[0] +
                    TheResults[0].Who[1].Threads[0],
                63u);
    }
  }
}

TEST(Trials, OnlyWhatStopsTheDeviceIsAFault) {
  for (int Error : {700, 716, 719})
    EXPECT_TRUE(isFault(Error)) << Error;
  // An invalid value, no memory, an invalid configuration, too many resources.
  for (int Error : {0, 1, 2, 9, 701})
    EXPECT_FALSE(isFault(Error)) << Error;
}

} // namespace recorder_test
