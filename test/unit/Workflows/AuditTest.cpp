//===--- AuditTest.cpp - Which units of a build are linted ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnTree.h"
#include "Report/Sarif.h"
#include "Support/ContentHash.h"
#include "Support/FileVersion.h"
#include "Workflows/Audit/AuditFolder.h"
#include "Workflows/Audit/AuditGraph.h"
#include "Workflows/Audit/AuditInputs.h"
#include "Workflows/Audit/AuditLock.h"
#include "Workflows/Audit/ChosenUnits.h"
#include "Workflows/Audit/CollectedReports.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "gtest/gtest.h"
#include <sys/wait.h>
#include <unistd.h>

namespace audit_test {
using namespace warplint;

using namespace warplint::test;
using Names = std::set<std::string>;

/// A build of two sources that include one header, and one of plain C++.
class AuditTest : public testing::Test {
protected:
  AuditTest() : Configuration({}, {}) {
    Tree.write("src/common.h", "int common;\n");
    Tree.write("src/a.cu", "#include \"common.h\"\n#include \"more.h\"\n");
    Tree.write("src/b.cu", "#include \"common.h\"\n");
    Tree.write("src/main.cpp", "int main() { start(); }\n");
    Tree.write("build/compile_commands.json", database("-O2"));
  }
  std::string database(llvm::StringRef Flag) const {
    std::string Text = "[";
    for (const char *Name : {"a.cu", "b.cu", "main.cpp"})
      Text += (Text == "[" ? "" : ",") +
              ("{\"directory\": \"" + Tree.path("build") + "\", \"file\": \"" +
               Tree.path("src/") + Name + "\", \"command\": \"" +
               (llvm::StringRef(Name).ends_with("cpp") ? "g++ " : "nvcc ") +
               Flag.str() + " -c " + Tree.path("src/") + Name + "\"}");
    return Text + "]";
  }
  audit::AuditGraph graph() {
    auto Database =
        llvm::cantFail(commands::CommandDatabase::fromBuildDirectory(
            Tree.path("build"), contextIn(Tree)));
    audit::AuditGraph Graph(Tree.path("audit"), Tree.path("state"),
                            Tree.path("src"));
    for (const std::string &File : Database->getAllFiles())
      llvm::cantFail(Graph.add(*Database, File, Configuration));
    llvm::cantFail(Graph.write({}));
    return Graph;
  }
  /// Leaves what a whole run of \p Unit leaves, which has read \p Files.
  void run(const audit::AuditGraph &Graph, const audit::AuditUnit &Unit,
           const Names &Files, llvm::StringRef Failure = "") {
    report::Report R;
    if (!Failure.empty())
      R.Summary.Failures.push_back({"", Failure.str()});
    R.Summary.Kernels = 1;
    R.settle();
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    report::writeSarif(OS, R, {}, "1");
    write(Graph.reportOf(Unit), Text);
    write(Graph.reportOf(Unit) + ".costs", Unit.File + " cost this\n");
    write(Graph.launchesOf(Unit), launches::CrossUnitLaunches().text());
    lint::UnitRecord Record;
    Record.Began = base::timeOfFiles() + 1;
    Record.IsWhole = Failure.empty();
    Record.Report = base::contentHashOf(Graph.reportOf(Unit));
    Record.Made = base::contentHashOf(Graph.launchesOf(Unit));
    Names Paths;
    for (const std::string &File : Files)
      Paths.insert(Tree.path("src/" + File));
    Record.addFiles(Paths);
    Record.LookedFor.addAbsent(Tree.path("src/more.h"));
    write(Graph.recordOf(Unit), Record.text());
  }
  void write(llvm::StringRef Path, llvm::StringRef Text) {
    Tree.write(Path.drop_front(Tree.path("").size() + 1), Text);
  }
  /// Runs all units, as an audit would, and writes down what they have read.
  void audit() {
    audit::AuditGraph Graph = graph();
    audit::AuditInputs Inputs(Tree.path("audit"), Tree.path("state"));
    Names All;
    for (const audit::AuditUnit &Unit : Graph.units()) {
      run(Graph, Unit, {Unit.File, "common.h"});
      All.insert(Unit.Name);
    }
    EXPECT_FALSE(Inputs.update(Graph, All, {}));
  }
  /// The files of the units that an audit would lint now.
  Names chosen(bool Drops = false) {
    audit::AuditGraph Graph = graph();
    audit::AuditInputs Inputs(Tree.path("audit"), Tree.path("state"));
    Names Chosen = llvm::cantFail(audit::chooseUnits(Graph, Inputs, Drops)),
          Files;
    for (const audit::AuditUnit &Unit : Graph.units())
      if (Chosen.count(Unit.Name))
        Files.insert(Unit.File);
    return Files;
  }

