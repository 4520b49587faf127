//===--- FormatsTest.cpp - What the formats escape and count --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Formats.h"
#include "MadeReport.h"
#include "Report/Summary.h"
#include "gtest/gtest.h"

namespace formats_test {
using namespace warplint;

std::string written(report::Format As, report::Report R) {
  R.settle();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  CheckInfo Known = info();
  report::writeReport(OS, As, R, Known, "1.0");
  return OS.str();
}

report::Report hostile() {
  report::Report R;
  R.Findings = {finding("divergent-barrier", "a,b:c%.cu", 3,
                        "</script><script>alert(1)</script>")};
  R.Findings[0].Around = {R.Findings[0].At.Text};
  R.Findings[0].AroundLine = 3;
  R.Findings[0].Message = "100%\nof\r::error::it";
  R.Findings[0].Kernel = "</script><script>alert(2)</script>";
  R.Findings[0].Map = map();
  R.Findings[0].Map->Object = R.Findings[0].Map->Roles[1].Condition =
      R.Findings[0].Map->Intervals[0].Steps[0].Text = R.Findings[0].At.Text;
  R.Summary.Failures = {{"", "no file: 5%"}};
  return R;
}

TEST(GitHub, EscapesWhatWouldEndACommand) {
  EXPECT_EQ(written(report::Format::GitHub, hostile()),
            "::error file=a%2Cb%3Ac%25.cu,line=3,col=3,endColumn=9,"
            "title=warplint-divergent-barrier::"
            "100%25\\nof\\r::error::it\n"
            "::error title=warplint%3A not linted whole::no file: 5%25\n");
}

TEST(GitHub, LevelsFollowWhatDecides) {
  report::Report R = hostile();
  R.Findings[0].Level = Tier::Portability;
  EXPECT_EQ(written(report::Format::GitHub, R).find("::notice "), 0u);
  R.Summary.FailOn = {Tier::Portability};
  EXPECT_EQ(written(report::Format::GitHub, R).find("::error "), 0u);
}

TEST(GitLab, NamesAndFingerprintsStandByThemselves) {
  report::Report R = hostile();
  R.Findings[0].Sure = Certainty::Model;
  std::string Text = written(report::Format::GitLab, R);
  EXPECT_NE(Text.find("\"path\": \"a,b:c%.cu\""), std::string::npos) << Text;
  EXPECT_NE(Text.find("\"severity\": \"minor\""), std::string::npos);
  EXPECT_NE(Text.find(report::fingerprintOf(R.Findings[0])), std::string::npos);
  EXPECT_NE(Text.find("\"path\": \".\""), std::string::npos);
  EXPECT_EQ(written(report::Format::GitLab, report::Report()), "[]\n");
}

TEST(JUnit, CodeOfTheProjectEndsNoElement) {
  report::Report R = hostile();
  R.Findings[0].At.File = "a\"<b>&.cu";
  R.Sources = {"a\"<b>&.cu", "clean.cu"};
  EXPECT_EQ(written(report::Format::JUnit, R),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"warplint\" tests=\"3\" failures=\"1\" "
            "errors=\"1\" skipped=\"0\">\n"
            "  <testcase classname=\"a&quot;&lt;b&gt;&amp;.cu\" "
            "name=\"warplint-divergent-barrier a&quot;&lt;b&gt;&amp;.cu:3\">\n"
            "    <failure message=\"100%\\nof\\r::error::it\" "
            "type=\"warplint-divergent-barrier\">"
            "a&quot;&lt;b&gt;&amp;.cu:3: 100%\nof\\r::error::it</failure>\n"
            "  </testcase>\n"
            "  <testcase classname=\"warplint\" name=\"linted whole\">\n"
            "    <error message=\"no file: 5%\" type=\"incomplete\">"
            "no file: 5%</error>\n"
            "  </testcase>\n"
            "  <testcase classname=\"clean.cu\" name=\"no finding\"/>\n"
            "</testsuite>\n");
}

TEST(ExitCode, CountsWhatIsNotFixed) {
  report::RunSummary S;
  EXPECT_EQ(report::exitCodeOf(S), report::ExitClean);
  S.Findings = S.Deciding = 2;
  S.Fixed = S.DecidingFixed = 1;
  EXPECT_EQ(report::exitCodeOf(S), report::ExitFindings);
  S.Fixed = S.DecidingFixed = 2;
  EXPECT_EQ(report::exitCodeOf(S), report::ExitClean);
  S.Failures = {{"a.cu", "it is broken"}};
  EXPECT_EQ(report::exitCodeOf(S), report::ExitIncomplete);
}

static std::string lastLineOf(const report::RunSummary &S) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::printSummary(OS, S);
  return Text;
}

