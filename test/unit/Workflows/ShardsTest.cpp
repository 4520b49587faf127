//===--- ShardsTest.cpp - Parts of an audit -------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/Shards.h"
#include "gtest/gtest.h"

namespace shards_test {
using namespace warplint;

TEST(ShardsTest, AShardIsANumberOfParts) {
  auto Part = audit::parseShard("2/8");
  ASSERT_TRUE(Part);
  EXPECT_EQ(Part->Index, 2u);
  EXPECT_EQ(Part->Count, 8u);
  EXPECT_TRUE(audit::parseShard("65536/65536"));
  for (const char *Wrong : {"", "2", "0/8", "9/8", "1/65537", "-1/8", "1/8/2",
                            "a/b", "1/", "/8", " 1/8"})
    EXPECT_FALSE(audit::parseShard(Wrong)) << Wrong;
}

TEST(ShardsTest, MissingOnesAreNamed) {
  EXPECT_EQ(audit::missingShards({}), "");
  EXPECT_EQ(audit::missingShards({{1, 2}, {2, 2}}), "");
  EXPECT_EQ(audit::missingShards({{2, 2}, {2, 2}}),
            "of 2 shards these are missing: 1");
  EXPECT_EQ(audit::missingShards({{1, 4}, {3, 4}}),
            "of 4 shards these are missing: 2 4");
  EXPECT_EQ(audit::missingShards({{1, 4}, {2, 3}}),
            "they are parts of different audits: of 4 and of 3 shards");
}

TEST(ShardsTest, OfManyMissingOnesTheFirstAreNamed) {
  std::string Text = audit::missingShards({{1, 100}});
  EXPECT_NE(Text.find(" 2 3 "), std::string::npos);
  EXPECT_NE(Text.find(" 21 and 79 more"), std::string::npos);
}

} // namespace shards_test
