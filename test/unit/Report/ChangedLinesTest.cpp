//===--- ChangedLinesTest.cpp - Which lines a change touches --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/ChangedLines.h"
#include "MadeReport.h"
#include "gtest/gtest.h"

namespace changed_lines_test {
using namespace warplint;

static report::ChangedLines read(llvm::StringRef Text) {
  auto Read = report::ChangedLines::fromUnifiedDiff(Text);
  if (Read)
    return *Read;
  ADD_FAILURE() << llvm::toString(Read.takeError());
  return report::ChangedLines();
}

static std::string errorOf(llvm::StringRef Text) {
  auto Read = report::ChangedLines::fromUnifiedDiff(Text);
  return Read ? "" : llvm::toString(Read.takeError());
}

static bool touches(const report::ChangedLines &Lines, std::string File,
                    unsigned Line) {
  return Lines.touches(finding("sync-mask", std::move(File), Line, "x"));
}

/// The numbers of the lines of `File`, up to 20, that \p Lines touches.
static std::vector<unsigned> linesOf(const report::ChangedLines &Lines,
                                     const std::string &File) {
  std::vector<unsigned> Result;
  for (unsigned Line = 1; Line <= 20; ++Line)
    if (touches(Lines, File, Line))
      Result.push_back(Line);
  return Result;
}

using Numbers = std::vector<unsigned>;

TEST(ChangedLines, AddedLinesOfEachHunk) {
  report::ChangedLines Lines =
      read("diff --git a/src/a.cu b/src/a.cu\n"
           "index 1..2 100644\n"
           "--- a/src/a.cu\n+++ b/src/a.cu\n"
           "@@ -2,3 +2,4 @@ kernel\n one\n+new\n two\n three\n"
           "@@ -10 +11,2 @@\n-old\n+new\n+new\n");
  EXPECT_EQ(linesOf(Lines, "src/a.cu"), Numbers({3, 11, 12}));
  EXPECT_EQ(linesOf(Lines, "a.cu"), Numbers());
}

TEST(ChangedLines, WhatIsInAHunkIsNoHead) {
  report::ChangedLines Lines = read("--- a/a.cu\n+++ b/a.cu\n"
                                    "@@ -1,2 +1,2 @@\n--- a/x\n-@@ -1 +1 @@\n"
                                    "+++ b/x\n+diff --cc z\n");
  EXPECT_EQ(linesOf(Lines, "a.cu"), Numbers({1, 2}));
  EXPECT_FALSE(touches(Lines, "x", 1));
}

TEST(ChangedLines, NeighboursOfRemovedLines) {
  report::ChangedLines Lines =
      read("--- a/a.cu\n+++ b/a.cu\n"
           "@@ -5,2 +4,0 @@\n-x\n-y\n@@ -1 +0,0 @@\n-z\n");
  EXPECT_EQ(linesOf(Lines, "a.cu"), Numbers({1, 4, 5}));
}

TEST(ChangedLines, ABarrierThatWasTakenAwayBetweenTwoOperations) {
  report::ChangedLines Lines =
      read("--- a/a.cu\n+++ b/a.cu\n@@ -10 +9,0 @@\n-s();\n");
  report::ReportedFinding Race =
      finding("shared-memory-race", "a.cu", 12, "read");
  EXPECT_FALSE(Lines.touches(Race));
  Race.Notes = {{place("a.cu", 4, "write"), "", NoteRole::Operation}};
  EXPECT_TRUE(Lines.touches(Race));
  Race.Notes[0].Role = NoteRole::Reason;
  EXPECT_FALSE(Lines.touches(Race));
  Race.Notes = {{place("a.cu", 11, "write"), "", NoteRole::Operation}};
  EXPECT_FALSE(Lines.touches(Race));
  Race.Notes = {{place("b.cu", 4, "write"), "", NoteRole::Operation}};
  EXPECT_FALSE(Lines.touches(Race));
}

TEST(ChangedLines, ABarrierThatBecameAnotherBetweenTwoOperations) {
  report::ChangedLines Lines =
      read("--- a/a.cu\n+++ b/a.cu\n@@ -8 +8,2 @@\n-s();\n+w();\n+w();\n");
  report::ReportedFinding Race =
      finding("shared-memory-race", "a.cu", 12, "read");
  Race.Notes = {{place("a.cu", 4, "write"), "", NoteRole::Operation}};
  EXPECT_TRUE(Lines.touches(Race));
  // Nothing was taken away: what is new cannot be why there is no barrier.
  Lines = read("--- a/a.cu\n+++ b/a.cu\n@@ -7,0 +8 @@\n+w();\n");
  EXPECT_FALSE(Lines.touches(Race));
}

TEST(ChangedLines, NotesAndThreads) {
  report::ChangedLines Lines =
      read("--- a/a.cu\n+++ b/a.cu\n@@ -0,0 +3 @@\n+x\n");
  report::ReportedFinding F = finding("sync-mask", "b.cu", 1, "x");
  F.Notes = {{place("a.cu", 3, "x"), "why", NoteRole::Reason}};
  EXPECT_TRUE(Lines.touches(F));
  F.Notes.clear();
  F.Shown.emplace();
  F.Shown->Threads = {
      {{0, 0, 0}, std::nullopt, "writes", place("a.cu", 3, "")}};
  EXPECT_TRUE(Lines.touches(F));
  F.Shown->Threads[0].At.Line = 4;
  EXPECT_FALSE(Lines.touches(F));
}

TEST(ChangedLines, Names) {
  report::ChangedLines Lines =
      read("--- a/my dir/a b.cu\t\n+++ b/my dir/a b.cu\t\n@@ -1 +1 @@\n-a\n+b\n"
           "--- \"a/q\\\"\\303\\251\\t.cu\"\n+++ \"b/q\\\"\\303\\251\\t.cu\"\n"
           "@@ -1 +1 @@\n-a\n+b\n"
           "--- old/plain.cu\t2026-01-01\n+++ new/plain.cu\t2026-01-02\n"
           "@@ -1 +1 @@\n-a\n+b\n"
           "--- i/mnemonic.cu\n+++ w/mnemonic.cu\n@@ -1 +1 @@\n-a\n+b\n"
           "--- /dev/null\n+++ b/new.cu\n@@ -0,0 +1 @@\n+b\n");
  for (const char *Name :
       {"my dir/a b.cu", "q\"é\t.cu", "new/plain.cu", "mnemonic.cu", "new.cu"})
    EXPECT_EQ(linesOf(Lines, Name), Numbers({1})) << Name;
}

TEST(ChangedLines, RenamedAndDeleted) {
  report::ChangedLines Lines =
      read("diff --git a/old.cu b/new.cu\nsimilarity index 90%\n"
           "rename from old.cu\nrename to new.cu\n--- a/old.cu\n+++ b/new.cu\n"
           "@@ -2 +2 @@\n-a\n+b\n"
           "diff --git a/moved.cu b/there.cu\nsimilarity index 100%\n"
           "rename from moved.cu\nrename to there.cu\n"
           "diff --git a/gone.cu b/gone.cu\ndeleted file mode 100644\n"
           "--- a/gone.cu\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n");
  EXPECT_EQ(linesOf(Lines, "new.cu"), Numbers({2}));
  for (const char *Name : {"old.cu", "moved.cu", "there.cu", "gone.cu"})
    EXPECT_EQ(linesOf(Lines, Name), Numbers()) << Name;
}

TEST(ChangedLines, LineEnds) {
  // A source with CRLF, then a diff that was itself written with CRLF.
  EXPECT_EQ(linesOf(read("--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n-x\r\n+y\r\n"
                         " z\r\n"),
                    "a.cu"),
            Numbers({1}));
  EXPECT_EQ(linesOf(read("--- a/a.cu\r\n+++ b/a.cu\r\n@@ -1 +1 @@\r\n-x\r\n"
                         "+y\r\n\\ No newline at end of file\r\n"),
                    "a.cu"),
            Numbers({1}));
}

TEST(ChangedLines, CarriageReturnsMakeOtherLines) {
  for (const char *Text : {"+a\rb", "+a\r\r", " a\rb", "-a\rb"}) {
    std::string Rest = Text[0] == ' ' ? "" : "\n x";
    report::ChangedLines Lines = read(
        std::string("--- a/a.cu\n+++ b/a.cu\n@@ -1") +
        (Text[0] == '+'   ? ""
         : Text[0] == '-' ? ",2"
                          : "") +
        " +1" + (Text[0] == '+' ? ",2" : "") + " @@\n" + Text + Rest + "\n");
    EXPECT_TRUE(touches(Lines, "a.cu", 17)) << Text;
  }
  EXPECT_TRUE(report::hasLoneReturn("a\r"));
  EXPECT_TRUE(report::hasLoneReturn("a\n\rb\r\n"));
  EXPECT_FALSE(report::hasLoneReturn("a\r\nb\n\r\n"));
  report::ChangedLines Lines =
      read("--- a/a.cu\n+++ b/a.cu\n@@ -1 +1 @@\n-x\n+y\n");
  Lines.addWholeIf([](llvm::StringRef File) { return File == "a.cu"; });
  EXPECT_TRUE(touches(Lines, "a.cu", 17));
  report::ChangedLines Around;
  Around.addAll(Lines, "sub/");
  EXPECT_TRUE(touches(Around, "sub/a.cu", 17));
  EXPECT_FALSE(touches(Around, "a.cu", 17));
}

TEST(ChangedLines, LinksAndWhatBecomesSource) {
  report::ChangedLines Lines =
      read("diff --git a/l.cu b/l.cu\nindex 1..2 120000\n--- a/l.cu\n"
           "+++ b/l.cu\n@@ -1 +1 @@\n-a.cu\n\\ No newline at end of file\n"
           "+b.cu\n\\ No newline at end of file\n"
           "diff --git a/n.txt b/n.cu\nsimilarity index 100%\n"
           "rename from n.txt\nrename to n.cu\n"
           "diff --git a/o.cu \"b/\\303\\251.cu\"\nsimilarity index 100%\n"
           "copy from o.cu\ncopy to \"\\303\\251.cu\"\n"
           "diff --git a/p.cu b/q.cu\nsimilarity index 100%\n"
           "rename from p.cu\nrename to q.cu\n"
           "diff --git a/r.cu b/s.cu\nsimilarity index 90%\n"
           "rename from r.cu\nrename to s.cu\nindex 1..2 100644\n"
           "Binary files a/r.cu and b/s.cu differ\n");
  for (const char *Name : {"s.cu", "l.cu", "n.cu", "é.cu", "\xef\xbf\xbd.cu"})
    EXPECT_TRUE(touches(Lines, Name, 17)) << Name;
  for (const char *Name : {"o.cu", "q.cu", "n.txt"})
    EXPECT_FALSE(touches(Lines, Name, 1)) << Name;
}

TEST(ChangedLines, WhatHasNoLinesIsNewAsAWhole) {
  report::ChangedLines Lines =
      read("diff --git a/x and y.cu b/x and y.cu\nindex 1..2 100644\n"
           "Binary files a/x and y.cu and b/x and y.cu differ\n"
           "diff --git a/third_party/lib b/third_party/lib\n"
           "index 1111111..2222222 160000\n"
           "--- a/third_party/lib\n+++ b/third_party/lib\n@@ -1 +1 @@\n"
           "-Subproject commit 1111111\n+Subproject commit 2222222\n");
  EXPECT_TRUE(touches(Lines, "x and y.cu", 17));
  EXPECT_TRUE(touches(Lines, "third_party/lib/src/a.cuh", 17));
  EXPECT_FALSE(touches(Lines, "third_party/library.cuh", 1));
  Lines.addWhole("new.cu");
  EXPECT_TRUE(touches(Lines, "new.cu", 1));
}

TEST(ChangedLines, NamesThatMeanOneFile) {
  report::ChangedLines Lines =
      read("--- a/real/a.cu\n+++ b/real/a.cu\n@@ -0,0 +2 @@\n"
           "+x\n--- a/link/a.cu\n+++ b/link/a.cu\n"
           "@@ -0,0 +5 @@\n+x\n");
  Lines.nameFilesBy([](llvm::StringRef Name) {
    return "/root/" + Name.substr(Name.find('/') + 1).str();
  });
  EXPECT_EQ(linesOf(Lines, "other/a.cu"), Numbers({2, 5}));
  Lines.addWhole("any/b.cu");
  EXPECT_TRUE(touches(Lines, "real/b.cu", 1));
}

TEST(ChangedLines, NoDiff) {
  EXPECT_TRUE(read("").empty());
  EXPECT_TRUE(read("\n").empty());
  EXPECT_EQ(errorOf("hello\n"), "it holds no unified diff");
  std::string Head = "--- a/a.cu\n+++ b/a.cu\n";
  EXPECT_EQ(errorOf(Head + "@@ what @@\n"),
            "line 3: '@@ what @@' does not begin a hunk of a unified diff");
  EXPECT_EQ(errorOf(Head + "@@ -1,2 +1,2 @@\n x\n"),
            "line 4: the diff ends inside a hunk");
  EXPECT_EQ(errorOf(Head + "@@ -1 +1 @@\n-x\n-y\n+z\n"),
            "line 5: the lines of a hunk are not as many as it says");
  EXPECT_EQ(errorOf("diff --cc a.cu\n"),
            "line 1: this is a merge's diff of several revisions; give one "
            "between two");
}

TEST(ChangedLines, FilterCountsWhatItLeavesOut) {
  report::Report R;
  R.Findings = {finding("sync-mask", "a.cu", 1, "x"),
                finding("sync-mask", "a.cu", 2, "x")};
  R.settle();
  read("--- a/a.cu\n+++ b/a.cu\n@@ -0,0 +2 @@\n+x\n").filter(R);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].At.Line, 2u);
  EXPECT_EQ(R.Summary.Findings, 1u);
  EXPECT_EQ(R.Summary.Unchanged, 1u);
}

} // namespace changed_lines_test
