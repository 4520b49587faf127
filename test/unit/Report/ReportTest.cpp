//===--- ReportTest.cpp - Fingerprints, order and places ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeReport.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace report_test {
using namespace clang;
using namespace warplint;

report::Report of(std::vector<report::ReportedFinding> Findings) {
  report::Report R;
  R.Findings = std::move(Findings);
  R.settle();
  return R;
}

TEST(Fingerprint, IsFreeOfLineNumbersAndSpacing) {
  report::ReportedFinding A = finding("x", "a.cu", 5, "  sync( );");
  report::ReportedFinding B = finding("x", "a.cu", 50, "\tsync(   );  ");
  B.At.Column = 9;
  EXPECT_EQ(report::fingerprintOf(A), report::fingerprintOf(B));
  EXPECT_EQ(report::fingerprintOf(A).size(), 32u);
}

TEST(Fingerprint, DependsOnCheckFileFunctionAndText) {
  report::ReportedFinding A = finding("x", "a.cu", 5, "sync();");
  report::ReportedFinding Check = A, File = A, Function = A, Text = A;
  Check.Check = "y";
  File.At.File = "b.cu";
  Function.Function = "other";
  Text.At.Text = "sync(1);";
  for (const report::ReportedFinding &B : {Check, File, Function, Text})
    EXPECT_NE(report::fingerprintOf(A), report::fingerprintOf(B));
}

TEST(Fingerprint, TellsAlikeFindingsApartByTheirOrder) {
  report::Report R = of(
      {finding("x", "a.cu", 9, "sync();"), finding("x", "a.cu", 5, "sync();")});
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_EQ(R.Findings[0].At.Line, 5u);
  EXPECT_EQ(R.Findings[0].Occurrence, 0u);
  EXPECT_EQ(R.Findings[1].Occurrence, 1u);
  EXPECT_NE(report::fingerprintOf(R.Findings[0]),
            report::fingerprintOf(R.Findings[1]));
}

