//===--- WordsTest.cpp - Splitting option text ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Words.h"
#include "CompileCommands/ResponseFiles.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace words_test {
using namespace llvm;
using namespace warplint;
using Strings = std::vector<std::string>;

TEST(Words, SplitsLikeAShell) {
  struct {
    const char *Text;
    Strings Words;
  } Cases[] = {
      {"", {}},
      {"  \t\n", {}},
      {"a b\tc\n d", {"a", "b", "c", "d"}},
      {R"(-DX="a b" 'c d')", {"-DX=a b", "c d"}},
      {R"(-DX=\"y\" a\ b)", {"-DX=\"y\"", "a b"}},
      {R"("a\"b\\c\d")", {R"(a"b\c\d)"}},
      {R"('a\b')", {R"(a\b)"}},
      {R"("" a)", {"", "a"}},
      {"# a", {"#", "a"}}, // nvcc knows no comments.
  };
  for (const auto &Case : Cases) {
    Expected<Strings> Words = commands::splitWords(Case.Text);
    ASSERT_TRUE(bool(Words)) << Case.Text;
    EXPECT_EQ(*Words, Case.Words) << Case.Text;
  }
}

TEST(Words, RejectsAnUnterminatedQuote) {
  for (const char *Text : {"a 'b", "\"", "a \"b\\\""}) {
    Expected<Strings> Words = commands::splitWords(Text);
    ASSERT_FALSE(bool(Words)) << Text;
    EXPECT_NE(toString(Words.takeError()).find("never closed"),
              std::string::npos);
  }
}

TEST(Words, SplitsListsAsNvccDoes) {
  struct {
    const char *Text;
    Strings Parts;
  } Cases[] = {
      {"a", {"a"}},
      {"a,b", {"a", "b"}},
      {R"(A\,B,C)", {"A,B", "C"}},
      {R"(Y="q,r",Z)", {"Y=\"q,r\"", "Z"}},
      {R"(P=\"x\")", {R"(P=\"x\")"}},
      {"", {""}},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(commands::splitList(Case.Text), Case.Parts) << Case.Text;
}

TEST(Words, SplitsHostOptions) {
  struct {
    const char *Text;
    Strings Options;
  } Cases[] = {
      {"-fPIC,-Wall", {"-fPIC", "-Wall"}},
      {"-DH -DI", {"-DH", "-DI"}},
      {R"(-DA\,B,-DC)", {"-DA,B", "-DC"}},
      {R"("-DG=1,2")", {"-DG=1,2"}},
      {"", {}},
  };
  for (const auto &Case : Cases) {
    Expected<Strings> Options = commands::splitHostOptions(Case.Text);
    ASSERT_TRUE(bool(Options)) << Case.Text;
    EXPECT_EQ(*Options, Case.Options) << Case.Text;
  }
}

class ResponseFilesTest : public testing::Test {
protected:
  void file(StringRef Path, StringRef Text) {
    Files->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
  }
  Expected<Strings> expand(Strings Arguments) {
    return commands::ResponseFiles("/build", Files).expand(Arguments);
  }
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files =
      makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
};

TEST_F(ResponseFilesTest, AreNestedAndRelativeToTheDirectory) {
  file("/build/sub/a.rsp", "-DA @sub/b.rsp -DC");
  file("/build/sub/b.rsp", "\"-I/with space\"");
  Expected<Strings> Result = expand({"-c", "@sub/a.rsp", "@"});
  ASSERT_TRUE(bool(Result));
  EXPECT_EQ(*Result, (Strings{"-c", "-DA", "-I/with space", "-DC", "@"}));
}

TEST_F(ResponseFilesTest, MayBeNamedTwice) {
  file("/build/a.rsp", "-DA");
  Expected<Strings> Result = expand({"@a.rsp", "@a.rsp"});
  ASSERT_TRUE(bool(Result));
  EXPECT_EQ(*Result, (Strings{"-DA", "-DA"}));
}

TEST_F(ResponseFilesTest, Errors) {
  file("/build/self.rsp", "@./self.rsp");
  file("/build/ping.rsp", "@pong.rsp");
  file("/build/pong.rsp", "@ping.rsp");
  file("/build/quote.rsp", "-DX=\"");
  struct {
    const char *Argument, *Message;
  } Cases[] = {
      {"@self.rsp", "includes itself"},
      {"@ping.rsp", "includes itself"},
      {"@quote.rsp", "never closed"},
      {"@none.rsp", "build the project once"},
  };
  for (const auto &Case : Cases) {
    Expected<Strings> Result = expand({Case.Argument});
    ASSERT_FALSE(bool(Result)) << Case.Argument;
    EXPECT_NE(toString(Result.takeError()).find(Case.Message),
              std::string::npos)
        << Case.Argument;
  }
}

TEST_F(ResponseFilesTest, AreBounded) {
  // Each file names the next one ten times.
  for (int I = 0; I != 9; ++I) {
    std::string Text;
    for (int Copy = 0; Copy != 10; ++Copy)
      Text += "@" + std::to_string(I + 1) + ".rsp ";
    file("/build/" + std::to_string(I) + ".rsp", Text);
  }
  // A thousand of those are read, whether they are empty or not.
  for (size_t Size : {0, 1000}) {
    file("/build/9.rsp", std::string(Size, 'x'));
    Expected<Strings> Result = expand({"@0.rsp"});
    ASSERT_FALSE(bool(Result));
    EXPECT_NE(toString(Result.takeError()).find("1000 response files"),
              std::string::npos);
  }
  file("/build/big.rsp", std::string(17 << 20, 'x'));
  Expected<Strings> Result = expand({"@big.rsp"});
  ASSERT_FALSE(bool(Result));
  EXPECT_NE(toString(Result.takeError()).find("16 MiB"), std::string::npos);
}

} // namespace words_test
