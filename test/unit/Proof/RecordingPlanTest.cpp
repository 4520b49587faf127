//===--- RecordingPlanTest.cpp --------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/RecordingPlan.h"
#include "Proof/RecorderText.h"
#include "gtest/gtest.h"

namespace recording_plan_test {
using namespace warplint;

report::ReportedFinding raceOf(unsigned FirstLine, const char *First,
                               unsigned SecondLine, const char *Second) {
  report::ReportedFinding F;
  F.Shown.emplace();
  for (auto [Line, Role] :
       {std::pair(FirstLine, First), {SecondLine, Second}}) {
    report::ReportedThread Thread;
    Thread.Role = Role;
    Thread.At.File = "a.cu";
    Thread.At.Line = Line;
    Thread.At.Column = 3;
    F.Shown->Threads.push_back(Thread);
  }
  return F;
}

TEST(RecordingPlan, SitesAreShared) {
  report::Report R;
  R.Findings = {
      raceOf(1, "writes", 2, "reads"), raceOf(1, "writes", 3, "reads"),
      raceOf(1, "reads", 1, "writes"), raceOf(4, "updates", 4, "updates")};
  proof::RecordingPlan Plan = proof::planRecording(R, {0, 1, 2, 3});
  EXPECT_EQ(Plan.Sites.size(), 5u);
  ASSERT_EQ(Plan.Pairs.size(), 4u);
  EXPECT_EQ(Plan.Pairs[1].First, Plan.Pairs[0].First);
  EXPECT_EQ(Plan.Pairs[2].Second, Plan.Pairs[0].First);
  EXPECT_EQ(Plan.Pairs[3].First, Plan.Pairs[3].Second);
}

TEST(RecordingPlan, WhatIsNoRaceIsAboutItsOwnPlace) {
  report::Report R;
  R.Findings = {report::ReportedFinding(), raceOf(1, "waits", 2, "leaves")};
  R.Findings[0].At.File = R.Findings[1].At.File = "a.cu";
  R.Findings[0].At.Line = 7;
  proof::RecordingPlan Plan = proof::planRecording(R, {0, 1});
  ASSERT_EQ(Plan.Pairs.size(), 2u);
  EXPECT_EQ(Plan.kindOf(Plan.Pairs[0]), proof::RecordedSite::Access::Wait);
  EXPECT_EQ(Plan.Sites[Plan.Pairs[0].First].Line, 7u);
  std::string Text = proof::sitesHeader(Plan, {0, 1});
  EXPECT_NE(Text.find("#define WARPLINT_BARRIERS(X) X(0) X(1)"),
            std::string::npos)
      << Text;
  EXPECT_NE(proof::sitesHeader(Plan, {1}).find("(X) X(1)\n"),
            std::string::npos);
}

TEST(RecordingPlan, MasksAreAboutWhoCalls) {
  report::Report R;
  R.Findings.resize(3);
  for (unsigned I = 0; I < 3; ++I) {
    R.Findings[I].At.File = "a.cu";
    R.Findings[I].At.Line = I + 1;
  }
  R.Findings[0].Check = R.Findings[2].Check = "sync-mask";
  R.Findings[1].Check = "divergent-barrier";
  proof::RecordingPlan Plan = proof::planRecording(R, {0, 1, 2});
  EXPECT_EQ(Plan.kindOf(Plan.Pairs[0]), proof::RecordedSite::Access::Call);
  EXPECT_EQ(Plan.kindOf(Plan.Pairs[1]), proof::RecordedSite::Access::Wait);
  EXPECT_FALSE(Plan.isRace(Plan.Pairs[0]));
  std::string Text = proof::sitesHeader(Plan, {0, 1, 2});
  EXPECT_NE(Text.find("WARPLINT_BARRIERS(X) X(1)\n"), std::string::npos);
  EXPECT_NE(Text.find("WARPLINT_CALL_COUNT 2\n"), std::string::npos);
  EXPECT_NE(Text.find("WARPLINT_CALLS(X) X(0, 0) X(2, 1)\n"), std::string::npos)
      << Text;
}

TEST(RecordingPlan, AChangeIsAWriteThatMeetsItself) {
  report::Report R;
  R.Findings = {raceOf(1, "changes", 1, "changes")};
  proof::RecordingPlan Plan = proof::planRecording(R, {0});
  ASSERT_EQ(Plan.Sites.size(), 1u);
  EXPECT_EQ(Plan.Sites[0].Does, proof::RecordedSite::Access::Store);
  EXPECT_TRUE(Plan.isRace(Plan.Pairs[0]));
}

TEST(RecordingPlan, TheHeaderListsThePairs) {
  report::Report R;
  R.Findings = {raceOf(1, "writes", 2, "reads"),
                raceOf(1, "writes", 3, "reads")};
  std::string Text =
      proof::sitesHeader(proof::planRecording(R, {0, 1}), {0, 1});
  EXPECT_NE(Text.find("#define WARPLINT_PAIR_COUNT 2\n"), std::string::npos);
  EXPECT_NE(Text.find("X(0, 0, 1) \\\n  X(1, 0, 2)"), std::string::npos)
      << Text;
}

TEST(RecorderText, IsOneHeader) {
  std::string Text = proof::recorderHeader();
  llvm::StringRef Rest = Text;
  EXPECT_TRUE(Rest.starts_with("//===--- warplint_recorder.h"));
  EXPECT_TRUE(Rest.ends_with("#endif // WARPLINT_RECORDER_H\n"));
  // Of what it includes by its own name, only the sites are left.
  EXPECT_EQ(Rest.count("\n#include \""), 1u);
  EXPECT_EQ(Rest.count("\n#include \"warplint_sites.h\"\n"), 1u);
  // Each part is there once, those that others need before them.
  size_t Before = 0;
  for (const char *Part :
       {"struct Passed {", "bool ordered(", "Row *rowOf(", "void elsewhere(",
        "void leavesCalls(", "struct Kernel {\n  __device__", "void record(",
        "void writeAll(", "#define __syncthreads()"}) {
    EXPECT_EQ(Rest.count(Part), 1u) << Part;
    EXPECT_GT(Rest.find(Part), Before) << Part;
    Before = Rest.find(Part);
  }
}

} // namespace recording_plan_test
