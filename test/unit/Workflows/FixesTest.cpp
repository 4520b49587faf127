//===--- FixesTest.cpp - Which fixes are kept -----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnTree.h"
#include "Workflows/Fixes/CheckedFixes.h"
#include "gtest/gtest.h"

namespace fixes_test {
using namespace warplint;

using namespace warplint::test;
using clang::tooling::Replacement;

/// Code in which each "bug" is a finding, told by an analysis of the text
/// alone.
class FixesTest : public testing::Test {
protected:
  void load(llvm::StringRef Text) {
    Tree.write("a.cu", Text);
    File = Tree.path("a.cu");
    Fixes.emplace(
        [this](const commands::Translation &,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
               const lint::LintOptions &) {
          return lint((*Files->getBufferForFile(File))->getBuffer());
        },
        Options, /*Unsafe=*/false);
    commands::Translation Unit;
    Unit.Directory = Tree.path("");
    lint::UnitFiles Read;
    Read.All = Read.User = {File};
    Read.Sums[File] = base::TextSum::of(Text);
    Fixes->addUnit(Unit, Read);
  }
  lint::LintedUnit lint(llvm::StringRef Text) {
    lint::LintedUnit Linted;
    ++Analyses;
    for (size_t At = Text.find("bug"); At != Text.npos;
         At = Text.find("bug", At + 1))
      Linted.Results.Findings.push_back(
          {finding(At, {}), Tier::Correctness, std::nullopt});
    if (Text.contains("syntax error"))
      Linted.Reason = "it does not parse";
    return Linted;
  }
  clang::tidy::ClangTidyError finding(unsigned Offset,
                                      const std::vector<Replacement> &Edits) {
    clang::tidy::ClangTidyError Error("warplint-x",
                                      clang::tidy::ClangTidyError::Warning,
                                      Tree.path(""), false);
    Error.Message.Message = "a bug";
    Error.Message.FilePath = File;
    Error.Message.FileOffset = Offset;
    for (const Replacement &Edit : Edits)
      EXPECT_FALSE(Error.Message.Fix[File].add(Edit));
    return Error;
  }
  void add(unsigned Offset, unsigned Length, llvm::StringRef Text,
           std::string Name = "f") {
    Fixes->addFinding(
        finding(Offset, {Replacement(File, Offset, Length, Text)}),
        std::move(Name));
  }
  std::string fixed() { return textOr("<as it was>"); }
  std::string textOr(std::string Otherwise) {
    auto Found = Fixes->texts().find(File);
    return Found == Fixes->texts().end() ? Otherwise : Found->second;
  }

  OwnTree Tree;
  std::string File;
  lint::LintOptions Options;
  std::optional<fixes::CheckedFixes> Fixes;
  unsigned Analyses = 0;
};

TEST_F(FixesTest, FixesThatHelpAreKeptTogether) {
  load("bug\nbug\n");
  add(0, 3, "one", "1");
  add(4, 3, "two", "2");
  std::vector<fixes::FixOutcome> Outcomes = Fixes->run();
  ASSERT_EQ(Outcomes.size(), 2u);
  for (const fixes::FixOutcome &Each : Outcomes)
    EXPECT_TRUE(Each.Fixed) << Each.Why;
  EXPECT_EQ(Outcomes[0].Fingerprint, "1");
  EXPECT_EQ(Outcomes[0].Line, 1u);
  EXPECT_EQ(Outcomes[1].Line, 2u);
  EXPECT_EQ(fixed(), "one\ntwo\n");
  // Before and with both.
  EXPECT_EQ(Analyses, 2u);
  EXPECT_EQ(Tree.read("a.cu"), "bug\nbug\n");
}

TEST_F(FixesTest, AFindingThatStaysSpeaksAgainstItsFix) {
  load("bug\nbug\n");
  add(0, 3, "bug // really");
  add(4, 3, "two");
  std::vector<fixes::FixOutcome> Outcomes = Fixes->run();
  EXPECT_FALSE(Outcomes[0].Fixed);
  EXPECT_EQ(Outcomes[0].Why, "the finding would still be there");
  EXPECT_TRUE(Outcomes[1].Fixed);
  EXPECT_EQ(fixed(), "bug\ntwo\n");
}

TEST_F(FixesTest, AnotherFindingSpeaksAgainstAFix) {
  load("bug\n");
  add(0, 3, "one\nbug");
  EXPECT_EQ(Fixes->run().front().Why,
            "with it there would be another: a bug [warplint-x]");
  EXPECT_EQ(fixed(), "<as it was>");
}

TEST_F(FixesTest, ATextThatDoesNotParseSpeaksAgainstAFix) {
  load("bug\n");
  add(0, 3, "syntax error");
  EXPECT_EQ(Fixes->run().front().Why, "with it it does not parse");
}

TEST_F(FixesTest, OfFixesThatOverlapOneIsKept) {
  load("bug bug\n");
  add(0, 7, "none");
  add(4, 3, "two");
  std::vector<fixes::FixOutcome> Outcomes = Fixes->run();
  EXPECT_TRUE(Outcomes[0].Fixed);
  // The other finding has gone with it.
  EXPECT_TRUE(Outcomes[1].Fixed);
  EXPECT_EQ(fixed(), "none\n");
}

TEST_F(FixesTest, OneRemedyOfTwoFindingsIsMadeOnce) {
  load("bug bug\n");
  Replacement Both(File, 0, 7, "none");
  Fixes->addFinding(finding(0, {Both}), "1");
  Fixes->addFinding(finding(4, {Both}), "2");
  for (const fixes::FixOutcome &Each : Fixes->run())
    EXPECT_TRUE(Each.Fixed) << Each.Why;
  EXPECT_EQ(fixed(), "none\n");
}

TEST_F(FixesTest, NewLinesEndAsTheOthers) {
  load("bug\r\nx\r\n");
  add(0, 3, "one\ntwo");
  EXPECT_TRUE(Fixes->run().front().Fixed);
  EXPECT_EQ(fixed(), "one\r\ntwo\r\nx\r\n");
}

TEST_F(FixesTest, AFileThatChangedSinceStays) {
  load("bug\n");
  Tree.write("a.cu", "// new\nbug\n");
  add(0, 3, "one");
  EXPECT_EQ(Fixes->run().front().Why, fixes::changedText(File));
  EXPECT_EQ(Analyses, 0u);
}

TEST_F(FixesTest, OnlyFilesBelowAFolderAreFixed) {
  Options.FixBelow = Tree.path("below");
  load("bug\n");
  add(0, 3, "one");
  EXPECT_EQ(Fixes->run().front().Why, "it changes '" + File +
                                          "', which is not below '" +
                                          Tree.path("below") + "'");
}

TEST_F(FixesTest, FindingsWithoutAFixAreLeftAlone) {
  load("bug\n");
  Fixes->addFinding(finding(0, {}), "1");
  EXPECT_TRUE(Fixes->run().empty());
}

} // namespace fixes_test