TEST(ExitCode, FollowsTheTiersThatDecide) {
  report::Report R;
  R.Findings = {finding("sync-mask", "a.cu", 1, ""),
                finding("sync-mask", "a.cu", 2, "")};
  R.Findings[1].Level = Tier::Portability;
  R.settle();
  EXPECT_EQ(report::exitCodeOf(R.Summary), report::ExitFindings);
  EXPECT_NE(lastLineOf(R.Summary).find(
                "2 findings, 1 of them decides the exit code (see --fail-on)"),
            std::string::npos);
  R.keepTiers({Tier::Portability});
  EXPECT_EQ(report::exitCodeOf(R.Summary), report::ExitClean);
  EXPECT_NE(lastLineOf(R.Summary).find(
                "1 finding (1 more of other tiers), which does not decide"),
            std::string::npos);
  R.Summary.FailOn = {Tier::Correctness, Tier::Portability};
  R.count();
  EXPECT_EQ(report::exitCodeOf(R.Summary), report::ExitFindings);
  EXPECT_EQ(lastLineOf(R.Summary).find("decide"), std::string::npos);
  R.Summary.FailOn = {};
  R.Findings[0].IsError = true;
  R.count();
  EXPECT_EQ(report::exitCodeOf(R.Summary), report::ExitFindings);
}

TEST(Html, CodeOfTheProjectEndsNoElement) {
  std::string Page = written(report::Format::Html, hostile());
  EXPECT_EQ(Page.find("<script>alert"), std::string::npos);
  EXPECT_NE(Page.find("\\u003cscript\\u003ealert"), std::string::npos);
  EXPECT_NE(Page.find("default-src 'none'"), std::string::npos);
}

TEST(Text, LetsNothingSteerTheTerminal) {
  report::Report R = hostile();
  R.Findings[0].At.File = "a\n::error::\x1b]0;b.cu";
  R.Findings[0].At.Text = "\tx\x1b[2J";
  R.Findings[0].Notes = {{place("\x1b.cu", 1, ""), "n\x9b", NoteRole::Reason}};
  EXPECT_EQ(written(report::Format::Text, R),
            "a\\n::error::\\x1b]0;b.cu:3:3: warning: "
            "100%\\nof\\r::error::it [warplint-divergent-barrier]\n"
            "    3 | \tx\\x1b[2J\n"
            "\\x1b.cu:1:3: note: n\\x9b\n");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::printBreakdown(
      OS, {{finding("x", "\x1b[2J/a.cu", 1, "")}, {}, {}, {}, {}, {}});
  R.Summary.Failures = {{"a\n::error::b", "x\x1b"}};
  report::printSummary(OS, R.Summary);
  EXPECT_NE(OS.str().find("1  \\x1b[2J\n"), std::string::npos);
  EXPECT_NE(OS.str().find("incomplete: a\\n::error::b: x\\x1b\n"),
            std::string::npos);
}

