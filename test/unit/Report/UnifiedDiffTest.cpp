//===--- UnifiedDiffTest.cpp - What makes one text of another -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/UnifiedDiff.h"
#include "gtest/gtest.h"

namespace unified_diff_test {
using namespace warplint;

using report::unifiedDiff;

TEST(UnifiedDiff, EqualTextsHaveNone) {
  EXPECT_EQ(unifiedDiff("a.cu", "x\n", "x\n"), "");
}

TEST(UnifiedDiff, NearChangesShareAHunk) {
  EXPECT_EQ(unifiedDiff("d/a.cu", "1\n2\n3\n4\n5\n6\n", "1\nb\n3\n4\n6\n"),
            "--- a/d/a.cu\n+++ b/d/a.cu\n@@ -1,6 +1,5 @@\n"
            " 1\n-2\n+b\n 3\n 4\n-5\n 6\n");
}

TEST(UnifiedDiff, FarChangesHaveHunksOfTheirOwn) {
  std::string Old, New;
  for (int I = 1; I <= 20; ++I) {
    Old += std::to_string(I) + "\n";
    New += std::to_string(I) + "\n";
    if (I == 2 || I == 18)
      New += "new\n";
  }
  EXPECT_EQ(unifiedDiff("a", Old, New),
            "--- a/a\n+++ b/a\n"
            "@@ -1,5 +1,6 @@\n 1\n 2\n+new\n 3\n 4\n 5\n"
            "@@ -16,5 +17,6 @@\n 16\n 17\n 18\n+new\n 19\n 20\n");
}

TEST(UnifiedDiff, SaysWhereTheLastLineHasNoEnd) {
  EXPECT_EQ(unifiedDiff("a", "1\n2", "1\n2\n"),
            "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n-2\n"
            "\\ No newline at end of file\n+2\n");
  EXPECT_EQ(unifiedDiff("a", "", "1\n"),
            "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+1\n");
}

TEST(UnifiedDiff, TextsWithLittleInCommonAreReplaced) {
  std::string Old, New;
  for (int I = 0; I < 2000; ++I) {
    Old += "a" + std::to_string(I) + "\n";
    New += "b" + std::to_string(I) + "\n";
  }
  std::string Text = unifiedDiff("a", Old, New);
  EXPECT_EQ(Text.find("@@ -1,2000 +1,2000 @@"), 16u);
}

} // namespace unified_diff_test
