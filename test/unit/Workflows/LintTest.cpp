//===--- LintTest.cpp - Settings, names and records of a run --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnTree.h"
#include "Workflows/Lint/Changes.h"
#include "Workflows/Lint/CommandOutput.h"
#include "Workflows/Lint/Depfile.h"
#include "Workflows/Lint/FileTable.h"
#include "Workflows/Lint/FolderTable.h"
#include "Workflows/Lint/LinkedOutput.h"
#include "Workflows/Lint/Mentions.h"
#include "Workflows/Lint/NamedSources.h"
#include "Workflows/Lint/RememberedFiles.h"
#include "Workflows/Lint/RepositoryPipes.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Lint/SourceRoot.h"
#include "Workflows/Lint/UnitRecord.h"
#include "gtest/gtest.h"
#include <sys/stat.h>

namespace lint_test {
using namespace warplint;

using namespace warplint::test;
using Names = std::vector<std::string>;

/// Options as if they stood on the command line.
class SettingsTest : public testing::Test {
protected:
  void TearDown() override { llvm::cl::ResetAllOptionOccurrences(); }
  void give(std::vector<const char *> Words) {
    llvm::cl::ResetAllOptionOccurrences();
    Words.insert(Words.begin(), "warplint");
    std::string Complaint;
    llvm::raw_string_ostream OS(Complaint);
    EXPECT_TRUE(
        llvm::cl::ParseCommandLineOptions(Words.size(), Words.data(), "", &OS))
        << Complaint;
  }
  OwnTree Tree;
};

TEST_F(SettingsTest, ExtentsAreNumbers) {
  LaunchExtents Launch;
  give({"--block-dim=32,8", "--grid-dim=5"});
  EXPECT_EQ(lint::readLaunch(Launch), "");
  EXPECT_EQ(Launch.Block, (std::array<uint32_t, 3>{32, 8, 1}));
  EXPECT_EQ(Launch.Grid, (std::array<uint32_t, 3>{5, 1, 1}));
  for (const char *Wrong : {"--block-dim=0", "--block-dim=1,2,3,4",
                            "--block-dim=x", "--grid-dim=-1"}) {
    give({Wrong});
    EXPECT_NE(lint::readLaunch(Launch), "") << Wrong;
  }
}

TEST_F(SettingsTest, WhatIsNotGivenIsNotSet) {
  give({});
  EXPECT_FALSE(lint::leastCertainty());
  EXPECT_FALSE(lint::givenEffort());
  EXPECT_EQ(lint::optionsForUnits(), Names());
  give({"--certainty=model", "--effort=high"});
  EXPECT_EQ(lint::leastCertainty(), Certainty::Model);
  EXPECT_EQ(lint::givenEffort(), EffortLevel::High);
}

TEST_F(SettingsTest, UnitsGetWhatDecidesTheirFindings) {
  give({"--block-dim=64", "--certainty=proven", "--effort=low",
        "--cuda-path=/cuda", "--own-headers=/own", "--cache=off", "--quiet"});
  EXPECT_EQ(lint::optionsForUnits(),
            Names({"--block-dim=64", "--certainty=proven", "--effort=low",
                   "--cuda-path=/cuda", "--own-headers=/own", "--cache=off"}));
  EXPECT_EQ(lint::optionsForUnits("/other").back(), "--cache=/other");
}

TEST_F(SettingsTest, ChecksThatAreNoneAreNamed) {
  give({"--checks=-*,warplint-sync-mask"});
  EXPECT_EQ(lint::problemWithChecks(), "");
  give({"--checks=warplint-sync-msk"});
  EXPECT_EQ(
      lint::problemWithChecks().find("no check matches 'warplint-sync-msk'"),
      0u);
  give({"--checks=-*"});
  EXPECT_EQ(lint::problemWithChecks().find("no checks are enabled by '-*'"),
            0u);
}

TEST_F(SettingsTest, ConfigurationComesFromTheCommandOrTheProject) {
  std::string Problem;
  give({"--config={Checks: '-*,warplint-stale-read'}"});
  auto Provider = lint::makeOptionsProvider(Problem);
  ASSERT_TRUE(Provider);
  EXPECT_EQ(Problem, "");
  std::string Checks = *Provider->getOptions("/p/a.cu").Checks;
  EXPECT_NE(Checks.find("warplint-stale-read"), std::string::npos);
  give({"--config={Checks: ["});
  EXPECT_FALSE(lint::makeOptionsProvider(Problem));
  EXPECT_EQ(Problem.find("--config is not valid: "), 0u);
}

TEST_F(SettingsTest, PathsAreRelativeToTheRootThatIsNamed) {
  std::string Option = "--source-root=" + Tree.path("");
  give({Option.c_str()});
  EXPECT_EQ(lint::sourceRoot(), Tree.path(""));
  EXPECT_EQ(lint::problemWithSourceRoot(), "");
  Option += "/nowhere";
  give({Option.c_str()});
  EXPECT_NE(lint::problemWithSourceRoot(), "");
}

// `changes` is computed once for a process: one test for all.
TEST_F(SettingsTest, OnlyFindingsOnChangedLinesAreKept) {
  give({});
  EXPECT_FALSE(lint::wantsChanges());
  Tree.write("change.diff", "--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,3 @@\n"
                            " one\n+new\n two\n");
  std::string Diff = "--diff-from=" + Tree.path("change.diff"),
              Root = "--source-root=" + Tree.path("");
  give({Diff.c_str(), Root.c_str()});
  ASSERT_TRUE(lint::wantsChanges());
  ASSERT_TRUE(bool(lint::changes()));
  report::Report R;
  for (unsigned Line : {1, 2, 3}) {
    report::ReportedFinding F;
    F.Check = "sync-mask";
    F.At.File = "a.cu";
    F.At.Line = Line;
    R.Findings.push_back(F);
  }
  R.settle();
  lint::keepChanged(R);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings.front().At.Line, 2u);
}

