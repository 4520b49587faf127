//===--- AnswersTest.cpp --------------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Answers.h"
#include "gtest/gtest.h"

namespace answers_test {
using namespace warplint;

proof::RecordingPlan onePair() {
  proof::RecordingPlan Plan;
  Plan.Sites.resize(2);
  Plan.Pairs.push_back({0, 0, 1});
  return Plan;
}

std::string errorOf(llvm::StringRef Text) {
  auto Read = proof::readSeen(Text, onePair());
  return Read ? "" : llvm::toString(Read.takeError());
}

const char Met[] =
    R"({"pair":0,"met":true,"reached":[3,4],"lost":0,"address":"0x10",)"
    R"("shared":true,"threads":[{"block":[0,0,0],"thread":[1,0,0],"interval":2},)"
    R"({"block":[0,0,0],"thread":[2,0,0],"interval":2}]})";

TEST(Answers, Confirmed) {
  auto Read = proof::readSeen(Met, onePair());
  ASSERT_TRUE(bool(Read));
  report::ReportedProof Proof = proof::answerOf(Read->front());
  EXPECT_EQ(Proof.Says, report::ReportedProof::Answer::Confirmed);
  EXPECT_EQ(Proof.Text,
            "thread (1,0,0) of block (0,0,0) and thread (2,0,0) of "
            "block (0,0,0) at 0x10 of shared memory, behind barrier "
            "2");
}

TEST(Answers, UnitsAreAddedUp) {
  auto Read = proof::readSeen(
      "{\"pair\":0,\"met\":false,\"reached\":[1,2],\"lost\":1}\n"
      "{\"pair\":0,\"met\":false,\"reached\":[10,20],\"lost\":2,"
      "\"stopped\":true}\n",
      onePair());
  ASSERT_TRUE(bool(Read));
  report::ReportedProof Proof = proof::answerOf(Read->front());
  EXPECT_EQ(Proof.Says, report::ReportedProof::Answer::NotMet);
  EXPECT_EQ(Proof.Text,
            "the two places were reached 11 and 22 times, 3 of them "
            "not judged; later visits were not recorded");
}

TEST(Answers, APlaceThatMeetsItselfIsOne) {
  proof::RecordingPlan Plan;
  Plan.Sites.resize(1);
  Plan.Sites[0].Does = proof::RecordedSite::Access::Store;
  Plan.Pairs.push_back({0, 0, 0});
  auto Read = proof::readSeen(
      "{\"pair\":0,\"met\":false,\"reached\":[7,0],\"lost\":0}\n", Plan);
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ(proof::answerOf(Read->front()).Text,
            "the place was reached 7 times");
}

TEST(Answers, AnErrorOfTheDeviceIsTold) {
  EXPECT_EQ(errorOf("{\"error\":\"cudaErrorIllegalAddress\"}\n"),
            "the program left the device in error: cudaErrorIllegalAddress");
  EXPECT_EQ(errorOf(std::string("{\"error\":\"cudaErrorAssert\"}\n") + Met),
            "");
}

TEST(Answers, DamagedRecordingsAreRefused) {
  for (const char *Text :
       {"[", "7", "{}", "{\"pair\":1,\"met\":false,\"reached\":[1,2]}",
        "{\"pair\":-1,\"met\":false,\"reached\":[1,2]}",
        "{\"pair\":0,\"met\":false,\"reached\":[1]}",
        "{\"pair\":0,\"met\":true,\"reached\":[1,2]}",
        "{\"pair\":0,\"met\":true,\"reached\":[1,2],\"threads\":[{},{}]}"})
    EXPECT_NE(errorOf(Text), "") << Text;
}

report::ReportedFinding findingAt(unsigned Line) {
  report::ReportedFinding F;
  F.Check = "stream-order";
  F.Kernel = "work";
  F.Message = "the kernel 'work' reads memory";
  F.At.File = "a.cu";
  F.At.Line = Line;
  F.At.Text = "work" + std::to_string(Line) + "();";
  return F;
}

report::Report twoFindings() {
  report::Report R;
  R.Findings = {findingAt(3), findingAt(9)};
  return R;
}

std::string lineFor(const report::ReportedFinding &F, llvm::StringRef Answer,
                    llvm::StringRef Text) {
  return ("{\"finding\":\"" + report::fingerprintOf(F) + "\",\"answer\":\"" +
          Answer + "\",\"text\":\"" + Text + "\",\"device\":\"H200\"}\n")
      .str();
}

using ProofAnswer = report::ReportedProof::Answer;

TEST(Answers, AReproductionAnswersItsFindingAlone) {
  report::Report R = twoFindings();
  EXPECT_EQ(proof::readReproduced(
                lineFor(R.Findings[1], "confirmed", "word 3 is 0x1"), R),
            1u);
  EXPECT_FALSE(R.Findings[0].Proven);
  ASSERT_TRUE(R.Findings[1].Proven);
  EXPECT_EQ(R.Findings[1].Proven->Says, ProofAnswer::Confirmed);
  EXPECT_EQ(R.Findings[1].Proven->Text, "word 3 is 0x1");
  EXPECT_EQ(R.Findings[1].Proven->Device, "H200");
  EXPECT_EQ(R.Findings[1].Proven->By, report::ReportedProof::Way::Reproduction);
}

TEST(Answers, AConfirmedReproductionGoesBeforeOthers) {
  for (bool First : {true, false}) {
    report::Report R = twoFindings();
    const report::ReportedFinding &F = R.Findings[0];
    std::string Shown = lineFor(F, "confirmed", "shown");
    std::string Not = lineFor(F, "not met", "nothing");
    EXPECT_EQ(proof::readReproduced(First ? Shown + Not : Not + Shown, R), 2u);
    ASSERT_TRUE(F.Proven);
    EXPECT_EQ(F.Proven->Says, ProofAnswer::Confirmed);
    EXPECT_EQ(F.Proven->Text, "shown");
  }
}

TEST(Answers, TheLastOfReproductionsThatShowNothingCounts) {
  report::Report R = twoFindings();
  const report::ReportedFinding &F = R.Findings[0];
  EXPECT_EQ(proof::readReproduced(lineFor(F, "not met", "first") +
                                      lineFor(F, "not confirmable", "second"),
                                  R),
            2u);
  ASSERT_TRUE(F.Proven);
  EXPECT_EQ(F.Proven->Says, ProofAnswer::Impossible);
  EXPECT_EQ(F.Proven->Text, "second");
}

TEST(Answers, LinesOfOthersAnswerNothing) {
  report::Report R = twoFindings();
  EXPECT_EQ(proof::readReproduced("", R), 0u);
  EXPECT_EQ(proof::readReproduced(std::string(Met) + "\nno JSON {\n7\n[]\n", R),
            0u);
  report::ReportedFinding Other = findingAt(77);
  EXPECT_EQ(proof::readReproduced(lineFor(Other, "confirmed", "x"), R), 1u);
  EXPECT_FALSE(R.Findings[0].Proven);
  EXPECT_FALSE(R.Findings[1].Proven);
}

TEST(Answers, AnAnswerOfAnotherVersionConfirmsNothing) {
  report::Report R = twoFindings();
  const report::ReportedFinding &F = R.Findings[0];
  EXPECT_EQ(
      proof::readReproduced(lineFor(F, "proven", "?") + "{\"finding\":\"" +
                                report::fingerprintOf(R.Findings[1]) + "\"}\n",
                            R),
      2u);
  ASSERT_TRUE(F.Proven);
  EXPECT_EQ(F.Proven->Says, ProofAnswer::Impossible);
  ASSERT_TRUE(R.Findings[1].Proven);
  EXPECT_EQ(R.Findings[1].Proven->Text, "");
}

} // namespace answers_test
