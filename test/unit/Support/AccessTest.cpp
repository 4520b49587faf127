//===--- AccessTest.cpp - Whole folders, and who may read a file ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FolderTree.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Support/OwnFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace access_test {
using namespace llvm;
using namespace warplint;

class AccessTest : public testing::Test {
protected:
  AccessTest() {
    // TMPDIR may be one that only its user can enter; here others write, too.
    SmallString<128> Made;
    sys::fs::createUniqueDirectory("/tmp/warplint", Made);
    Folder = Made.str().str();
    Open = open(Folder.c_str(), O_RDONLY | O_DIRECTORY);
  }
  ~AccessTest() override {
    base::emptyFolder(Open);
    close(Open);
    rmdir(Folder.c_str());
  }

  std::string in(StringRef Name) const { return Folder + "/" + Name.str(); }
  std::string write(StringRef Name, StringRef Text) const {
    return toString(base::writeWhole(in(Name), Text));
  }
  std::string textOf(StringRef Name) const {
    auto Text = base::readWhole(in(Name));
    return Text ? *Text : toString(Text.takeError());
  }
  mode_t modeOf(StringRef Name) const {
    struct stat Found = {};
    stat(in(Name).c_str(), &Found);
    return Found.st_mode & 07777;
  }

  /// Folders in folders, deeper than a path may be long.
  void makeDeep(StringRef Name, unsigned Levels) {
    int Here = dup(Open);
    std::string Part = Name.str();
    for (unsigned I = 0; I < Levels; ++I) {
      ASSERT_EQ(mkdirat(Here, Part.c_str(), 0700), 0);
      int Next = openat(Here, Part.c_str(), O_RDONLY | O_DIRECTORY);
      ASSERT_GE(Next, 0);
      close(openat(Next, "file", O_WRONLY | O_CREAT, 0600));
      close(Here);
      Here = Next;
      Part = "d";
    }
    close(Here);
  }

  std::string Folder;
  int Open = -1;
};

TEST_F(AccessTest, FoldersAreRemovedHoweverDeep) {
  rlimit Before;
  getrlimit(RLIMIT_NOFILE, &Before);
  rlimit Few{64, Before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &Few);
  makeDeep("first", 3000);
  makeDeep("second", 100);
  write("kept", "text");
  EXPECT_FALSE(base::emptyFolder(Open, "kept"));
  EXPECT_EQ(textOf("kept"), "text");
  EXPECT_FALSE(sys::fs::exists(in("first")));
  EXPECT_FALSE(sys::fs::exists(in("second")));
  makeDeep("third", 1500);
  auto Own = base::OwnFolder::open(Folder);
  ASSERT_TRUE(bool(Own));
  EXPECT_EQ(toString(Own->removeTree("third")), "");
  EXPECT_FALSE(sys::fs::exists(in("third")));
  setrlimit(RLIMIT_NOFILE, &Before);
}

TEST_F(AccessTest, LinksAreRemovedAndNotFollowed) {
  ASSERT_EQ(mkdir(in("victim").c_str(), 0700), 0);
  write("victim/file", "text");
  ASSERT_EQ(mkdir(in("tree").c_str(), 0700), 0);
  ASSERT_EQ(mkdir(in("tree/closed").c_str(), 0700), 0);
  write("tree/closed/file", "text");
  ASSERT_EQ(chmod(in("tree/closed").c_str(), 0), 0);
  ASSERT_EQ(symlink("../victim", in("tree/link").c_str()), 0);
  ASSERT_EQ(mkfifo(in("tree/fifo").c_str(), 0600), 0);
  int Tree = open(in("tree").c_str(), O_RDONLY | O_DIRECTORY);
  // What was opened is emptied, wherever it lies by then.
  ASSERT_EQ(rename(in("tree").c_str(), in("moved").c_str()), 0);
  ASSERT_EQ(symlink("victim", in("tree").c_str()), 0);
  EXPECT_FALSE(base::emptyFolder(Tree));
  close(Tree);
  EXPECT_EQ(textOf("victim/file"), "text");
  EXPECT_EQ(rmdir(in("moved").c_str()), 0);
}