TEST(NamedSourcesTest, OnlyFilesCanBeLinted) {
  OwnTree Tree;
  Tree.write("a.cu", "");
  EXPECT_EQ(lint::problemWithSource(Tree.path("a.cu")), "");
  EXPECT_EQ(lint::problemWithSource(Tree.path("b.cu")), "it does not exist");
  EXPECT_EQ(lint::problemWithSource(Tree.path("")), "");
  Tree.write("b.o", std::string("\x7f"
                                "ELF\0\0",
                                6));
  EXPECT_EQ(lint::problemWithSource(Tree.path("b.o")),
            "it is no text: name the source");
  ASSERT_EQ(mkfifo(Tree.path("pipe.cu").c_str(), 0600), 0);
  EXPECT_NE(lint::problemWithSource(Tree.path("pipe.cu")), "");
}

TEST(NamedSourcesTest, FoldersStandForTheirCudaFiles) {
  OwnTree Tree;
  for (const char *File :
       {"b.cu", "a/c.cu", "a/d.cuh", "a/e.cpp", "build/f.cu", ".git/g.cu"})
    Tree.write(File, "");
  EXPECT_EQ(lint::cudaFilesBelow(Tree.path("a")),
            std::vector<std::string>({Tree.path("a/c.cu")}));
  auto None =
      commands::CommandDatabase::fromFlags({}, Tree.path(""), contextIn(Tree));
  auto Files = lint::filesOf(*None, {Tree.path("x.cu"), Tree.path("a")});
  ASSERT_TRUE(bool(Files));
  EXPECT_EQ(*Files,
            std::vector<std::string>({Tree.path("x.cu"), Tree.path("a/c.cu")}));
  auto Missing = lint::filesOf(
      *None, {Tree.path("build/f.cu"), Tree.path(".git/..") + "/none"});
  EXPECT_TRUE(bool(Missing)); // No folder: it is a file that does not exist.
}

TEST(NamedSourcesTest, ANameOrACommandMakesCuda) {
  OwnTree Tree;
  auto Plain =
      commands::CommandDatabase::fromFlags({}, Tree.path(""), contextIn(Tree));
  EXPECT_FALSE(lint::isOtherKind(*Plain, Tree.path("a.cu")));
  EXPECT_TRUE(lint::isOtherKind(*Plain, Tree.path("a.txt")));
  auto Named = commands::CommandDatabase::fromFlags({"-x", "cu"}, Tree.path(""),
                                                    contextIn(Tree));
  EXPECT_FALSE(lint::isOtherKind(*Named, Tree.path("a.txt")));
}

