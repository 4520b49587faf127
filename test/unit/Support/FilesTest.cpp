//===--- FilesTest.cpp - Files that others made ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/EditedFiles.h"
#include "Support/InputFile.h"
#include "Support/Json.h"
#include "Support/OutputFile.h"
#include "Support/Yaml.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <sys/stat.h>
#include <unistd.h>

namespace files_test {
using namespace llvm;
using namespace warplint;

class FilesTest : public testing::Test {
protected:
  FilesTest() { sys::fs::createUniqueDirectory("warplint", Folder); }
  ~FilesTest() override { sys::fs::remove_directories(Folder); }

  std::string in(StringRef Name) const {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return Path.str().str();
  }
  std::string write(StringRef Name, StringRef Text) const {
    return toString(base::writeWhole(in(Name), Text));
  }
  std::string read(StringRef Name) const {
    auto Text = base::readWhole(in(Name));
    return Text ? *Text : toString(Text.takeError());
  }

  SmallString<128> Folder;
};

TEST_F(FilesTest, OnlyRegularFilesAreRead) {
  EXPECT_EQ(write("a", "text"), "");
  EXPECT_EQ(read("a"), "text");
  ASSERT_EQ(mkfifo(in("fifo").c_str(), 0600), 0);
  EXPECT_NE(read("fifo").find("it is not a regular file"), std::string::npos);
  EXPECT_NE(toString(base::readWhole("/dev/zero").takeError())
                .find("it is not a regular file"),
            std::string::npos);
}

TEST_F(FilesTest, EditedFilesHoldOtherTextsUnderAllTheirNames) {
  write("a", "before");
  write("b", "as it is");
  ASSERT_EQ(symlink("a", in("link").c_str()), 0);
  SmallString<128> Real;
  ASSERT_FALSE(sys::fs::real_path(in("a"), Real));
  base::EditedFiles Files(vfs::createPhysicalFileSystem(),
                          {{Real.str().str(), "afterwards"}});
  ASSERT_FALSE(Files.setCurrentWorkingDirectory(Folder));
  for (std::string Name :
       {in("a"), in("link"), std::string("a"), std::string("./link"),
        in("../") + "./" + sys::path::filename(Folder).str() + "/a"}) {
    auto Status = Files.status(Name);
    ASSERT_TRUE(bool(Status)) << Name;
    EXPECT_EQ(Status->getSize(), 10u) << Name;
    auto Text = Files.getBufferForFile(Name);
    ASSERT_TRUE(bool(Text)) << Name;
    EXPECT_EQ((*Text)->getBuffer(), "afterwards") << Name;
  }
  EXPECT_EQ((*Files.getBufferForFile("b"))->getBuffer(), "as it is");
  EXPECT_FALSE(bool(Files.getBufferForFile("c")));
  EXPECT_EQ(read("a"), "before");
}

TEST_F(FilesTest, LargeFilesAreNotRead) {
  write("large", "");
  ASSERT_EQ(truncate(in("large").c_str(), off_t(1) << 40), 0);
  EXPECT_NE(read("large").find("it is larger than 1 GiB"), std::string::npos);
}

TEST_F(FilesTest, ChangesAreSeen) {
  write("same", "1");
  write("longer", "1");
  write("replaced", "1");
  write("gone", "1");
  base::WatchedFiles Files(vfs::getRealFileSystem());
  for (StringRef Name : {"same", "longer", "replaced", "gone"})
    ASSERT_TRUE(bool(Files.getBufferForFile(in(Name))));
  EXPECT_TRUE(Files.changed().empty());
  ASSERT_EQ(truncate(in("longer").c_str(), 2), 0);
  write("replaced", "2");
  sys::fs::remove(in("gone"));
  EXPECT_EQ(Files.changed(), (std::vector<std::string>{in("gone"), in("longer"),
                                                       in("replaced")}));
}

TEST_F(FilesTest, LinksAreFollowed) {
  ASSERT_EQ(symlink("b", in("a").c_str()), 0);
  ASSERT_EQ(symlink(in("c").c_str(), in("b").c_str()), 0);
  EXPECT_EQ(write("a", "text"), "");
  EXPECT_TRUE(sys::fs::is_symlink_file(in("a")));
  EXPECT_TRUE(sys::fs::is_symlink_file(in("b")));
  EXPECT_EQ(read("c"), "text");
  base::stashOutput(in("a"));
  EXPECT_TRUE(sys::fs::is_symlink_file(in("a")));
  EXPECT_FALSE(sys::fs::exists(in("c")));
  ASSERT_EQ(symlink("x", in("y").c_str()), 0);
  ASSERT_EQ(symlink("y", in("x").c_str()), 0);
  EXPECT_NE(write("x", "text").find("symbolic links"), std::string::npos);
}

TEST_F(FilesTest, AFileThatIsGoneIsNoInput) {
  write("read", "{}");
  base::noteInput(in("read"));
  ASSERT_EQ(link(in("read").c_str(), in("other").c_str()), 0);
  EXPECT_TRUE(base::isInput(in("other")));
  // The number stays in use, as if a new file had been given it.
  sys::fs::remove(in("read"));
  EXPECT_FALSE(base::isInput(in("other")));
}

TEST_F(FilesTest, WhatWasSetAsideComesBackToItsReader) {
  write("old", "{}");
  ASSERT_EQ(chmod(in("old").c_str(), 0604), 0);
  ASSERT_EQ(symlink("old", in("link").c_str()), 0);
  auto Then = base::FileVersion::of(in("old"));
  base::stashOutput(in("link"));
  EXPECT_FALSE(sys::fs::exists(in("old")));
  auto Files = base::regularFiles();
  EXPECT_FALSE(Files->status(in("other")));
  EXPECT_FALSE(sys::fs::exists(in("old")));
  auto Found = Files->getBufferForFile(in("old"));
  ASSERT_TRUE(bool(Found));
  EXPECT_EQ((*Found)->getBuffer(), "{}");
  EXPECT_TRUE(base::isInput(in("link")));
  auto Now = base::FileVersion::of(in("old"));
  ASSERT_TRUE(Then && Now);
  EXPECT_EQ(Now->Modified, Then->Modified);
  struct stat Mode;
  ASSERT_EQ(stat(in("old").c_str(), &Mode), 0);
  EXPECT_EQ(Mode.st_mode & 0777, 0604u);
  EXPECT_FALSE(base::restoreOutput(in("old")));
}

TEST_F(FilesTest, PlacesHaveOneName) {
  ASSERT_EQ(mkdir(in("folder").c_str(), 0777), 0);
  ASSERT_EQ(symlink("folder", in("way").c_str()), 0);
  ASSERT_EQ(symlink("folder/new", in("dangling").c_str()), 0);
  auto Place = base::placeOf(in("folder/new"));
  ASSERT_TRUE(Place);
  EXPECT_EQ(base::placeOf(in("way/new")), Place);
  EXPECT_EQ(base::placeOf(in("dangling")), Place);
  EXPECT_NE(base::placeOf(in("folder/other")), Place);
  EXPECT_FALSE(base::placeOf(in("none/new")));
  for (const char *Name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
                           "/proc/thread-self/fd/1"})
    EXPECT_EQ(base::placeOf(Name), "/proc/self/fd/1") << Name;
}

