//===--- LimitsTest.cpp - Limits of NVIDIA's GPUs -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Limits.h"
#include "gtest/gtest.h"

namespace limits_test {
using namespace warplint;

TEST(Limits, BlocksAreMadeOfWholeWarps) {
  EXPECT_EQ(MaxWarpsPerBlock * LanesPerWarp, MaxThreadsPerBlock);
  for (int64_t Most : MaxBlockDim)
    EXPECT_LE(Most, MaxThreadsPerBlock);
}

TEST(Limits, ResidentBlocks) {
  EXPECT_EQ(mostResidentBlocks(1024, 0), 2 * MaxMultiprocessors);
  EXPECT_EQ(mostResidentBlocks(1000, 0), 2 * MaxMultiprocessors);
  EXPECT_EQ(mostResidentBlocks(32, 0), 32 * MaxMultiprocessors);
  EXPECT_EQ(mostResidentBlocks(0, 0), 32 * MaxMultiprocessors);
  EXPECT_EQ(mostResidentBlocks(32, 100 * 1024), 2 * MaxMultiprocessors);
  EXPECT_EQ(surelyResidentBlocks(1024), 1);
  EXPECT_EQ(surelyResidentBlocks(256), 4);
  EXPECT_EQ(surelyResidentBlocks(32), 16);
  EXPECT_EQ(surelyResidentBlocks(0), 1);
}

} // namespace limits_test
