//===--- CheckedTest.cpp - Arithmetic on numbers of a program -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Checked.h"
#include "gtest/gtest.h"

namespace checked_test {
using namespace warplint;

constexpr int64_t Least = std::numeric_limits<int64_t>::min(),
                  Most = std::numeric_limits<int64_t>::max();

using Number = std::optional<int64_t>;

TEST(Checked, WhatFitsIsKnown) {
  EXPECT_EQ(Number(base::Checked(Most) + 0), Most);
  EXPECT_EQ(Number(base::Checked(Least) - -1), Least + 1);
  EXPECT_EQ(Number(base::Checked(-7) * 6), -42);
  EXPECT_EQ(Number(base::Checked(-7) / 2), -3);
  EXPECT_EQ(Number(base::Checked(-7) % 2), -1);
  EXPECT_EQ(Number(base::Checked(-7) << 2), -28);
  EXPECT_EQ(Number(base::Checked(-7) >> 1), -4);
  EXPECT_EQ(Number(-base::Checked(Most)), -Most);
}

TEST(Checked, WhatOverflowsIsNot) {
  EXPECT_FALSE(base::Checked(Most) + 1);
  EXPECT_FALSE(base::Checked(Least) - 1);
  EXPECT_FALSE(base::Checked(Least) * -1);
  EXPECT_FALSE(base::Checked(Most) * Most);
  EXPECT_FALSE(-base::Checked(Least));
  EXPECT_FALSE(base::absolute(Least));
  EXPECT_FALSE(base::Checked(1) << 63);
  EXPECT_FALSE(base::Checked(Most) << 1);
}

TEST(Checked, WhatIsNotDefinedIsNot) {
  for (int64_t Of : {Least, int64_t(-1), int64_t(0), Most}) {
    EXPECT_FALSE(base::Checked(Of) / 0);
    EXPECT_FALSE(base::Checked(Of) % 0);
    for (int64_t By : {Least, int64_t(-1), int64_t(64), Most}) {
      EXPECT_FALSE(base::Checked(Of) << By);
      EXPECT_FALSE(base::Checked(Of) >> By);
    }
  }
  EXPECT_FALSE(base::Checked(Least) / -1);
  EXPECT_FALSE(base::Checked(Least) % -1);
}

TEST(Checked, NothingComesOfWhatIsNotKnown) {
  base::Checked Unknown;
  EXPECT_FALSE(Unknown + 1);
  EXPECT_FALSE(1 - Unknown);
  EXPECT_FALSE(Unknown * 0);
  EXPECT_FALSE(0 / Unknown);
  EXPECT_FALSE(1 << Unknown);
  EXPECT_EQ(Unknown.orElse(3), 3);
  Unknown = 1;
  Unknown += 2;
  Unknown *= Most;
  EXPECT_FALSE(Unknown);
}

TEST(Checked, Sizes) {
  EXPECT_EQ(base::magnitude(Least), uint64_t(1) << 63);
  EXPECT_EQ(base::magnitude(-3), 3u);
  EXPECT_EQ(base::magnitude(Most), uint64_t(Most));
}

TEST(Checked, Truncated) {
  EXPECT_EQ(base::truncated(0x1ff, 8, false), 0xff);
  EXPECT_EQ(base::truncated(0x1ff, 8, true), -1);
  EXPECT_EQ(base::truncated(-1, 63, false), Most);
  EXPECT_EQ(base::truncated(Least, 1, true), 0);
  for (uint64_t Bits : {0, 64, 128})
    EXPECT_EQ(base::truncated(Least, Bits, true), Least);
}

TEST(Checked, Multiples) {
  EXPECT_TRUE(base::isMultipleOf(Least, -1));
  EXPECT_TRUE(base::isMultipleOf(Least, Least));
  EXPECT_FALSE(base::isMultipleOf(Most, Least));
  EXPECT_TRUE(base::isMultipleOf(0, 0));
  EXPECT_FALSE(base::isMultipleOf(1, 0));
  EXPECT_FALSE(base::isMultipleOf(base::Checked(), 1));
  EXPECT_EQ(base::lowestBit(Least), Least);
  EXPECT_EQ(base::lowestBit(-96), 32);
  EXPECT_EQ(base::euclideanModulo(Least, Most), Most - 1);
  EXPECT_EQ(base::euclideanModulo(-1, Most), Most - 1);
  EXPECT_EQ(base::euclideanModulo(7, 4), 3);
  EXPECT_FALSE(base::commonDivisor(Least, 0));
  EXPECT_EQ(Number(base::commonDivisor(Least, 96)), 32);
  EXPECT_EQ(Number(base::commonDivisor(0, 0)), 0);
}

} // namespace checked_test