/// Of version 2: an entry is a tag, permissions and a number, 8 bytes.
static std::string listOf(unsigned Named) {
  auto Entry = [](unsigned Tag, unsigned Rights, unsigned Of) {
    std::string Text;
    for (unsigned Byte :
         {Tag, Tag >> 8, Rights, Rights >> 8, Of, Of >> 8, Of >> 16, Of >> 24})
      Text += char(Byte);
    return Text;
  };
  constexpr unsigned None = 0xffffffff;
  return std::string("\2\0\0\0", 4) + Entry(1, 6, None) +
         Entry(2, Named, 65534) + Entry(4, 0, None) + Entry(0x10, 6, None) +
         Entry(0x20, 0, None);
}

static constexpr char AccessList[] = "system.posix_acl_access";

TEST_F(AccessTest, AccessListsStay) {
  write("a", "before");
  std::string List = listOf(6);
  if (setxattr(in("a").c_str(), AccessList, List.data(), List.size(), 0))
    GTEST_SKIP() << "no access lists here";
  setxattr(in("a").c_str(), "user.kept", "x", 1, 0);
  EXPECT_EQ(modeOf("a"), 0660u);
  EXPECT_EQ(write("a", "after"), "");
  char Found[256];
  ssize_t Size = getxattr(in("a").c_str(), AccessList, Found, sizeof(Found));
  EXPECT_EQ(StringRef(Found, std::max<ssize_t>(Size, 0)), List);
  EXPECT_EQ(getxattr(in("a").c_str(), "user.kept", Found, sizeof(Found)), 1);
}

TEST_F(AccessTest, FoldersGiveNoRights) {
  write("a", "before");
  chmod(in("a").c_str(), 0640);
  std::string List = listOf(6);
  if (setxattr(Folder.c_str(), "system.posix_acl_default", List.data(),
               List.size(), 0))
    GTEST_SKIP() << "no access lists here";
  EXPECT_EQ(write("a", "after"), "");
  char Found[256];
  EXPECT_LT(getxattr(in("a").c_str(), AccessList, Found, sizeof(Found)), 0);
  EXPECT_EQ(modeOf("a"), 0640u);
}

TEST_F(AccessTest, GroupsStay) {
  if (geteuid())
    GTEST_SKIP() << "only root gives files away";
  write("a", "before");
  write("b", "before");
  chmod(Folder.c_str(), 0777);
  for (const char *Name : {"a", "b"}) {
    ASSERT_EQ(chown(in(Name).c_str(), 1111, Name[0] == 'a' ? 100 : 101), 0);
    chmod(in(Name).c_str(), 0664);
  }
  pid_t Child = fork();
  if (!Child) {
    gid_t Groups[] = {100};
    bool IsWritten = !setgroups(1, Groups) && !setgid(2222) && !setuid(2222) &&
                     write("a", "after").empty() && write("b", "after").empty();
    _exit(!IsWritten);
  }
  int Code = 1;
  waitpid(Child, &Code, 0);
  ASSERT_EQ(Code, 0);
  struct stat Found;
  stat(in("a").c_str(), &Found);
  EXPECT_EQ(Found.st_gid, 100u);
  EXPECT_EQ(modeOf("a"), 0664u);
  // A group that it was not given to has no more rights than all others.
  EXPECT_EQ(modeOf("b"), 0644u);
}

TEST_F(AccessTest, NoLinkBelowTheBaseIsFollowed) {
  ASSERT_EQ(mkdir(in("root").c_str(), 0700), 0);
  ASSERT_EQ(mkdir(in("root/sub").c_str(), 0700), 0);
  ASSERT_EQ(mkdir(in("out").c_str(), 0700), 0);
  auto Replace = [&](StringRef Name) {
    base::FileAsRead Then{"before", {}};
    return toString(base::replaceBelow(in("root"), in(Name), "after", Then));
  };
  for (const char *Name : {"root/sub/a", "root/b", "out/a", "out/b"})
    write(Name, "before");
  EXPECT_EQ(Replace("root/sub/a"), "");
  EXPECT_EQ(textOf("root/sub/a"), "after");
  ASSERT_EQ(rename(in("root/sub").c_str(), in("root/other").c_str()), 0);
  ASSERT_EQ(symlink("../out", in("root/sub").c_str()), 0);
  unlink(in("root/b").c_str());
  ASSERT_EQ(symlink("../out/b", in("root/b").c_str()), 0);
  for (const char *Name : {"root/sub/a", "root/b", "out/a", "root/../out/a"})
    EXPECT_NE(Replace(Name), "") << Name;
  EXPECT_EQ(textOf("out/a"), "before");
  EXPECT_EQ(textOf("out/b"), "before");
}

} // namespace access_test
