//===--- FindingListTest.cpp - One finding per check and place ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Finding.h"
#include "gtest/gtest.h"

namespace finding_list_test {
using namespace clang;
using namespace warplint;

Finding at(llvm::StringRef Check, unsigned Offset, std::string Message) {
  Finding F;
  F.Check = Check;
  F.Loc = SourceLocation::getFromRawEncoding(Offset);
  F.Message = std::move(Message);
  return F;
}

TEST(Tiers, FollowFromCheckCategoryAndCertainty) {
  EXPECT_EQ(tierOf(Category::Correctness, Certainty::Likely, Tier::Correctness),
            Tier::Correctness);
  EXPECT_EQ(tierOf(Category::Correctness, Certainty::Model, Tier::Correctness),
            Tier::Model);
  EXPECT_EQ(tierOf(Category::Portability, Certainty::Proven, Tier::Correctness),
            Tier::Portability);
  EXPECT_EQ(tierOf(Category::Modernize, Certainty::Proven, Tier::Performance),
            Tier::Performance);
  for (Tier T : {Tier::Correctness, Tier::Portability, Tier::Model,
                 Tier::Performance, Tier::Modernize})
    EXPECT_EQ(tierNamed(nameOf(T)), T);
  EXPECT_FALSE(tierNamed("style"));
}

TEST(FindingList, StartsEmpty) {
  EXPECT_TRUE(FindingList().findings().empty());
}

TEST(FindingList, SecondFindingOfACheckAtAPlaceIsDropped) {
  FindingList List;
  List.add(at("divergent-barrier", 10, "first"));
  List.add(at("divergent-barrier", 10, "second"));
  ASSERT_EQ(List.findings().size(), 1u);
  EXPECT_EQ(List.findings()[0].Message, "first");
}

TEST(FindingList, TheMoreCertainOfTwoAtAPlaceIsKept) {
  FindingList List;
  Finding Likely = at("divergent-barrier", 10, "likely"), Proven = Likely;
  Likely.Sure = Certainty::Likely;
  Likely.Edits.push_back({CharSourceRange(), "text", true});
  Proven.Message = "proven";
  List.add(Likely);
  List.add(Proven);
  List.add(Likely);
  ASSERT_EQ(List.findings().size(), 1u);
  EXPECT_EQ(List.findings()[0].Message, "proven");
  EXPECT_TRUE(List.findings()[0].Edits.empty());
}

TEST(FindingList, DropsWhatIsLessCertainThanAsked) {
  FindingList List;
  for (Certainty C : {Certainty::Model, Certainty::Proven, Certainty::Likely}) {
    Finding F = at("sync-mask", 10 + unsigned(C), nameOf(C).str());
    F.Sure = C;
    List.add(F);
  }
  List.dropBelow(Certainty::Model);
  EXPECT_EQ(List.findings().size(), 3u);
  List.dropBelow(Certainty::Likely);
  ASSERT_EQ(List.findings().size(), 2u);
  EXPECT_EQ(List.findings()[0].Message, "proven");
  EXPECT_EQ(List.findings()[1].Message, "likely");
  List.dropBelow(Certainty::Proven);
  EXPECT_EQ(List.findings().size(), 1u);
}

TEST(FindingList, OtherPlacesAndOtherChecksAreKept) {
  FindingList List;
  List.add(at("divergent-barrier", 10, "a"));
  List.add(at("divergent-barrier", 11, "b"));
  List.add(at("barrier-not-called", 10, "c"));
  List.add(at("divergent-barrier", 11, "again"));
  ASSERT_EQ(List.findings().size(), 3u);
  EXPECT_EQ(List.findings()[0].Message, "a");
  EXPECT_EQ(List.findings()[1].Message, "b");
  EXPECT_EQ(List.findings()[2].Message, "c");
}

TEST(FindingList, ChecksAreComparedByTextNotByAddress) {
  FindingList List;
  std::string One = "divergent-barrier", Two = One;
  List.add(at(One, 10, "a"));
  List.add(at(Two, 10, "b"));
  EXPECT_EQ(List.findings().size(), 1u);
}

TEST(FindingList, EverythingOfAFindingIsKept) {
  FindingList List;
  Finding F = at("divergent-barrier", 10, "a");
  F.Kind = Category::Portability;
  F.Sure = Certainty::Likely;
  F.Notes.push_back({SourceLocation::getFromRawEncoding(4), "because"});
  F.Notes.push_back({F.Loc, "do this", NoteRole::Advice});
  F.Shown = Witness();
  F.Shown->Threads.push_back({{5, 0, 0}, std::nullopt, "writes", F.Loc});
  F.Edits.push_back({CharSourceRange(), "text", true});
  List.add(std::move(F));
  const Finding &Kept = List.findings()[0];
  EXPECT_EQ(Kept.Kind, Category::Portability);
  EXPECT_EQ(Kept.Sure, Certainty::Likely);
  ASSERT_EQ(Kept.Notes.size(), 2u);
  EXPECT_EQ(Kept.Notes[0].Text, "because");
  EXPECT_EQ(Kept.Notes[0].Role, NoteRole::Reason);
  EXPECT_EQ(Kept.Notes[1].Role, NoteRole::Advice);
  ASSERT_TRUE(Kept.Shown && Kept.Shown->Threads.size() == 1);
  EXPECT_EQ(Kept.Shown->Threads[0].Thread[0], 5);
  ASSERT_EQ(Kept.Edits.size(), 1u);
  EXPECT_TRUE(Kept.Edits[0].Safe);
}

TEST(Finding, EditsAreUnsafeUnlessSaid) { EXPECT_FALSE(Edit().Safe); }

TEST(Finding, NamesForUsers) {
  EXPECT_EQ(nameOf(Category::Correctness), "correctness");
  EXPECT_EQ(nameOf(Category::Portability), "portability");
  EXPECT_EQ(nameOf(Category::Modernize), "modernize");
  for (Certainty C : {Certainty::Proven, Certainty::Likely, Certainty::Model})
    EXPECT_EQ(certaintyNamed(nameOf(C)), C);
  EXPECT_FALSE(certaintyNamed("high"));
}

TEST(Finding, TextSaysWhatIsNotProven) {
  EXPECT_EQ(withCertainty("it races", Certainty::Proven), "it races");
  EXPECT_EQ(withCertainty("it races", Certainty::Likely), "it races (likely)");
  EXPECT_EQ(withCertainty("it races", Certainty::Model),
            "it races (by the model)");
}

} // namespace finding_list_test