TEST_F(FilesTest, NothingHalfIsLeft) {
  EXPECT_NE(write("none/a", "text")
                .find("'" + in("none/a") + "' cannot be written: No such file"),
            std::string::npos);
  write("a", "text");
  EXPECT_EQ(write("a", "other"), "");
  std::error_code Failed;
  unsigned Files = 0;
  for (sys::fs::directory_iterator It(Folder, Failed), End; It != End;
       It.increment(Failed))
    ++Files;
  EXPECT_EQ(Files, 1u);
}

TEST(NestingTest, Json) {
  EXPECT_TRUE(bool(base::parseJson("[[{\"a\": [\"[[[\"]}]]")));
  std::string Deep(1000000, '[');
  EXPECT_EQ(toString(base::parseJson(Deep).takeError()),
            "it is nested more than 200 levels deep");
  std::string Brackets = "\"\\\"" + Deep + "\"";
  EXPECT_TRUE(bool(base::parseJson(Brackets)));
  std::string Wide = "[";
  for (unsigned I = 0; I < 1000; ++I)
    Wide += "[],";
  EXPECT_TRUE(bool(base::parseJson(Wide + "[]]")));
}

TEST(PatternTest, RepetitionsAreWrittenOut) {
  EXPECT_FALSE(base::isPatternTooLarge(".*"));
  EXPECT_FALSE(
      base::isPatternTooLarge("^(src|include)/[a-z]{1,64}/(x|y){2,4}.*$"));
  EXPECT_FALSE(base::isPatternTooLarge("[a-z]{2,32}_[a-z]{2,32}_[a-z]{2,32}"));
  EXPECT_FALSE(base::isPatternTooLarge(std::string(1'000'000, 'x')));
  EXPECT_FALSE(base::isPatternTooLarge(std::string(1'000'000, '*')));
  EXPECT_TRUE(base::isPatternTooLarge("((((x{0,255}){0,255}){0,255}){0,255})"));
  EXPECT_TRUE(base::isPatternTooLarge("(((([)]x{255}){255,}){255})"));
  EXPECT_TRUE(
      base::isPatternTooLarge("(x{9}){99999999999999999999}{255,255}{255}"));
  EXPECT_TRUE(base::isPatternTooLarge(std::string(5000, '(')));
  EXPECT_FALSE(base::isPatternTooLarge("(.*)/\\1"));
  EXPECT_TRUE(base::isPatternTooLarge("^(.*)*(.*)*\\1\\2x$"));
}

