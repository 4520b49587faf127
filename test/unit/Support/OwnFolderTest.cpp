//===--- OwnFolderTest.cpp - Folders whose links are not followed ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OwnFolder.h"
#include "Support/Descriptors.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace own_folder_test {
using namespace llvm;
using namespace warplint;

class OwnFolderTest : public testing::Test {
protected:
  OwnFolderTest() { sys::fs::createUniqueDirectory("warplint", Base); }
  ~OwnFolderTest() override { sys::fs::remove_directories(Base); }

  std::string in(const Twine &Name) const { return (Base + "/" + Name).str(); }
  void put(StringRef Name, StringRef Text) const {
    std::ofstream(in(Name)) << Text.str();
  }
  std::string get(StringRef Name) const {
    std::stringstream Text;
    Text << std::ifstream(in(Name)).rdbuf();
    return Text.str();
  }
  base::OwnFolder open(StringRef Below = "own") const {
    return cantFail(base::OwnFolder::open(Base, Below));
  }
  static std::string said(Error Failed) { return toString(std::move(Failed)); }
  template <typename T> static std::string said(Expected<T> Result) {
    return Result ? "" : toString(Result.takeError());
  }
  static std::vector<std::string> names(const base::OwnFolder &Folder) {
    std::vector<std::string> Names;
    for (const base::FolderEntry &Each : cantFail(Folder.list()))
      Names.push_back(Each.Name);
    return Names;
  }

  SmallString<128> Base;
};

static bool contains(StringRef Text, StringRef Part) {
  return Text.contains(Part);
}

TEST_F(OwnFolderTest, FilesAreWrittenReadAndRemoved) {
  base::OwnFolder Own = open();
  EXPECT_EQ(said(Own.write("a", "text")), "");
  EXPECT_EQ(said(Own.write("a", "other")), "");
  EXPECT_EQ(get("own/a"), "other");
  EXPECT_EQ(cantFail(Own.read("a", 5)), "other");
  EXPECT_TRUE(Own.hasFile("a"));
  EXPECT_EQ(names(Own), std::vector<std::string>{"a"});
  EXPECT_EQ(said(Own.remove("a")), "");
  EXPECT_EQ(said(Own.remove("a")), "");
  EXPECT_FALSE(Own.find("a"));
}

TEST_F(OwnFolderTest, LimitsHold) {
  base::OwnFolder Own = open();
  EXPECT_EQ(said(Own.write("a", "12345")), "");
  EXPECT_TRUE(contains(said(Own.read("a", 4)), "it is larger than 4 bytes"));
  put("own/sparse", "");
  ASSERT_EQ(truncate(in("own/sparse").c_str(), off_t(1) << 40), 0);
  EXPECT_TRUE(contains(said(Own.read("sparse", 1 << 20)),
                       "it is larger than 1048576 bytes"));
}

TEST_F(OwnFolderTest, FoldersThatAreLinksAreRefused) {
  sys::fs::create_directory(in("far"));
  ASSERT_EQ(symlink("far", in("own").c_str()), 0);
  std::string Why = said(base::OwnFolder::open(Base, "own"));
  EXPECT_EQ(Why, "'" + in("own") +
                     "' cannot be opened: it is a link, which is not followed");
  Why = said(base::OwnFolder::open(Base, "own/units"));
  EXPECT_TRUE(contains(Why, "it is a link"));
  EXPECT_FALSE(sys::fs::exists(in("far/units")));
  // The base is trusted.
  EXPECT_EQ(said(base::OwnFolder::open(in("own"), "units")), "");
  EXPECT_TRUE(sys::fs::is_directory(in("far/units")));
  // A link on the path, a dangling one, and a file.
  base::OwnFolder Own = open("mine/sub");
  ASSERT_EQ(symlink("../../far", in("mine/sub/link").c_str()), 0);
  ASSERT_EQ(symlink("nowhere", in("mine/sub/none").c_str()), 0);
  put("mine/sub/file", "");
  EXPECT_TRUE(contains(said(Own.write("link/a", "text")), "it is a link"));
  EXPECT_TRUE(contains(said(Own.read("link/a", 9)), "it is a link"));
  EXPECT_TRUE(contains(said(Own.folder("link")), "it is a link"));
  EXPECT_TRUE(contains(said(Own.folder("none")), "it is a link"));
  EXPECT_TRUE(contains(said(Own.folder("file")), "Not a directory"));
  EXPECT_FALSE(sys::fs::exists(in("far/a")));
}