TEST(Report, WhatTwoUnitsFoundIsKeptOnce) {
  report::Report A = of({finding("x", "h.cuh", 5, "sync();")}), B = A;
  B.Checks = {"y", "x"};
  A.Checks = {"x"};
  A.Summary.Kernels = 2;
  B.Summary.Kernels = 3;
  A.Summary.Failures = B.Summary.Failures = {{"z.cu", "broken"}};
  A.Files = {"h.cuh"};
  B.Files = {"b.cu"};
  A.add(std::move(B));
  A.settle();
  EXPECT_EQ(A.Findings.size(), 1u);
  EXPECT_EQ(A.Summary.Findings, 1u);
  EXPECT_EQ(A.Summary.Kernels, 5u);
  EXPECT_EQ(A.Summary.Failures.size(), 1u);
  EXPECT_EQ(A.Checks, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(A.Files.size(), 2u);
}

TEST(PathBelow, IsRelativeOnlyInsideTheRoot) {
  EXPECT_EQ(report::pathBelow("/r/src/a.cu", "/r"), "src/a.cu");
  EXPECT_EQ(report::pathBelow("/r/src/../b.cu", "/r/"), "b.cu");
  EXPECT_EQ(report::pathBelow("/rest/a.cu", "/r"), "/rest/a.cu");
  EXPECT_EQ(report::pathBelow("/r", "/r"), "/r");
  EXPECT_EQ(report::pathBelow("/r/a.cu", "/"), "r/a.cu");
}

TEST(Resolve, CountsCodePointsAndKeepsTheLinesAround) {
  auto Unit = tooling::buildASTFromCodeWithArgs(
      "int a;\r\nint /* é€ */ wrong = 1;\nint c;", {}, "dir/in.cc");
  const SourceManager &Sources = Unit->getSourceManager();
  Finding F;
  F.Check = "x";
  F.Message = "m";
  F.Loc = Sources.translateLineCol(Sources.getMainFileID(), 2, 17);
  F.Notes.push_back({SourceLocation(), "nowhere", NoteRole::Advice});
  F.Edits.push_back({CharSourceRange::getCharRange(F.Loc, F.Loc), "+", true});
  report::ReportedFinding R =
      report::resolve(F, Sources, Unit->getLangOpts(),
                      Sources.getFileManager().getFileSystemOpts().WorkingDir);
  EXPECT_EQ(R.At.Line, 2u);
  EXPECT_EQ(R.At.Column, 14u);
  EXPECT_EQ(R.At.EndColumn, 19u);
  EXPECT_EQ(R.At.Text, "int /* é€ */ wrong = 1;");
  EXPECT_EQ(R.AroundLine, 1u);
  EXPECT_EQ(R.Around,
            (std::vector<std::string>{"int a;", R.At.Text, "int c;"}));
  EXPECT_EQ(R.Notes[0].At.Line, 0u);
  ASSERT_EQ(R.Edits.size(), 1u);
  EXPECT_EQ(R.Edits[0].Column, 14u);
  EXPECT_EQ(R.Edits[0].EndColumn, 14u);
}

TEST(Resolve, TextThatIsNoUtf8IsRepaired) {
  auto Unit = tooling::buildASTFromCode("int a; // \xff\xfe", "in.cc");
  const SourceManager &Sources = Unit->getSourceManager();
  Finding F;
  F.Message = "m";
  F.Loc = Sources.translateLineCol(Sources.getMainFileID(), 1, 5);
  report::ReportedFinding R =
      report::resolve(F, Sources, Unit->getLangOpts(), "/");
  EXPECT_EQ(R.At.Text, "int a; // \xef\xbf\xbd\xef\xbf\xbd");
}

report::ReportedProof proofThat(report::ReportedProof::Answer Says,
                                report::ReportedProof::Way By,
                                uint64_t Tries = 0) {
  return {Says, "text", By, "H200", Tries};
}

TEST(Report, WhatARunHasShownWeighs) {
  using Answer = report::ReportedProof::Answer;
  using Way = report::ReportedProof::Way;
  auto Weighed = [](Certainty Sure, report::ReportedProof Proof) {
    report::ReportedFinding F;
    F.Sure = Sure;
    F.Proven = std::move(Proof);
    report::weigh(F);
    return F.Sure;
  };
  EXPECT_EQ(
      Weighed(Certainty::Likely, proofThat(Answer::Confirmed, Way::Program)),
      Certainty::Proven);
  // That they meet is nothing new where the model alone forbids it.
  EXPECT_EQ(
      Weighed(Certainty::Model, proofThat(Answer::Confirmed, Way::Program)),
      Certainty::Model);
  EXPECT_EQ(
      Weighed(Certainty::Model, proofThat(Answer::Confirmed, Way::Delays)),
      Certainty::Proven);
  EXPECT_EQ(Weighed(Certainty::Proven,
                    proofThat(Answer::NotMet, Way::Program, 1000000)),
            Certainty::Likely);
  EXPECT_EQ(Weighed(Certainty::Proven,
                    proofThat(Answer::NotMet, Way::Program, 999999)),
            Certainty::Proven);
  EXPECT_EQ(
      Weighed(Certainty::Likely, proofThat(Answer::Impossible, Way::Program)),
      Certainty::Likely);
}

TEST(Report, ALaterRunKeepsWhatWasShown) {
  using Answer = report::ReportedProof::Answer;
  using Way = report::ReportedProof::Way;
  report::Report Earlier, R;
  for (report::Report *Each : {&Earlier, &R})
    Each->Findings = {finding("x", "a.cu", 5, "sync();"),
                      finding("x", "a.cu", 8, "other();")};
  Earlier.Findings[1].Proven = proofThat(Answer::Confirmed, Way::Program);
  Earlier.settle();
  // Lines may shift.
  R.Findings[0].At.Line = 15;
  R.Findings[1].At.Line = 18;
  R.settle();
  for (report::ReportedFinding &F : R.Findings)
    F.Sure = Certainty::Likely;
  report::takeProofs(R, Earlier);
  EXPECT_FALSE(R.Findings[0].Proven);
  EXPECT_EQ(R.Findings[0].Sure, Certainty::Likely);
  ASSERT_TRUE(R.Findings[1].Proven);
  EXPECT_EQ(R.Findings[1].Sure, Certainty::Proven);
  // What did not happen again does not take it back.
  Earlier.Findings[1].Proven = proofThat(Answer::NotMet, Way::Program, 5);
  report::takeProofs(R, Earlier);
  EXPECT_EQ(R.Findings[1].Proven->Says, Answer::Confirmed);
}

} // namespace report_test