TEST(Page, HoldsNoControlCharacter) {
  report::Report R = hostile();
  R.Findings[0].Message = "\x1b[2J\n";
  R.Findings[0].Kernel = R.Findings[0].Map->Element =
      R.Findings[0].Map->Roles[1].Condition =
          R.Findings[0].Map->Intervals[0].Steps[0].Text = "\x1b[2J";
  for (report::Format As :
       {report::Format::Html, report::Format::Json, report::Format::Sarif})
    EXPECT_EQ(written(As, R).find('\x1b'), std::string::npos);
}

TEST(Text, ShowsTheLineAndNotesWithoutAPlace) {
  report::Report R;
  R.Findings = {fullFinding()};
  std::string Text = written(report::Format::Text, R);
  EXPECT_EQ(Text.find("src/a b.cu:12:3: warning: something is wrong (likely) "
                      "[warplint-divergent-barrier]\n   12 |   sync();"),
            0u)
      << Text;
  EXPECT_NE(Text.find("\nnote: do this\n"), std::string::npos);
}

/// The note that says what a finding rests on; empty without one.
std::string evidenceNote(std::vector<EvidenceItem> RestsOn,
                         llvm::StringRef Provenance = "") {
  report::Report R;
  R.Findings = {finding("missing-fence", "a.cu", 3, "x")};
  R.Findings[0].RestsOn = std::move(RestsOn);
  if (!Provenance.empty()) {
    R.Findings[0].Scenario.emplace();
    R.Findings[0].Scenario->Provenance = Provenance.str();
    R.Findings[0].Scenario->BlockDim = {16, 8, 1};
  }
  std::string Text = written(report::Format::Text, R),
              Note = "a.cu:3:3: note: rests on: ";
  size_t At = Text.find(Note);
  return At == std::string::npos
             ? ""
             : Text.substr(At + Note.size(),
                           Text.size() - At - Note.size() - 1);
}

TEST(Text, SaysInOneLineWhatAFindingRestsOn) {
  using Kind = EvidenceItem::Kind;
  auto Made = [](std::string Id, std::string Subject = "",
                 std::optional<int64_t> Value = std::nullopt) {
    return EvidenceItem{Kind::Assumption, Id, Subject, Value};
  };
  EXPECT_EQ(evidenceNote({}), "");
  EXPECT_EQ(evidenceNote({Made("calls-succeed"), Made("of-another-version")}),
            "");
  EXPECT_EQ(evidenceNote({{Kind::Launch, "launched-here", ""}}), "");
  EXPECT_EQ(evidenceNote({Made("launch"),
                          Made("chosen-bound", "n", 8192),
                          {Kind::Launch, "guessed", ""}},
                         "guessed"),
            "block (16,8,1) guessed (--block-dim states it); 'n' is 8192");
  EXPECT_EQ(evidenceNote({Made("example-block"), Made("example-lanes"),
                          Made("loaded-values")}),
            "the block guessed (--block-dim states it); loaded values differ "
            "between threads");
  EXPECT_EQ(evidenceNote({Made("launch")}, "bounded-by-code"),
            "block (16,8,1) as the code bounds it");
  EXPECT_EQ(evidenceNote({Made("launch")}, "stated-by-user"), "");
  EXPECT_EQ(
      evidenceNote({Made("loaded-index", "to"), {Kind::Cut, "calls", ""}}),
      "'to' leads two threads to one element; a budget left out calls");
}

TEST(Breakdown, CountsPerCheckAndFolderMostFirst) {
  report::Report R;
  R.Findings = {finding("x", "a/1.cu", 1, ""), finding("y", "a/1.cu", 2, ""),
                finding("y", "2.cu", 2, "")};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::printBreakdown(OS, R);
  EXPECT_EQ(OS.str(), "findings per check:\n      2  warplint-y\n"
                      "      1  warplint-x\nfindings per folder:\n"
                      "      2  a\n      1  .\n");
}

TEST(Breakdown, SaysNothingOfNothing) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::printBreakdown(OS, report::Report());
  EXPECT_EQ(OS.str(), "");
}

} // namespace formats_test
