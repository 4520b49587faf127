//===--- HeaderFoldersTest.cpp --------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/HeaderFolders.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace header_folders_test {
using namespace warplint;
using clang::frontend::IncludeDirGroup;

class HeaderFoldersTest : public testing::Test {
protected:
  HeaderFoldersTest() {
    for (const char *Path : {"/a/x.h", "/a/dir/y.h", "/b/x.h", "/b/dir/z.h",
                             "/idle/other.h", "/run/rel/x.h"})
      Files->addFile(Path, 0, llvm::MemoryBuffer::getMemBuffer(""));
    Files->setCurrentWorkingDirectory("/run");
  }
  static pch::HeaderFolders
  of(std::initializer_list<std::pair<const char *, IncludeDirGroup>> Folders,
     llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
    clang::CompilerInvocation Unit;
    Unit.getTargetOpts().Triple = "nvptx64-nvidia-cuda";
    for (auto [Path, Group] : Folders)
      Unit.getHeaderSearchOpts().AddPath(Path, Group, false, true);
    return pch::HeaderFolders(Unit, std::move(Files));
  }
  std::vector<std::string>
  holding(const std::set<std::string> &Names,
          std::initializer_list<std::pair<const char *, IncludeDirGroup>>
              Folders) const {
    return of(Folders, Files).holding(Names);
  }

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  static constexpr auto Angled = clang::frontend::Angled,
                        Quoted = clang::frontend::Quoted,
                        System = clang::frontend::System;
};

TEST_F(HeaderFoldersTest, DoNotMatterIfTheyHoldNothing) {
  std::set<std::string> Names = {"x.h", "dir/y.h"};
  auto One = holding(Names, {{"/a", Angled}});
  EXPECT_EQ(One.size(), 1u);
  EXPECT_EQ(holding(Names, {{"/idle", Quoted}, {"/a", Angled}}), One);
  EXPECT_EQ(holding(Names, {{"/a", Angled}, {"/idle", System}}), One);
  EXPECT_EQ(holding(Names, {{"/missing", Angled}, {"/a", Angled}}), One);
}

TEST_F(HeaderFoldersTest, MatterWithTheirOrderAndKind) {
  std::set<std::string> Names = {"x.h"};
  auto Both = holding(Names, {{"/a", Angled}, {"/b", Angled}});
  EXPECT_EQ(Both.size(), 2u);
  EXPECT_NE(holding(Names, {{"/b", Angled}, {"/a", Angled}}), Both);
  EXPECT_NE(holding(Names, {{"/a", Angled}, {"/b", System}}), Both);
  EXPECT_NE(holding(Names, {{"/a", Quoted}, {"/b", Angled}}), Both);
  // The second holds nothing of this name, though a folder of its first part.
  EXPECT_EQ(holding({"dir/y.h"}, {{"/a", Angled}, {"/b", Angled}}),
            holding({"dir/y.h"}, {{"/a", Angled}}));
}

TEST_F(HeaderFoldersTest, TakeNamesThatLeaveTheFolder) {
  EXPECT_EQ(holding({"../b/x.h"}, {{"/idle", Angled}}).size(), 1u);
  EXPECT_EQ(holding({"/a/x.h"}, {{"/idle", Angled}}).size(), 0u);
}

TEST_F(HeaderFoldersTest, TellRelativeOnesByWhereTheCommandRuns) {
  auto FromRun = holding({"x.h"}, {{"rel", Angled}});
  EXPECT_EQ(FromRun.size(), 1u);
  EXPECT_NE(holding({"x.h"}, {{"/run/rel", Angled}}), FromRun);
}

TEST_F(HeaderFoldersTest, KnowWhereNamesWereLookedFor) {
  auto Folders = of({{"/a", Angled}, {"/idle/", Angled}}, Files);
  EXPECT_TRUE(Folders.areLookedForAt({"dir/z.h"}, "/a/dir/z.h"));
  EXPECT_TRUE(Folders.areLookedForAt({"x.h"}, "/idle/x.h"));
  EXPECT_FALSE(Folders.areLookedForAt({"x.h"}, "/idle/dir/x.h"));
  EXPECT_FALSE(Folders.areLookedForAt({"x.h"}, "/b/x.h"));
}

} // namespace header_folders_test