TEST(CommandOutputTest, CommandsAreLinesForAShell) {
  OwnTree Tree;
  auto Database = commands::CommandDatabase::fromFlags(
      {"-DA=b c"}, Tree.path(""), contextIn(Tree));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  EXPECT_EQ(lint::printCommands(OS, *Database, {Tree.path("a.cu")}), 0);
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 1u);
  EXPECT_NE(Text.find("'-DA=b c'"), std::string::npos) << Text;
  std::vector<commands::Translation> All;
  EXPECT_EQ(lint::collectCommands(*Database, {Tree.path("a.cu")}, All), 0);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_TRUE(All.front().IsCuda);
}

TEST(DepfileTest, NamesThatMakeCannotReadAreCounted) {
  size_t LeftOut = 0;
  EXPECT_EQ(
      lint::depfileOf("out.sarif", {"/a b.cu", "/x=y.h", "/z.h"}, LeftOut),
      "out.sarif: \\\n  /a\\ b.cu \\\n  /z.h \\\n  /x=y.h\n");
  EXPECT_EQ(LeftOut, 0u);
  EXPECT_EQ(lint::depfileOf("out", {"/a;b.cu", "/z.h"}, LeftOut),
            "out: \\\n  /z.h\n");
  EXPECT_EQ(LeftOut, 1u);
  EXPECT_EQ(lint::depfileOf("o;ut", {"/z.h"}, LeftOut), "");
  EXPECT_EQ(LeftOut, 2u);
}

TEST(FileTableTest, AFileIsReadAgainIfItMayHaveChanged) {
  OwnTree Tree;
  Tree.write("a", "text");
  lint::FileTable Table;
  std::string Hash = Table.hashOf(Tree.path("a"));
  EXPECT_FALSE(Hash.empty());
  EXPECT_EQ(Table.hashOf(Tree.path("none")), "");
  Tree.write("a", "other text");
  EXPECT_EQ(Table.hashOf(Tree.path("a")), Hash);
  Table.lookAgain();
  EXPECT_NE(Table.hashOf(Tree.path("a")), Hash);
  lint::FileTable Next;
  EXPECT_TRUE(Next.add(Tree.path("a"), Table.entryOf(Tree.path("a"))));
  EXPECT_FALSE(Next.add(Tree.path("a"), "no entry"));
  EXPECT_EQ(Next.hashOf(Tree.path("a")), Table.hashOf(Tree.path("a")));
}

TEST(FolderTableTest, WhatComesIntoAFolderIsSeen) {
  OwnTree Tree;
  Tree.write("in/a", "");
  lint::FolderTable Table;
  EXPECT_TRUE(Table.isAbsent(Tree.path("in/b"), /*WasKnown=*/false));
  EXPECT_FALSE(Table.isAbsent(Tree.path("in/a"), /*WasKnown=*/false));
  EXPECT_TRUE(Table.isAbsent(Tree.path("none/deep/b"), /*WasKnown=*/false));
  Tree.write("in/b", "");
  Table.lookAgain();
  EXPECT_FALSE(Table.isAbsent(Tree.path("in/b"), /*WasKnown=*/true));
  lint::FolderTable Other;
  EXPECT_FALSE(Other.add(Tree.path("in"), "no entry"));
}

TEST(UnitRecordTest, ARecordIsReadAsItWasWritten) {
  OwnTree Tree;
  Tree.write("a b", "text");
  lint::UnitRecord Record;
  Record.Began = 17;
  Record.IsReasonClangs = true;
  Record.Report = "r";
  Record.Made = "m";
  Record.addFiles({Tree.path("a b"), Tree.path("none")});
  Record.LookedFor.addAbsent("/x/y\nz");
  auto Read = lint::UnitRecord::read(Record.text());
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Began, 17);
  EXPECT_FALSE(Read->IsWhole);
  EXPECT_TRUE(Read->IsReasonClangs);
  EXPECT_EQ(Read->Files.size(), 2u);
  EXPECT_TRUE(Read->Files.at(Tree.path("a b")));
  EXPECT_FALSE(Read->Files.at(Tree.path("none")));
  EXPECT_EQ(Read->LookedFor.absent().count("/x/y\nz"), 1u);
  EXPECT_EQ(Read->text(), Record.text());
  std::string Text = Record.text();
  EXPECT_FALSE(lint::UnitRecord::read(llvm::StringRef(Text).drop_back(1)));
  EXPECT_FALSE(lint::UnitRecord::read("something else"));
}

