//===--- SarifTest.cpp - SARIF there and back -----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Sarif.h"
#include "Assumptions/Evidence.h"
#include "MadeReport.h"
#include "gtest/gtest.h"

namespace sarif_test {
using namespace warplint;

std::string sarifOf(report::Report R) {
  R.settle();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  CheckInfo Known = info();
  report::writeSarif(OS, R, Known, "1.0");
  return OS.str();
}

std::string errorOf(llvm::StringRef Text) {
  auto Read = report::readSarif(Text);
  return Read ? "" : llvm::toString(Read.takeError());
}

TEST(Sarif, KeepsEverythingOfAReport) {
  report::Report R;
  R.Findings = {fullFinding(),
                finding("divergent-barrier", "/abs/100%.cu", 1, "x")};
  R.Checks = {"divergent-barrier"};
  R.Files = {"src/a b.cu", "ü.cuh"};
  R.Sources = {"src/a b.cu"};
  R.Part = {2, 3};
  R.Summary.Units = 4;
  R.Summary.Kernels = 5;
  R.Summary.Cut = 1;
  R.Summary.Suppressed = 6;
  R.Summary.Known = 7;
  R.Summary.HostOnly = 8;
  R.Summary.Failures = {{"", "of no file"}, {"src/b.cu", "it \"broke\""}};
  R.Summary.Cuts = {{"src/a b.cu", "ns::k<'x'>", "calls", 3}};
  R.Summary.Unread = {{"src/a b.cu", "ns::f<'x'>", "a.cu:3: 'y'"}};
  std::string Text = sarifOf(R);
  auto Read = report::readSarif(Text);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  EXPECT_EQ(sarifOf(*Read), Text);

  const report::ReportedFinding &F = Read->Findings[1], Full = fullFinding();
  EXPECT_EQ(F.At.File, "src/a b.cu");
  EXPECT_EQ(F.At.Text, Full.At.Text);
  EXPECT_EQ(F.Message, Full.Message);
  EXPECT_EQ(F.Function, Full.Function);
  EXPECT_EQ(F.Kind, Category::Portability);
  EXPECT_EQ(F.Sure, Certainty::Likely);
  ASSERT_EQ(F.Notes.size(), 4u);
  for (size_t I = 0; I < 4; ++I) {
    EXPECT_EQ(F.Notes[I].Text, Full.Notes[I].Text);
    EXPECT_EQ(F.Notes[I].Role, Full.Notes[I].Role);
    EXPECT_EQ(F.Notes[I].At.File, Full.Notes[I].At.File);
    EXPECT_EQ(F.Notes[I].At.Line, Full.Notes[I].At.Line);
  }
  ASSERT_EQ(F.Edits.size(), 2u);
  EXPECT_TRUE(F.Edits[0].Safe);
  EXPECT_EQ(F.Edits[0].Replacement, Full.Edits[0].Replacement);
  EXPECT_FALSE(F.Edits[1].Safe);
  EXPECT_EQ(F.Around, Full.Around);
  EXPECT_EQ(F.AroundLine, 11u);
  ASSERT_TRUE(F.Shown.has_value());
  EXPECT_EQ(F.Shown->Threads[1].Block, Full.Shown->Threads[1].Block);
  EXPECT_EQ(F.Shown->Threads[0].At.Line, 12u);
  EXPECT_EQ(F.Shown->Values, Full.Shown->Values);
  ASSERT_TRUE(F.Scenario.has_value());
  EXPECT_EQ(F.Scenario->Provenance, "launched-in-build");
  EXPECT_EQ(F.Scenario->Rule, "a rule");
  EXPECT_EQ(F.Scenario->BlockDim, Full.Scenario->BlockDim);
  EXPECT_EQ(F.Scenario->Site, "src/main.cu:7");
  ASSERT_TRUE(F.Shown->Opening.has_value());
  EXPECT_EQ(F.Shown->Opening->File, "src/a b.cu");
  EXPECT_EQ(F.Shown->Opening->Line, 9u);
  EXPECT_EQ(F.Kernel, "ns::kernel<'x'>");
  ASSERT_TRUE(F.Map.has_value());
  ASSERT_EQ(F.Map->Roles.size(), 3u);
  EXPECT_EQ(F.Map->Roles[1].Threads, Full.Map->Roles[1].Threads);
  EXPECT_EQ(F.Map->Roles[2].At.Line, 2u);
  ASSERT_EQ(F.Map->Intervals.size(), 2u);
  const report::ReportedMap::Interval &Last = F.Map->Intervals[1];
  EXPECT_FALSE(F.Map->Intervals[0].Opening.has_value());
  EXPECT_EQ(Last.Opening->Text, "sync()");
  EXPECT_TRUE(Last.EndsKernel && Last.IsMeeting);
  EXPECT_EQ(Last.Steps[0].Touching->size(), 0u);
  EXPECT_EQ(Last.Steps[1].Touching, Full.Map->Intervals[1].Steps[1].Touching);
  EXPECT_TRUE(Last.Steps[1].NextIteration && Last.Steps[1].InFinding);
  EXPECT_EQ(Last.Steps[1].Role, 1u);
  EXPECT_EQ(Read->Findings[0].At.File, "/abs/100%.cu");
  EXPECT_EQ(Read->Files, R.Files);
  EXPECT_EQ(Read->Sources, R.Sources);
  ASSERT_TRUE(Read->Part.has_value());
  EXPECT_EQ(Read->Part->Index, 2u);
  EXPECT_EQ(Read->Summary.Failures, R.Summary.Failures);
  EXPECT_EQ(Read->Summary.Cuts, R.Summary.Cuts);
  EXPECT_EQ(Read->Summary.Unread, R.Summary.Unread);
}

TEST(Sarif, KeepsWhatAFindingRestsOn) {
  using Kind = EvidenceItem::Kind;
  report::Report R;
  R.Findings = {fullFinding()};
  R.Findings[0].Level = Tier::Performance;
  R.Findings[0].RestsOn = {{Kind::Assumption, "chosen-pitch", "n", 1 << 20},
                           {Kind::Assumption, "launch", ""},
                           {Kind::Launch, "guessed", ""},
                           {Kind::Cut, "calls", ""}};
  std::string Text = sarifOf(R);
  EXPECT_NE(Text.find("\"schema\": 2"), std::string::npos);
  auto Read = report::readSarif(Text);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  const report::ReportedFinding &F = Read->Findings[0];
  EXPECT_EQ(F.Level, Tier::Performance);
  ASSERT_EQ(F.RestsOn.size(), 4u);
  EXPECT_EQ(F.RestsOn[0].Subject, "n");
  EXPECT_EQ(F.RestsOn[0].Value, 1 << 20);
  EXPECT_FALSE(F.RestsOn[1].Value);
  EXPECT_EQ(F.RestsOn[2].K, Kind::Launch);
  EXPECT_EQ(F.RestsOn[3].K, Kind::Cut);
  EXPECT_EQ(F.RestsOn[3].Id, "calls");
}

// Reports of version 1 have neither.
TEST(Sarif, ReadsAReportWithoutTierAndEvidence) {
  report::Report R;
  R.Findings = {fullFinding()};
  std::string Text = sarifOf(R);
  size_t At = Text.find("\"tier\"");
  ASSERT_NE(At, std::string::npos);
  Text.replace(At, 6, "\"past\"");
  auto Read = report::readSarif(Text);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  EXPECT_EQ(Read->Findings[0].Level, Tier::Portability);
  EXPECT_TRUE(Read->Findings[0].RestsOn.empty());
}

TEST(Sarif, RefusesWhatIsNotAReportOfWarplint) {
  EXPECT_NE(errorOf("").find("not valid JSON"), std::string::npos);
  EXPECT_NE(errorOf("{").find("not valid JSON"), std::string::npos);
  EXPECT_EQ(errorOf("[]"), "not SARIF 2.1.0");
  EXPECT_EQ(errorOf("{\"version\": \"1.0.0\"}"), "not SARIF 2.1.0");
  EXPECT_EQ(errorOf("{\"version\": \"2.1.0\", \"runs\": 5}"),
            "not the report of one run of warplint");
  EXPECT_EQ(errorOf("{\"version\": \"2.1.0\", \"runs\": [{\"tool\": "
                    "{\"driver\": {\"name\": \"other\"}}}]}"),
            "not the report of one run of warplint");
  EXPECT_EQ(errorOf("{\"version\": \"2.1.0\", \"runs\": [{\"tool\": "
                    "{\"driver\": {\"name\": \"warplint\"}}}]}"),
            "the run has no properties of warplint");
}

/// The report with \p From in it replaced by \p To.
std::string damaged(llvm::StringRef From, llvm::StringRef To) {
  report::Report R;
  R.Findings = {fullFinding()};
  R.Part = {1, 2};
  std::string Text = sarifOf(R);
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  return At == std::string::npos ? Text
                                 : Text.replace(At, From.size(), To.str());
}

TEST(Sarif, RefusesAMapThatCannotBeRead) {
  const char *Broken = "result 1: holds a map that cannot be read";
  EXPECT_EQ(errorOf(damaged("\"role\": 2", "\"role\": 3")), Broken);
  EXPECT_EQ(errorOf(damaged("\"intervals\": [", "\"intervals\": 3, \"x\": [")),
            Broken);
  EXPECT_EQ(errorOf(damaged("\"touching\": [", "\"touching\": [5, ")), Broken);
  EXPECT_EQ(errorOf(damaged("\"who\": \"all\"", "\"who\": \"some\"")), Broken);
}

TEST(Sarif, SaysWhichResultIsBroken) {
  EXPECT_EQ(errorOf(damaged("\"ruleId\": \"warplint-", "\"ruleId\": \"")),
            "result 1: 'divergent-barrier' is no check of warplint");
  EXPECT_EQ(errorOf(damaged("\"locations\": [\n      {\n       \"logical",
                            "\"elsewhere\": [\n      {\n       \"logical")),
            "result 1: lacks a message or a location");
  EXPECT_EQ(errorOf(damaged("\"values\"", "\"value_s\"")),
            "result 1: holds a witness that cannot be read");
  EXPECT_EQ(errorOf(damaged("\"provenance\"", "\"word\"")),
            "result 1: holds a scenario that cannot be read");
  EXPECT_EQ(errorOf(damaged("\"index\": 1\n", "\"index\": 9\n")),
            "its shard is not one of 1 to 65536 shards");
}

TEST(Sarif, NumbersThatAreNoneDoNoHarm) {
  EXPECT_EQ(errorOf(damaged("\"units\": 0", "\"units\": -3")), "");
  EXPECT_EQ(errorOf(damaged("\"kernels\": 0", "\"kernels\": \"many\"")), "");
}

} // namespace sarif_test
