//===--- BaselineTest.cpp - Known findings, new ones and stale entries ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Baseline.h"
#include "MadeReport.h"
#include "gtest/gtest.h"

namespace baseline_test {
using namespace warplint;

report::Report of(std::vector<report::ReportedFinding> Findings) {
  report::Report R;
  R.Findings = std::move(Findings);
  R.Checks = {"x"};
  R.Files = {"a.cu"};
  R.settle();
  return R;
}

report::Baseline baselineOf(const report::Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::writeBaseline(OS, report::knownOf(R));
  auto Read = report::readBaseline(OS.str());
  EXPECT_TRUE(bool(Read));
  return Read ? *Read : report::Baseline();
}

bool never(llvm::StringRef) { return false; }

TEST(Baseline, KnownFindingsSurviveShiftsAndNewOnesStay) {
  report::Baseline Known = baselineOf(of({finding("x", "a.cu", 5, "sync();")}));
  report::Report R = of({finding("x", "a.cu", 7, "  sync();"),
                         finding("x", "a.cu", 8, "other();")});
  EXPECT_TRUE(report::applyBaseline(R, Known, /*Whole=*/true, never).empty());
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].At.Line, 8u);
  EXPECT_EQ(R.Summary.Known, 1u);
  EXPECT_EQ(R.Summary.Findings, 1u);
}

TEST(Baseline, OneEntryExcusesOneFinding) {
  report::Baseline Known = baselineOf(of({finding("x", "a.cu", 5, "sync();")}));
  report::Report R = of(
      {finding("x", "a.cu", 5, "sync();"), finding("x", "a.cu", 6, "sync();")});
  report::applyBaseline(R, Known, /*Whole=*/true, never);
  EXPECT_EQ(R.Findings.size(), 1u);
}

/// With the lines around it: \p Above, its own, \p Below.
report::ReportedFinding between(std::string File, unsigned Line,
                                std::string Above, std::string Below) {
  report::ReportedFinding F = finding("x", std::move(File), Line, "sync();");
  F.Around = {std::move(Above), "", F.At.Text, std::move(Below)};
  F.AroundLine = Line - 2;
  return F;
}

TEST(Baseline, OfEqualLinesTheOneWithOtherNeighboursIsNew) {
  report::Baseline Known =
      baselineOf(of({between("a.cu", 15, "if (old)", "}")}));
  report::Report R = of({between("a.cu", 5, "if (added)", "}"),
                         between("a.cu", 20, "  if  (old)", "}")});
  EXPECT_TRUE(report::applyBaseline(R, Known, /*Whole=*/true, never).empty());
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].At.Line, 5u);
}

TEST(Baseline, ARenamedFunctionKeepsItsEntriesWhileTheirLinesStay) {
  report::Baseline Known =
      baselineOf(of({between("a.cu", 15, "if (old)", "}")}));
  report::Report R = of({between("a.cu", 15, "if (old)", "}"),
                         between("a.cu", 25, "if (other)", "}")});
  for (report::ReportedFinding &F : R.Findings)
    F.Function = "renamed";
  R.settle();
  EXPECT_TRUE(report::applyBaseline(R, Known, /*Whole=*/true, never).empty());
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].At.Line, 25u);
}

TEST(Baseline, AFileThatIsGoneMayHaveAnotherNameNow) {
  report::Baseline Known =
      baselineOf(of({between("a.cu", 15, "if (old)", "}")}));
  auto Remaining = [&](bool Gone) {
    report::Report R = of({between("b.cu", 15, "if (old)", "}")});
    report::applyBaseline(R, Known, /*Whole=*/true,
                          [&](llvm::StringRef) { return Gone; });
    return R.Findings.size();
  };
  EXPECT_EQ(Remaining(true), 0u);
  EXPECT_EQ(Remaining(false), 1u); // A copy is new.
}

TEST(Baseline, EntriesWithoutNeighboursGoByTheirFingerprints) {
  report::Baseline Known =
      baselineOf(of({between("a.cu", 15, "if (old)", "}")}));
  Known[0].Context.clear();
  report::Report R = of({between("a.cu", 5, "if (new)", "}")});
  report::applyBaseline(R, Known, /*Whole=*/true, never);
  EXPECT_TRUE(R.Findings.empty());
}

TEST(Baseline, AnEntryIsStaleOnlyIfItsCheckRanOnItsFile) {
  report::Baseline Known =
      baselineOf(of({finding("x", "a.cu", 5, "sync();"),
                     finding("x", "gone.cu", 5, "sync();"),
                     finding("x", "other.cu", 5, "sync();"),
                     finding("y", "a.cu", 5, "sync();")}));
  report::Report R = of({});
  report::Baseline Stale =
      report::applyBaseline(R, Known, /*Whole=*/true, [](llvm::StringRef File) {
        return File == "gone.cu";
      });
  ASSERT_EQ(Stale.size(), 2u);
  EXPECT_EQ(Stale[0].File, "a.cu");
  EXPECT_EQ(Stale[0].Check, "x");
  EXPECT_EQ(Stale[0].Text, "sync();");
  EXPECT_EQ(Stale[1].File, "gone.cu");
}

TEST(Baseline, OthersMayIncludeAHeaderInAnotherWay) {
  report::Baseline Known = baselineOf(of({finding("x", "h.cuh", 5, "sync();"),
                                          finding("x", "a.cu", 5, "sync();")}));
  report::Report R = of({});
  R.Sources = {"a.cu"};
  R.Files = {"a.cu", "h.cuh"};
  auto CountStale = [&](bool Whole) {
    return report::applyBaseline(R, Known, Whole, never).size();
  };
  EXPECT_EQ(CountStale(true), 2u);
  EXPECT_EQ(CountStale(false), 1u);
  R.Part = {1, 2};
  EXPECT_EQ(CountStale(true), 1u);
  R.Part.reset();
  R.Summary.Failures = {{"b.cu", "it broke"}};
  EXPECT_EQ(CountStale(true), 1u);
}