  OwnTree Tree;
  clang::tidy::DefaultOptionsProvider Configuration;
};

TEST_F(AuditTest, EachDistinctCommandOfCudaIsAUnit) {
  audit::AuditGraph Graph = graph();
  ASSERT_EQ(Graph.units().size(), 2u);
  const audit::AuditUnit &A = Graph.units().front();
  EXPECT_EQ(A.File, "a.cu");
  EXPECT_EQ(A.Includes, 2u);
  EXPECT_TRUE(A.Command && A.Command->IsCuda);
  EXPECT_TRUE(Tree.has("audit/units/" + A.Name + ".json"));
  EXPECT_TRUE(Tree.has("audit/config/" + A.Config + ".yaml"));
  EXPECT_TRUE(Graph.callers().empty());
  // The longest first.
  std::string Ninja = Tree.read("audit/build.ninja");
  EXPECT_EQ(Ninja.find(audit::GraphMark.str()), 0u);
  EXPECT_LT(Ninja.find("source = a.cu"), Ninja.find("source = b.cu"));
  EXPECT_EQ(Ninja.find("main.cpp"), std::string::npos);
}

TEST_F(AuditTest, AShardKeepsItsPart) {
  audit::AuditGraph First = graph(), Second = graph();
  First.keep({1, 2});
  Second.keep({2, 2});
  ASSERT_EQ(First.units().size(), 1u);
  ASSERT_EQ(Second.units().size(), 1u);
  EXPECT_NE(First.units().front().File, Second.units().front().File);
}

TEST_F(AuditTest, AStampFollowsTheCommand) {
  audit::AuditGraph Before = graph();
  Tree.write("build/compile_commands.json", database("-DX"));
  audit::AuditGraph After = graph();
  EXPECT_NE(Before.stampOf(Before.units().front()),
            After.stampOf(After.units().front()));
  EXPECT_NE(Before.failureStampOf(Before.units().front()), "");
}

TEST_F(AuditTest, NothingIsLintedTwice) {
  EXPECT_EQ(chosen(), Names({"a.cu", "b.cu"}));
  audit();
  EXPECT_EQ(chosen(), Names());
}

TEST_F(AuditTest, UnitsThatReadWhatChangedAreLintedAgain) {
  audit();
  Tree.write("src/b.cu", "// other\n");
  EXPECT_EQ(chosen(), Names({"b.cu"}));
  Tree.write("src/common.h", "int other;\n");
  EXPECT_EQ(chosen(), Names({"a.cu", "b.cu"}));
}

TEST_F(AuditTest, TheSameTextWithANewTimeIsTheSame) {
  audit();
  Tree.write("src/common.h", "int common;\n");
  EXPECT_EQ(chosen(), Names());
}

TEST_F(AuditTest, AHeaderThatComesIntoBeingCounts) {
  audit();
  Tree.write("src/more.h", "");
  EXPECT_EQ(chosen(), Names({"a.cu", "b.cu"}));
}

TEST_F(AuditTest, AReportThatIsNotOursIsMadeAgain) {
  audit();
  audit::AuditGraph Graph = graph();
  write(Graph.reportOf(Graph.units().front()), "{}");
  EXPECT_EQ(chosen(), Names({"a.cu"}));
}

TEST_F(AuditTest, AnotherCommandIsAnotherUnit) {
  audit();
  Tree.write("build/compile_commands.json", database("-DX"));
  EXPECT_EQ(chosen(), Names({"a.cu", "b.cu"}));
}

TEST_F(AuditTest, ADamagedStateCountsForNothing) {
  audit();
  std::string Text = Tree.read("state/inputs");
  Tree.write("state/inputs", llvm::StringRef(Text).drop_back(1));
  EXPECT_EQ(chosen(), Names({"a.cu", "b.cu"}));
}

TEST_F(AuditTest, ARunThatAnAuditDidNotLiveToNoteIsAdopted) {
  audit::AuditGraph Graph = graph();
  run(Graph, Graph.units().front(), {"a.cu"});
  EXPECT_EQ(chosen(), Names({"b.cu"}));
}

TEST_F(AuditTest, WhatIsLintedAgainLosesWhatItLeft) {
  audit();
  Tree.write("src/b.cu", "// other\n");
  audit::AuditGraph Graph = graph();
  EXPECT_EQ(chosen(/*Drops=*/false), Names({"b.cu"}));
  EXPECT_TRUE(llvm::sys::fs::exists(Graph.reportOf(Graph.units()[1])));
  EXPECT_EQ(chosen(/*Drops=*/true), Names({"b.cu"}));
  EXPECT_TRUE(llvm::sys::fs::exists(Graph.reportOf(Graph.units()[0])));
  EXPECT_FALSE(llvm::sys::fs::exists(Graph.reportOf(Graph.units()[1])));
  EXPECT_FALSE(llvm::sys::fs::exists(Graph.launchesOf(Graph.units()[1])));
}

TEST_F(AuditTest, TargetsAreReports) {
  EXPECT_EQ(audit::targetsOf({"a-1", "b-2"}),
            Names({"units/a-1.sarif", "units/b-2.sarif"}));
  // Nobody launches kernels of others.
  audit::AuditGraph Graph = graph();
  audit::AuditInputs Inputs(Tree.path("audit"), Tree.path("state"));
  EXPECT_EQ(llvm::cantFail(audit::wholeTargets(Graph, Inputs, {})), Names());
  Names Linted;
  EXPECT_EQ(llvm::cantFail(audit::callerTargets(Graph, Inputs, Linted)),
            Names());
}

TEST_F(AuditTest, ReportsAndCostsAreCollected) {
  audit::AuditGraph Graph = graph();
  run(Graph, Graph.units()[0], {"a.cu"});
  run(Graph, Graph.units()[1], {"b.cu"}, "it is broken");
  Names Broken;
  report::Report All =
      audit::collectReports(Graph, audit::World::ByTarget, Broken);
  EXPECT_EQ(All.Summary.Kernels, 2u);
  EXPECT_EQ(Broken, Names({Graph.units()[1].Name}));
  ASSERT_EQ(All.Summary.Failures.size(), 1u);
  // A run that was ended could not say what it was about.
  EXPECT_EQ(All.Summary.Failures.front().File, "b.cu");
  EXPECT_EQ(All.Summary.Failures.front().Reason, "it is broken");
  EXPECT_EQ(audit::collectCosts(Graph), "a.cu cost this\nb.cu cost this\n");
}

TEST_F(AuditTest, WhatARunDidNotLeaveIsAFailure) {
  audit::AuditGraph Graph = graph();
  run(Graph, Graph.units()[0], {"a.cu"});
  llvm::sys::fs::remove(Graph.launchesOf(Graph.units()[0]));
  Names Broken;
  report::Report All =
      audit::collectReports(Graph, audit::World::ByTarget, Broken);
  EXPECT_EQ(Broken.size(), 2u);
  ASSERT_EQ(All.Summary.Failures.size(), 2u);
  EXPECT_EQ(All.Summary.Failures[0].Reason, "its run left no list of launches");
  EXPECT_EQ(All.Summary.Failures[1].Reason.find("its run left no report: "),
            0u);
}

TEST(AuditFolderTest, LinksAreNotFollowed) {
  OwnTree Tree;
  Tree.write("elsewhere/build.ninja", "theirs");
  EXPECT_FALSE(audit::openAuditFolder(Tree.path(""), "audit"));
  std::string Ninja = Tree.path("audit/build.ninja");
  EXPECT_FALSE(
      llvm::sys::fs::create_link(Tree.path("elsewhere/build.ninja"), Ninja));
  llvm::Error Failed = audit::checkAuditFolder(Tree.path("audit"));
  EXPECT_NE(llvm::toString(std::move(Failed)).find("build.ninja"),
            std::string::npos);
  EXPECT_FALSE(
      llvm::sys::fs::create_link(Tree.path("elsewhere"), Tree.path("link")));
  llvm::Error Refused = audit::openAuditFolder(Tree.path(""), "link");
  EXPECT_TRUE(bool(Refused));
  llvm::consumeError(std::move(Refused));
}

TEST(AuditFolderTest, RecordsOfNinjaGo) {
  OwnTree Tree;
  Tree.write(".ninja_log", "# ninja log v5\n");
  Tree.write(".ninja_deps", "");
  Tree.write("units/a.sarif", "");
  audit::forgetNinja(Tree.path(""));
  EXPECT_FALSE(Tree.has(".ninja_log"));
  EXPECT_FALSE(Tree.has(".ninja_deps"));
  EXPECT_TRUE(Tree.has("units/a.sarif"));
}

TEST(AuditLockTest, AFolderIsLockedForOneProcess) {
  OwnTree Tree;
  EXPECT_FALSE(audit::lockAuditFolder(Tree.path("audit")));
  pid_t Other = fork();
  if (!Other) {
    llvm::Error Failed = audit::lockAuditFolder(Tree.path("audit"));
    bool IsRefused = bool(Failed);
    llvm::consumeError(std::move(Failed));
    _exit(IsRefused ? 0 : 1);
  }
  int Status = 1;
  ASSERT_EQ(waitpid(Other, &Status, 0), Other);
  EXPECT_TRUE(WIFEXITED(Status) && WEXITSTATUS(Status) == 0);
}

} // namespace audit_test
