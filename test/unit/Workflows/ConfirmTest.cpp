//===--- ConfirmTest.cpp - What a copy records ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnTree.h"
#include "Workflows/Confirm/InstrumentedBuild.h"
#include "gtest/gtest.h"

namespace confirm_test {
using namespace warplint;

using namespace warplint::test;
using Names = std::vector<std::string>;
using Access = proof::RecordedSite::Access;

class ConfirmTest : public testing::Test {
protected:
  /// A build of a.cu, b.cu and c.cpp.
  std::unique_ptr<commands::CommandDatabase> build() {
    std::string Text = "[";
    for (const char *Name : {"a.cu", "b.cu", "c.cpp"})
      Text += (Text == "[" ? "" : ",") +
              ("{\"directory\": \"" + Tree.path("") + "\", \"file\": \"" +
               Tree.path(Name) + "\", \"command\": \"nvcc -c x\"}");
    Tree.write("compile_commands.json", Text + "]");
    return llvm::cantFail(commands::CommandDatabase::fromBuildDirectory(
        Tree.path(""), contextIn(Tree)));
  }
  static proof::RecordingPlan planOf(llvm::StringRef File,
                                     Access Does = Access::Store) {
    proof::RecordingPlan Plan;
    Plan.Sites = {{File.str(), 1, 1, Does}, {File.str(), 2, 1, Does}};
    Plan.Pairs = {{0, 0, 1}};
    return Plan;
  }