TEST_F(OwnFolderTest, FilesThatAreLinksAreRefused) {
  base::OwnFolder Own = open();
  put("victim", "mine");
  ASSERT_EQ(symlink("../victim", in("own/a").c_str()), 0);
  ASSERT_EQ(symlink("../new", in("own/b").c_str()), 0);
  for (const char *Name : {"a", "b"}) {
    EXPECT_EQ(said(Own.write(Name, "text")),
              "'" + in(Twine("own/") + Name) +
                  "' cannot be written: it is a link, which is not followed");
    EXPECT_TRUE(contains(said(Own.read(Name, 9)), "it is a link"));
    EXPECT_TRUE(contains(said(Own.openLock(Name)), "it is a link"));
    EXPECT_EQ(Own.find(Name)->Is, base::FolderEntry::Kind::Link);
    EXPECT_FALSE(Own.hasFile(Name));
    EXPECT_EQ(said(Own.remove(Name)), "");
  }
  EXPECT_EQ(get("victim"), "mine");
  EXPECT_FALSE(sys::fs::exists(in("new")));
}

TEST_F(OwnFolderTest, WhatIsNoFileIsNeitherReadNorWritten) {
  base::OwnFolder Own = open();
  ASSERT_EQ(mkfifo(in("own/fifo").c_str(), 0600), 0);
  ASSERT_EQ(mkdir(in("own/folder").c_str(), 0700), 0);
  EXPECT_TRUE(
      contains(said(Own.write("fifo", "")), "it is not a regular file"));
  EXPECT_TRUE(contains(said(Own.read("fifo", 9)), "it is not a regular file"));
  EXPECT_TRUE(contains(said(Own.openLock("fifo")), "it is not a regular file"));
  EXPECT_TRUE(contains(said(Own.write("folder", "")), "Is a directory"));
  EXPECT_EQ(names(Own), (std::vector<std::string>{"fifo", "folder"}));
}

TEST_F(OwnFolderTest, NamesStayInTheFolder) {
  base::OwnFolder Own = open();
  put("outside", "mine");
  for (StringRef Name :
       {"..", ".", "", "../outside", "a/../../outside", "/etc/passwd/", "a/"}) {
    EXPECT_NE(said(Own.write(Name, "text")), "") << Name.str();
    EXPECT_NE(said(Own.read(Name, 9)), "") << Name.str();
    EXPECT_NE(said(Own.remove(Name)), "") << Name.str();
  }
  EXPECT_TRUE(contains(said(Own.folder("..")), "no name of a file"));
  EXPECT_EQ(get("outside"), "mine");
}

TEST_F(OwnFolderTest, AFolderIsWhatItWasWhenItWasOpened) {
  base::OwnFolder Own = open();
  ASSERT_EQ(rename(in("own").c_str(), in("moved").c_str()), 0);
  sys::fs::create_directory(in("far"));
  ASSERT_EQ(symlink("far", in("own").c_str()), 0);
  EXPECT_EQ(said(Own.write("a", "text")), "");
  EXPECT_EQ(get("moved/a"), "text");
  EXPECT_FALSE(sys::fs::exists(in("far/a")));
}

TEST_F(OwnFolderTest, FoldersOfFoldersAreMadeAndRemoved) {
  base::OwnFolder Own = open();
  base::OwnFolder Units =
      cantFail(Own.folder("x/units", base::OwnFolder::Missing::Make, S_IRWXU));
  struct stat Found;
  ASSERT_EQ(stat(in("own/x/units").c_str(), &Found), 0);
  EXPECT_EQ(Found.st_mode & 0777, unsigned(S_IRWXU));
  EXPECT_EQ(said(Units.write("a", "text")), "");
  EXPECT_EQ(cantFail(Own.read("x/units/a", 9)), "text");
  EXPECT_TRUE(contains(said(Own.folder("y", base::OwnFolder::Missing::Fail)),
                       "No such file"));
  EXPECT_TRUE(contains(said(Own.write("y/a", "")), "No such file"));
  put("victim", "mine");
  ASSERT_EQ(symlink("../..", in("own/x/up").c_str()), 0);
  EXPECT_EQ(said(Own.removeTree("x")), "");
  EXPECT_EQ(names(Own), std::vector<std::string>{});
  EXPECT_EQ(get("victim"), "mine");
}