TEST(Baseline, RefusesWhatItDidNotWrite) {
  auto ErrorOf = [](llvm::StringRef Text) {
    auto Read = report::readBaseline(Text);
    return Read ? std::string() : llvm::toString(Read.takeError());
  };
  EXPECT_NE(ErrorOf("{").find("not valid JSON"), std::string::npos);
  EXPECT_EQ(ErrorOf("[]"), "not a baseline of warplint");
  EXPECT_EQ(ErrorOf("{\"findings\": []}"), "not a baseline of warplint");
  EXPECT_EQ(ErrorOf("{\"warplintBaseline\": 1, \"findings\": {}}"),
            "not a baseline of warplint");
  EXPECT_NE(ErrorOf("{\"warplintBaseline\": 2, \"findings\": []}")
                .find("another version"),
            std::string::npos);
  EXPECT_EQ(ErrorOf("{\"warplintBaseline\": 1, \"findings\": [3]}"),
            "entry 1 has no fingerprint");
}

report::Baseline readOf(llvm::StringRef Text) {
  auto Read = report::readBaseline(Text);
  EXPECT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  return Read ? *Read : report::Baseline();
}

std::string writtenOf(const report::Baseline &Known) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::writeBaseline(OS, Known);
  return OS.str();
}

/// The entry of \p F with a decision and a field of another program.
report::Baseline decided(const report::ReportedFinding &F) {
  report::Baseline Known = baselineOf(of({F}));
  Known[0].Judged = {report::Triage::Status::FalseAlarm, "one warp", "Ada",
                     "2026-03-01"};
  Known[0].Others["ticket"] = "T-1";
  return Known;
}

TEST(Triage, DecisionsAndFieldsOfOthersAreReadAgain) {
  std::string Text = writtenOf(decided(finding("x", "a.cu", 5, "sync();")));
  for (const char *Part : {"\"status\": \"false-alarm\"",
                           "\"reason\": \"one warp\"", "\"author\": \"Ada\"",
                           "\"date\": \"2026-03-01\"", "\"ticket\": \"T-1\""})
    EXPECT_NE(Text.find(Part), std::string::npos) << Text;
  EXPECT_EQ(writtenOf(readOf(Text)), Text);
}

TEST(Triage, AnUnknownStatusIsNone) {
  auto Read = report::readBaseline(
      R"({"warplintBaseline": 1, "findings": [{"fingerprint": "f", "status": "done"}]})");
  EXPECT_EQ(llvm::toString(Read.takeError()),
            "entry 1 has the status 'done', and not to-do, accepted or "
            "false-alarm");
}

TEST(Triage, WhatIsToDoIsCounted) {
  report::Baseline Known = decided(finding("x", "a.cu", 5, "sync();"));
  Known[0].Judged.Is = report::Triage::Status::ToDo;
  report::Report R = of({finding("x", "a.cu", 5, "sync();")});
  report::applyBaseline(R, Known, /*Whole=*/true, never);
  EXPECT_EQ(R.Summary.Known, 1u);
  EXPECT_EQ(R.Summary.ToDo, 1u);
}

TEST(MergedBaseline, DecisionsStayWhereTheirLinesMove) {
  report::Baseline Merged = report::mergedBaseline(
      of({finding("x", "a.cu", 9, "  sync();"),
          finding("x", "a.cu", 12, "new();")}),
      decided(finding("x", "a.cu", 5, "sync();")), /*Whole=*/true, never);
  ASSERT_EQ(Merged.size(), 2u);
  EXPECT_EQ(Merged[0].Judged.Author, "Ada");
  EXPECT_EQ(Merged[0].Others.getString("ticket"), "T-1");
  EXPECT_EQ(Merged[1].Judged.Is, report::Triage::Status::Open);
}

TEST(MergedBaseline, EntriesOfOtherFilesAndChecksStay) {
  report::Report R = of({});
  R.Sources = {"a.cu"};
  report::Baseline Old = decided(finding("x", "b.cu", 5, "sync();"));
  Old.push_back(decided(finding("y", "a.cu", 5, "sync();"))[0]);
  Old.push_back(decided(finding("x", "a.cu", 5, "sync();"))[0]);
  report::Baseline Merged =
      report::mergedBaseline(R, Old, /*Whole=*/false, never);
  ASSERT_EQ(Merged.size(), 2u);
  EXPECT_EQ(Merged[0].Check, "y");
  EXPECT_EQ(Merged[1].File, "b.cu");
}

TEST(ContextFingerprint, SurvivesAnotherFileAndOtherLinesButNoOtherNeighbour) {
  report::Report One = of({between("a.cu", 5, "above();", "below();")});
  report::Report Moved = of({between("b.cu", 9, "  above();", "below();")});
  report::Report Other = of({between("a.cu", 5, "other();", "below();")});
  auto Of = [](const report::Report &R) {
    return report::contextFingerprintOf(R.Findings[0]);
  };
  EXPECT_EQ(Of(One), Of(Moved));
  EXPECT_NE(Of(One), Of(Other));
  report::Report Two = of({between("a.cu", 5, "above();", "below();"),
                           between("b.cu", 5, "above();", "below();")});
  EXPECT_EQ(report::contextFingerprintOf(Two.Findings[0]), Of(One));
  EXPECT_NE(report::contextFingerprintOf(Two.Findings[1]), Of(One));
  EXPECT_EQ(report::contextFingerprintOf(finding("x", "a.cu", 1, "")), "");
}

} // namespace baseline_test