TEST(PatternTest, IsFoundHoweverItIsWritten) {
  const std::string Large = "((((x{0,255}){0,255}){0,255}){0,255})";
  for (const std::string &Text : std::vector<std::string>{
           "HeaderFilterRegex: '" + Large + "'\n",
           "ExcludeHeaderFilterRegex: " + Large + "\n",
           "HeaderFilterRegex: \"((((x\\x7b255})\\u007b255}){255}){255})\"\n",
           "HeaderFilterRegex: >-\n  " + Large + "\n",
           "HeaderFilterRegex: "
           "'((((x{0,\n\n255}){0,255}){0,255}){0,255}){255}'\n",
           "CheckOptions:\n  - key: a.IgnoredRegexp\n    value: '" + Large +
               "'\n",
           "CheckOptions: {a.B: '" + Large + "'}\n",
           "If: {PathMatch: []}\n---\nIf:\n  PathMatch: [a, '" + Large +
               "']\n"})
    EXPECT_EQ(base::refusalOfYaml(Text),
              base::refusal(base::Refusal::TooLongPattern))
        << Text;
  EXPECT_FALSE(
      base::refusalOfYaml("Checks: '-*,warplint-*'\nHeaderFilterRegex: '.*'\n"
                          "CheckOptions:\n  - {key: a, value: 'x{2}'}\n"));
  EXPECT_FALSE(base::refusalOfYaml("Checks: [\n"));
}

TEST(NestingTest, Yaml) {
  EXPECT_FALSE(base::isYamlTooDeep("Checks: '-*,warplint-*'\nCheckOptions:\n"
                                   "  - key: a\n    value: '[^[]*'\n"));
  EXPECT_TRUE(base::isYamlTooDeep(std::string(1000, '[')));
  std::string Dashes, Steps;
  for (unsigned I = 0; I < 1000; ++I) {
    Dashes += "- ";
    Steps += std::string(I, ' ') + "a:\n";
  }
  EXPECT_TRUE(base::isYamlTooDeep(Dashes));
  EXPECT_TRUE(base::isYamlTooDeep(Steps));
}

} // namespace files_test
