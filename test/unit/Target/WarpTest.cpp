//===--- WarpTest.cpp - Lanes of a warp and masks of them -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Warp.h"
#include "gtest/gtest.h"

namespace warp_test {
using namespace warplint;

TEST(Warp, NumbersOfThreadsAreWarpAndLane) {
  for (int64_t Thread : {0, 1, 31, 32, 33, 1023}) {
    EXPECT_EQ(Thread & LaneBits, Thread % LanesPerWarp);
    EXPECT_EQ(Thread >> LaneBitCount, Thread / LanesPerWarp);
  }
}

TEST(Warp, MasksHaveABitForEachLane) {
  EXPECT_EQ(laneCount(AllLanes), LanesPerWarp);
  LaneMask All = 0;
  for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane) {
    EXPECT_EQ(firstLanes(Lane), All);
    EXPECT_FALSE(hasLane(All, Lane));
    All |= laneBit(Lane);
    EXPECT_TRUE(hasLane(All, Lane));
    EXPECT_EQ(lowestLane(laneBit(Lane)), Lane);
  }
  EXPECT_EQ(All, AllLanes);
  EXPECT_EQ(firstLanes(LanesPerWarp), AllLanes);
  EXPECT_EQ(firstLanes(2 * LanesPerWarp), AllLanes);
}

TEST(Warp, MasksAreSpelledInHexadecimal) {
  EXPECT_EQ(hexOf(AllLanes), "0xffffffff");
  EXPECT_EQ(hexOf(laneBit(4)), "0x10");
}

} // namespace warp_test
