//===--- PagesTest.cpp - Markdown in the terminal -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Pages.h"
#include "gtest/gtest.h"

namespace pages_test {
using namespace warplint;

TEST(Pages, ParagraphsAreWrapped) {
  EXPECT_EQ(report::renderPage("one two three\nfour five six seven", 20),
            "one two three four\nfive six seven\n");
}

TEST(Pages, ListsHangAndCodeStays) {
  EXPECT_EQ(
      report::renderPage("- one two three four\n  five\n- six\n\n```cuda\n"
                         "if (a)   b; // *not* `this` [x](y)\n```\n",
                         20),
      "- one two three four\n  five\n- six\n\n"
      "    if (a)   b; // *not* `this` [x](y)\n");
}

TEST(Pages, MarksGoAndWordsStay) {
  EXPECT_EQ(report::renderPage(
                "# Title\n\nSee [the page](a.md): *this* is `a * b*c`, "
                "2 * 3.",
                80),
            "Title\n=====\n\nSee the page: this is a * b*c, 2 * 3.\n");
}

TEST(Pages, RowsOfTablesBecomeItems) {
  EXPECT_EQ(report::renderPage("| a | b |\n|---|:-:|\n| 1 | `x` |\n", 80),
            "a / b:\n- 1 / x\n");
  EXPECT_EQ(report::renderPage("| | |\n|---|---|\n| 1 | 2 |\n", 80),
            "- 1 / 2\n");
}

TEST(Pages, LinksToOtherPagesKeepTheirNames) {
  EXPECT_EQ(report::renderPage("See [limits](../limitations.md#x) and "
                               "[this](sync-mask.md).",
                               80),
            "See limits (docs/limitations.md) and this.\n");
}

TEST(Pages, AnUnknownCheckHasNoPage) {
  EXPECT_EQ(report::pageOf("no-such-check"), "");
  EXPECT_EQ(report::summaryParagraph("no-such-check", "else"), "else");
}

TEST(Pages, EveryPageIsWhole) {
  llvm::StringRef Page = report::pageOf("divergent-barrier");
  EXPECT_TRUE(Page.starts_with("# warplint-divergent-barrier\n"));
  EXPECT_TRUE(Page.contains("\n## Limits\n"));
  EXPECT_TRUE(llvm::StringRef(report::summaryParagraph("divergent-barrier", ""))
                  .starts_with("A barrier reached under a condition"));
}

} // namespace pages_test
