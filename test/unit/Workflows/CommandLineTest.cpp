//===--- CommandLineTest.cpp - What is wrong with arguments ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/CommandLine/Mistakes.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Lint/Commands.h"
#include "gtest/gtest.h"

namespace command_line_test {
using namespace warplint;

using Words = std::vector<const char *>;

static std::string mistake(Words Arguments) {
  Arguments.insert(Arguments.begin(), "warplint");
  // The commands are there from their first use on.
  (void)lint::completionsCommand();
  return cli::mistakeIn(Arguments);
}

static Words spelled(Words Arguments) {
  Arguments.insert(Arguments.begin(), "warplint");
  return cli::spelledOut(std::move(Arguments));
}

TEST(NearestTest, TwoLettersThatChangedPlacesAreNear) {
  std::vector<std::string> Known = {"audit", "init", "merge"};
  EXPECT_EQ(cli::nearest("aduit", Known), "audit");
  EXPECT_EQ(cli::nearest("innit", Known), "init");
  EXPECT_EQ(cli::nearest("kernel", Known), "");
  EXPECT_EQ(cli::nearest("", Known), "");
  EXPECT_EQ(cli::nearest("xml", {"html"}), "");
}

TEST(SpelledOutTest, HelpAndVersionAreCommands) {
  EXPECT_STREQ(spelled({"help"})[1], "--help");
  EXPECT_STREQ(spelled({"version"})[1], "--version");
  Words OfAudit = spelled({"help", "audit"});
  EXPECT_STREQ(OfAudit[1], "audit");
  EXPECT_STREQ(OfAudit[2], "--help");
  EXPECT_STREQ(spelled({"a.cu", "help"})[2], "help");
}

TEST(MistakesTest, CommandsLinesThatAreRightHaveNone) {
  for (const Words &Right :
       {Words{"-p", "build"}, Words{"a.cu", "--quiet"},
        Words{"-o", "-", "a.cu"}, Words{"--format", "json", "a.cu"},
        Words{"--fix", "a.cu"}, Words{"--fix=diff", "a.cu"},
        Words{"audit", "-p=build"}, Words{"audit", "-j2"},
        Words{"explain", "sync-mask"}, Words{"explain", "--help"},
        Words{"--checks=x", "@words"}, Words{}})
    EXPECT_EQ(mistake(Right), "");
}

TEST(MistakesTest, WhatIsWrongIsNamed) {
  EXPECT_NE(mistake({"aduit"}).find("did you mean 'audit'?"),
            std::string::npos);
  EXPECT_NE(mistake({"a.cu", "-arch=sm_90"}).find("behind '--'"),
            std::string::npos);
  EXPECT_NE(mistake({"--formt=json"}).find("did you mean '--format'?"),
            std::string::npos);
  EXPECT_NE(mistake({"--format=jsn"}).find("did you mean 'json'?"),
            std::string::npos);
  EXPECT_NE(mistake({"explain"}).find("takes <check>"), std::string::npos);
  EXPECT_NE(mistake({"-o"}).find("takes a value"), std::string::npos);
}

TEST(OptionTableTest, OptionsComeByNameWithTheirValues) {
  (void)lint::completionsCommand();
  for (const cli::CommandRow &Command : cli::optionTable())
    for (const cli::OptionRow &Row : Command.Options)
      if (Command.Name.empty() && Row.Name == "format") {
        EXPECT_EQ(Row.flag(), "--format");
        EXPECT_FALSE(Row.takesPath());
        EXPECT_TRUE(Row.NeedsValue);
        EXPECT_EQ(Row.Values.front().first, "text");
        return;
      }
  FAIL() << "no --format";
}

} // namespace command_line_test