  OwnTree Tree;
};

TEST_F(ConfirmTest, OnlyUnitsThatHoldTheSitesAreLookedAt) {
  auto Database = build();
  EXPECT_EQ(confirm::unitsFor({}, planOf("b.cu"), *Database, Tree.path("")),
            Names({Tree.path("b.cu")}));
}

TEST_F(ConfirmTest, AHeaderMayBeInAnyUnit) {
  auto Database = build();
  EXPECT_EQ(confirm::unitsFor({}, planOf("common.h"), *Database, Tree.path("")),
            Names({Tree.path("a.cu"), Tree.path("b.cu")}));
  report::Report R;
  R.Sources = {"b.cu"};
  EXPECT_EQ(confirm::unitsFor(R, planOf("common.h"), *Database, Tree.path("")),
            Names({Tree.path("b.cu"), Tree.path("a.cu")}));
}

TEST_F(ConfirmTest, TheFullestTextOfAHeaderWins) {
  confirm::InstrumentedBuild All;
  proof::InstrumentedUnit First, Second;
  First.Sources = {{"a.h", "long text"}, {"a.cu", "a"}};
  First.Found = {0};
  Second.Sources = {{"a.h", "short"}, {"b.cu", "b"}};
  Second.Found = {1};
  Second.Refused = {{2, "it comes out of a macro"}};
  confirm::addUnit(First, All);
  confirm::addUnit(Second, All);
  EXPECT_EQ(All.Sources.at("a.h"), "long text");
  EXPECT_EQ(All.Sources.size(), 3u);
  EXPECT_EQ(All.Found, std::set<unsigned>({0, 1}));
  EXPECT_EQ(All.Refused.at(2), "it comes out of a macro");
}

TEST_F(ConfirmTest, APairIsRecordedIfBothSitesAre) {
  proof::RecordingPlan Plan = planOf("a.cu");
  confirm::InstrumentedBuild All;
  All.Found = {0, 1};
  EXPECT_EQ(confirm::whyNotRecorded(Plan.Pairs[0], Plan, All), "");
  All.Found = {0};
  EXPECT_EQ(confirm::whyNotRecorded(Plan.Pairs[0], Plan, All),
            "the access at a.cu:2 cannot be recorded: no unit of the build has "
            "it there");
  All.Trouble = "'a.cu': it crashed";
  EXPECT_EQ(confirm::whyNotRecorded(Plan.Pairs[0], Plan, All),
            "the access at a.cu:2 cannot be recorded: no unit that could be "
            "parsed has it there ('a.cu': it crashed)");
  All.Refused[1] = "a bit field has no address";
  EXPECT_EQ(confirm::whyNotRecorded(Plan.Pairs[0], Plan, All),
            "the access at a.cu:2 cannot be recorded: a bit field has no "
            "address");
  All.OtherOrder[0] = "bar.sync";
  EXPECT_EQ(confirm::whyNotRecorded(Plan.Pairs[0], Plan, All),
            "the kernel orders threads by 'bar.sync', which a recording does "
            "not see");
}

TEST_F(ConfirmTest, WhatIsNoRaceIsNotRecorded) {
  proof::RecordingPlan Plan = planOf("a.cu", Access::Wait);
  EXPECT_EQ(confirm::whyNotRecorded(Plan.Pairs[0], Plan, {})
                .find("it is neither a race of two accesses nor"),
            0u);
}

/// A project beside the folder of its copy.
class ScratchTreeTest : public testing::Test {
protected:
  ScratchTreeTest() {
    Tree.write("project/src/a.cu", "a");
    Tree.write("project/.git/config", "");
    Tree.write("outside/data", "data");
  }
  llvm::Expected<confirm::ScratchTree>
  copy(const confirm::ScratchTree::Choices &Chosen = {}) {
    auto Made = confirm::ScratchTree::make(Tree.path("kept/copy"));
    if (Made)
      if (llvm::Error Failed = Made->copyFrom(Tree.path("project"), Chosen))
        return std::move(Failed);
    return Made;
  }
  void link(llvm::StringRef To, llvm::StringRef From) {
    EXPECT_FALSE(llvm::sys::fs::create_link(To, Tree.path(From)));
  }
  OwnTree Tree;
};

TEST_F(ScratchTreeTest, WritingInTheCopyChangesNothingElsewhere) {
  link(Tree.path("outside"), "project/data");
  link("src/a.cu", "project/same.cu");
  auto Copy = llvm::cantFail(copy());
  EXPECT_EQ(Tree.read("kept/copy/tree/src/a.cu"), "a");
  EXPECT_FALSE(Tree.has("kept/copy/tree/.git"));
  EXPECT_EQ(Tree.read("kept/copy/tree/data/data"), "data");
  EXPECT_FALSE(Copy.write("same.cu", "new"));
  Tree.write("kept/copy/tree/data/data", "new");
  EXPECT_EQ(Tree.read("kept/copy/tree/src/a.cu"), "new");
  EXPECT_EQ(Tree.read("project/src/a.cu"), "a");
  EXPECT_EQ(Tree.read("outside/data"), "data");
  EXPECT_EQ(Copy.placeOf(Tree.path("project/src")),
            Tree.path("kept/copy/tree/src"));
}

TEST_F(ScratchTreeTest, WhatIsNoPartOfTheCopyIsNotWritten) {
  auto Copy = llvm::cantFail(copy());
  EXPECT_NE(llvm::toString(Copy.write(Tree.path("outside/data"), "new")), "");
  EXPECT_EQ(Tree.read("outside/data"), "data");
}

TEST_F(ScratchTreeTest, WhatIsLeftOutIsNotCopied) {
  confirm::ScratchTree::Choices Chosen;
  Chosen.Left = {Tree.path("project/src")};
  EXPECT_TRUE(bool(copy(Chosen)));
  EXPECT_FALSE(Tree.has("kept/copy/tree/src/a.cu"));
}

TEST_F(ScratchTreeTest, FoldersThatCMakeConfiguredAreEmpty) {
  Tree.write("project/build/CMakeCache.txt",
             "# This is the CMakeCache file.\n");
  Tree.write("project/build/a.o", "");
  auto Copy = llvm::cantFail(copy());
  EXPECT_EQ(Copy.configured(), Names({Tree.path("project/build")}));
  EXPECT_FALSE(Tree.has("kept/copy/tree/build/a.o"));
}

TEST_F(ScratchTreeTest, AFolderThatIsThereIsNotTaken) {
  Tree.write("kept/copy/mine", "");
  auto Copy = copy();
  EXPECT_FALSE(bool(Copy));
  llvm::consumeError(Copy.takeError());
}

} // namespace confirm_test