TEST_F(OwnFolderTest, WhatHasChangedIsNotReplaced) {
  base::OwnFolder Own = open();
  put("own/a", "old");
  base::FileAsRead Then = cantFail(Own.readVersion("a", 9));
  base::WriteOptions Options;
  Options.Replaces = &Then;
  for (StringRef Other : {"odd", "older", ""}) {
    put("own/a", Other);
    EXPECT_TRUE(contains(said(Own.write("a", "new", Options)),
                         "it has changed meanwhile"));
    EXPECT_EQ(get("own/a"), Other);
  }
  // The same text in another file.
  EXPECT_EQ(said(Own.write("a", "old")), "");
  EXPECT_EQ(said(Own.write("a", "new", Options)), "");
  EXPECT_EQ(get("own/a"), "new");
  EXPECT_EQ(said(Own.remove("a")), "");
  EXPECT_TRUE(contains(said(Own.write("a", "new", Options)),
                       "it has changed meanwhile"));
  EXPECT_EQ(names(Own), std::vector<std::string>{});
}

TEST_F(OwnFolderTest, PermissionsAreKeptWhereThatIsAsked) {
  base::OwnFolder Own = open();
  base::WriteOptions Options;
  Options.Mode = 0600;
  Options.Lasts = base::Durability::Remade;
  struct stat Found;
  EXPECT_EQ(said(Own.write("a", "1", Options)), "");
  ASSERT_EQ(stat(in("own/a").c_str(), &Found), 0);
  EXPECT_EQ(Found.st_mode & 07777, 0600u);
  ASSERT_EQ(chmod(in("own/a").c_str(), 04751), 0);
  Options.KeepsOwner = true;
  EXPECT_EQ(said(Own.write("a", "2", Options)), "");
  ASSERT_EQ(stat(in("own/a").c_str(), &Found), 0);
  EXPECT_EQ(Found.st_mode & 07777, 0751u);
}

TEST_F(OwnFolderTest, WhatIsThereStaysWhereOnlyNewIsWanted) {
  base::OwnFolder Own = open();
  base::WriteOptions Options;
  Options.OnlyNew = true;
  EXPECT_EQ(said(Own.write("a", "1", Options)), "");
  EXPECT_TRUE(contains(said(Own.write("a", "2", Options)), "File exists"));
  EXPECT_EQ(get("own/a"), "1");
  EXPECT_EQ(names(Own), std::vector<std::string>{"a"});
}

TEST_F(OwnFolderTest, LongNamesAreWritten) {
  base::OwnFolder Own = open();
  std::string Name(255, 'n');
  EXPECT_EQ(said(Own.write(Name, "text")), "");
  EXPECT_EQ(cantFail(Own.read(Name, 9)), "text");
}

TEST_F(OwnFolderTest, LocksAreFilesOfTheirOwn) {
  base::OwnFolder Own = open();
  int Lock = cantFail(Own.openLock("lock", /*Appends=*/true));
  EXPECT_EQ(write(Lock, "+", 1), 1);
  EXPECT_TRUE(fcntl(Lock, F_GETFD) & FD_CLOEXEC);
  close(Lock);
  EXPECT_EQ(get("own/lock"), "+");
}

TEST_F(OwnFolderTest, VersionsTellFilesApart) {
  put("a", "1");
  auto Then = base::FileVersion::of(in("a"));
  ASSERT_TRUE(Then);
  EXPECT_EQ(*Then, *base::FileVersion::of(in("a")));
  ASSERT_EQ(link(in("a").c_str(), in("b").c_str()), 0);
  EXPECT_TRUE(Then->isSameFile(*base::FileVersion::of(in("b"))));
  put("c", "1");
  EXPECT_FALSE(Then->isSameFile(*base::FileVersion::of(in("c"))));
  // The old time, set again, is no old version.
  struct timespec Times[] = {
      {0, UTIME_OMIT},
      {Then->Modified / 1'000'000'000, Then->Modified % 1'000'000'000}};
  usleep(20000); // Longer than the clock of the file system stands still.
  put("a", "2");
  ASSERT_EQ(utimensat(AT_FDCWD, in("a").c_str(), Times, 0), 0);
  auto Now = base::FileVersion::of(in("a"));
  EXPECT_EQ(Now->Modified, Then->Modified);
  EXPECT_NE(*Now, *Then);
  EXPECT_FALSE(base::FileVersion::of(in("none")));
  EXPECT_EQ(cantFail(base::readVersion(in("b"))).Text, "2");
}

} // namespace own_folder_test