TEST(LinkedOutputTest, ALinkLeadsOnlyToWhatIsOurs) {
  OwnTree Tree;
  Tree.write("elsewhere/profile", "export A=b\n");
  Tree.write("elsewhere/report.json", "{\"check\":\"warplint-sync-mask\"}\n");
  Tree.write("tree/below/empty", "");
  auto Link = [&](llvm::StringRef To, llvm::StringRef Name) {
    EXPECT_FALSE(llvm::sys::fs::create_link(Tree.path(To), Tree.path(Name)));
    return lint::problemWithLink(Tree.path(Name));
  };
  EXPECT_EQ(lint::problemWithLink(Tree.path("tree/new")), "");
  EXPECT_NE(Link("elsewhere/profile", "tree/a"), "");
  EXPECT_EQ(Link("elsewhere/report.json", "tree/b"), "");
  EXPECT_EQ(Link("tree/below/empty", "tree/c"), "");
  EXPECT_NE(Link("elsewhere/new", "tree/d"), "");
  EXPECT_EQ(lint::problemWithLink(Tree.path("tree/a"), "export A"), "");
}

TEST(MentionsTest, ASourceMentionsWhatItOrItsHeadersCall) {
  OwnTree Tree;
  Tree.write("names.cpp", "void f() { start(); }\n");
  Tree.write("not.cpp", "void f() { other(); }\n");
  Tree.write("include/calls.h", "inline void f() { start(); }\n");
  Tree.write("include/declares.h", "void start();\n");
  Tree.write("includes.cpp", "#include <calls.h>\n");
  Tree.write("declares.cpp", "#include \"include/declares.h\"\n");
  lint::Mentions Named(Tree.path(""), {"start"});
  EXPECT_TRUE(Named.in(Tree.path("names.cpp"), {}));
  EXPECT_FALSE(Named.in(Tree.path("not.cpp"), {}));
  EXPECT_FALSE(Named.in(Tree.path("includes.cpp"), {}));
  EXPECT_TRUE(Named.in(Tree.path("includes.cpp"), {Tree.path("include")}));
  EXPECT_FALSE(Named.in(Tree.path("declares.cpp"), {}));
  EXPECT_FALSE(Named.in(Tree.path("none.cpp"), {}));
}

TEST(MentionsTest, IncludeFoldersAreThoseOfTheCommand) {
  EXPECT_EQ(lint::includeFoldersOf({"g++", "-Ia", "-I", "/b", "-isystem", "c",
                                    "-iquote../d", "-c", "x.cpp"},
                                   "/p/q"),
            Names({"/p/q/a", "/b", "/p/q/c", "/p/d"}));
}

TEST(RememberedFilesTest, AFileStaysAsItWasAskedFor) {
  OwnTree Tree;
  Tree.write("a", "one");
  lint::RememberedFiles Files(llvm::vfs::createPhysicalFileSystem());
  EXPECT_EQ((*Files.getBufferForFile(Tree.path("a")))->getBuffer(), "one");
  EXPECT_FALSE(Files.exists(Tree.path("b")));
  Tree.write("a", "two");
  Tree.write("b", "new");
  EXPECT_EQ((*Files.getBufferForFile(Tree.path("a")))->getBuffer(), "one");
  EXPECT_FALSE(Files.exists(Tree.path("b")));
}

TEST(RepositoryPipesTest, PipesThatGitWouldReadAreFound) {
  OwnTree Tree;
  EXPECT_FALSE(lint::pipeThatGitReads(Tree.path("")));
  Tree.write(".git/config", "");
  Tree.write("src/a.cu", "");
  ASSERT_EQ(mkfifo(Tree.path("src/data").c_str(), 0600), 0);
  EXPECT_FALSE(lint::pipeThatGitReads(Tree.path("src")));
  ASSERT_EQ(mkfifo(Tree.path("src/.gitattributes").c_str(), 0600), 0);
  EXPECT_EQ(lint::pipeThatGitReads(Tree.path("src")),
            Tree.path("src/.gitattributes"));
}

} // namespace lint_test
