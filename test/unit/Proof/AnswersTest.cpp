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

} // namespace answers_test
