//===--- ParticipationTest.cpp - Whom an operation waits for --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/Participation.h"
#include "AnalysedKernel.h"
#include "Analysis/Participation/PathsToEnd.h"
#include "Analysis/Participation/SplitWaits.h"

namespace participation_test {
using namespace warplint;
using namespace warplint::test;

/// A kernel in a block of 128 threads, and its synchronization.
struct Barriers {
  explicit Barriers(const std::string &Body)
      : Kernel("__device__ inline void sync(int id, int n) {"
               "  asm volatile(\"bar.sync %0, %1;\" ::\"r\"(id), \"r\"(n));"
               "}"
               "__device__ inline void any(int id, int n) {"
               "  asm volatile(\"barrier.sync %0, %1;\" ::\"r\"(id), \"r\"(n));"
               "}"
               "__global__ void k(int n, int *out) {" +
                   Body + "}",
               launch({128, 1, 1})),
        All(Kernel.events(Event::Kind::Sync)) {}
  std::vector<bool> needAll() const {
    std::vector<bool> Found;
    for (const Event *E : All)
      Found.push_back(participation::needsAllThreads(Kernel.facts(), *E));
    return Found;
  }
  Texts branchesOver(size_t I) const {
    return Kernel.conditions(
        participation::divergentBranches(Kernel.facts(), *All.at(I)));
  }

  AnalysedKernel Kernel;
  std::vector<const Event *> All;
};

using Answers = std::vector<bool>;

TEST(ParticipationTest, BarriersOfTheBlockNeedAll) {
  EXPECT_EQ(Barriers("__syncthreads(); __syncthreads_or(n);").needAll(),
            Answers({true, true}));
  EXPECT_EQ(Barriers("__syncwarp(); __threadfence();").needAll(),
            Answers({false, false}));
}

TEST(ParticipationTest, ANumberedBarrierThatCountsWaitsForSo) {
  EXPECT_EQ(Barriers("asm volatile(\"bar.sync 1;\"); sync(1, 128);").needAll(),
            Answers({true, false}));
}

TEST(ParticipationTest, OneNumberIsOneBarrier) {
  Barriers B("sync(1, 128); sync(1, 128); sync(2, 128); sync(n, 128);");
  ASSERT_EQ(B.All.size(), 4u);
  EXPECT_TRUE(participation::areOfOneBarrier(*B.All[0], *B.All[1]));
  EXPECT_FALSE(participation::areOfOneBarrier(*B.All[0], *B.All[2]));
  EXPECT_FALSE(participation::areOfOneBarrier(*B.All[0], *B.All[3]));
}

TEST(ParticipationTest, PathsMeetAtTheSameBarriersInOrder) {
  Barriers B("any(1, 128); any(1, 128); any(2, 128);");
  ASSERT_EQ(B.All.size(), 3u);
  auto [One, Same, Two] = std::tuple(B.All[0], B.All[1], B.All[2]);
  EXPECT_TRUE(
      participation::meetAtOneBarrier({One}, {Same}, /*WarpsStayWhole=*/false));
  EXPECT_TRUE(participation::meetAtOneBarrier({One, Two}, {Same, Two}, false));
  EXPECT_FALSE(participation::meetAtOneBarrier({One, Two}, {Two, One}, false));
  EXPECT_FALSE(participation::meetAtOneBarrier({One}, {Same, Two}, false));
  EXPECT_FALSE(participation::meetAtOneBarrier({One}, {}, false));
}

TEST(ParticipationTest, AlignedBarriersWantWholeWarps) {
  Barriers B("sync(1, 128); sync(1, 128);");
  ASSERT_EQ(B.All.size(), 2u);
  EXPECT_TRUE(participation::meetAtOneBarrier({B.All[0]}, {B.All[1]},
                                              /*WarpsStayWhole=*/true));
  EXPECT_FALSE(participation::meetAtOneBarrier({B.All[0]}, {B.All[1]},
                                               /*WarpsStayWhole=*/false));
}

TEST(SplitWaitsTest, BranchesThatSomeThreadsTakeAreNamed) {
  Barriers B("if (n > 3) { if (threadIdx.x < 7) __syncthreads(); }");
  EXPECT_EQ(B.branchesOver(0), Texts({"threadIdx.x < 7"}));
  EXPECT_EQ(Barriers("if (n > 3) __syncthreads();").branchesOver(0), Texts());
  EXPECT_EQ(Barriers("if (threadIdx.x < 64) { if (threadIdx.x < 7) "
                     "__syncthreads(); }")
                .branchesOver(0),
            Texts({"threadIdx.x < 7", "threadIdx.x < 64"}));
}

TEST(SplitWaitsTest, WarpsMayWaitForTheClusterAlone) {
  const std::string Arrive = "asm volatile(\"barrier.cluster.arrive;\");",
                    Wait = "asm volatile(\"barrier.cluster.wait;\");";
  Barriers Warps(Arrive + "if (threadIdx.x < 64) " + Wait);
  ASSERT_EQ(Warps.All.size(), 2u);
  EXPECT_EQ(Warps.branchesOver(1), Texts());
  // The other lanes of the warp do not come, nor exit.
  Barriers Lanes(Arrive + "if (threadIdx.x < 7) " + Wait +
                 "out[threadIdx.x] = n; __syncthreads();");
  EXPECT_EQ(Lanes.branchesOver(1), Texts({"threadIdx.x < 7"}));
}

/// Threads for which `threadIdx.x < 40` does not hold wait for nobody.
bool endsAlone(const std::string &Body) {
  Barriers B(Body);
  return participation::PathsToEnd(B.Kernel.facts())
      .from(B.Kernel.branchOn("threadIdx.x < 40"), 1)
      .has_value();
}

TEST(PathsToEndTest, WhoPassesByMayWaitElsewhere) {
  const std::string Guarded = "if (threadIdx.x < 40) __syncthreads();";
  EXPECT_TRUE(endsAlone(Guarded));
  EXPECT_TRUE(endsAlone(Guarded + "out[threadIdx.x] = n;"));
  EXPECT_FALSE(endsAlone(Guarded + "__syncthreads();"));
  EXPECT_FALSE(endsAlone(Guarded + "__syncwarp();"));
}

TEST(PathsToEndTest, WhatDecidesStaysAsItIs) {
  EXPECT_TRUE(endsAlone("for (int i = 0; i < n; ++i)"
                        "  if (threadIdx.x < 40) __syncthreads();"));
  EXPECT_FALSE(endsAlone("for (int i = 0; i < n; ++i) {"
                         "  if (threadIdx.x < 40) out[i] = n;"
                         "  if (threadIdx.x < 40 + i) __syncthreads(); }"));
}

} // namespace participation_test
