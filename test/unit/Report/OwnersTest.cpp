//===--- OwnersTest.cpp - Who owns which files ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Owners.h"
#include "MadeReport.h"
#include "gtest/gtest.h"

namespace owners_test {
using namespace warplint;

using report::matchesPattern;

TEST(OwnersPattern, NamesWithoutASlashMatchAtAnyDepth) {
  EXPECT_TRUE(matchesPattern("a.cu", "*"));
  EXPECT_TRUE(matchesPattern("src/deep/a.cu", "*"));
  EXPECT_TRUE(matchesPattern("src/deep/a.cu", "*.cu"));
  EXPECT_FALSE(matchesPattern("src/deep/a.cuh", "*.cu"));
  EXPECT_TRUE(matchesPattern("src/apps/a.cu", "apps/"));
  EXPECT_FALSE(matchesPattern("src/apps", "apps/"));
  EXPECT_TRUE(matchesPattern("src/kernels/a.cu", "kernels"));
}

TEST(OwnersPattern, PathsBeginAtTheRoot) {
  EXPECT_TRUE(matchesPattern("src/a.cu", "/src/"));
  EXPECT_TRUE(matchesPattern("src/deep/a.cu", "src/deep"));
  EXPECT_FALSE(matchesPattern("lib/src/deep/a.cu", "src/deep"));
  EXPECT_TRUE(matchesPattern("docs/a.md", "docs/*"));
  EXPECT_FALSE(matchesPattern("docs/build/a.md", "docs/*"));
  EXPECT_TRUE(matchesPattern("docs/build/a.md", "docs/**"));
  EXPECT_TRUE(matchesPattern("a/b/c/d.cu", "a/**/d.cu"));
  EXPECT_TRUE(matchesPattern("a/d.cu", "a/**/d.cu"));
  EXPECT_FALSE(matchesPattern("a/b/e.cu", "a/**/d.cu"));
  EXPECT_TRUE(matchesPattern("src/k1.cu", "/src/k?.cu"));
}

TEST(OwnersPattern, ManyStarsTakeNoLongTime) {
  std::string Name(2000, 'a'), Stars;
  for (int I = 0; I < 500; ++I)
    Stars += "*a";
  EXPECT_FALSE(matchesPattern(Name, Stars + "b"));
}

TEST(Owners, TheLastPatternThatMatchesCounts) {
  report::Owners Of("# who\n\n* @all\n[Kernels]\n/src/ @gpu ada@x.org # team\n"
                    "/src/free.cu\n");
  EXPECT_EQ(Of.of("readme"), std::vector<std::string>({"@all"}));
  EXPECT_EQ(Of.of("src/a.cu"), std::vector<std::string>({"@gpu", "ada@x.org"}));
  EXPECT_TRUE(Of.of("src/free.cu").empty());
  report::Report R;
  R.Findings = {finding("x", "src/a.cu", 1, "")};
  Of.addTo(R);
  EXPECT_EQ(R.Findings[0].Owners.front(), "@gpu");
}

} // namespace owners_test
