//===--- ReadFilesTest.cpp ------------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/ReadFiles.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace read_files_test {
using namespace llvm;
using namespace warplint;

using Memory = IntrusiveRefCntPtr<vfs::InMemoryFileSystem>;

static Memory
disk(std::initializer_list<std::pair<const char *, const char *>> Files,
     time_t Changed = 1000) {
  auto Disk = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (auto [Path, Text] : Files)
    Disk->addFile(Path, Changed, MemoryBuffer::getMemBuffer(Text));
  return Disk;
}

static bool holds(pch::ReadFiles &Read, vfs::FileSystem &Files) {
  bool Renewed = false;
  return Read.hold(Files, Renewed);
}

/// What is noted when /a is read and /b is looked for.
static pch::ReadFiles noted(Memory Disk) {
  pch::RecordedFiles Files(std::move(Disk));
  EXPECT_TRUE(Files.openFileForRead("/a"));
  EXPECT_FALSE(Files.status("/b"));
  auto Taken = Files.take();
  EXPECT_TRUE(Taken);
  return Taken.value_or(pch::ReadFiles());
}

TEST(ReadFiles, HoldAsLongAsNothingChanges) {
  pch::ReadFiles Read = noted(disk({{"/a", "one"}}));
  EXPECT_TRUE(holds(Read, *disk({{"/a", "one"}})));
  EXPECT_TRUE(holds(Read, *disk({{"/a", "one"}, {"/c", "new"}})));
  EXPECT_FALSE(holds(Read, *disk({})));
  EXPECT_FALSE(holds(Read, *disk({{"/a", "longer"}}, 1001)));
}

TEST(ReadFiles, DoNotHoldOnceThereIsWhatWasMissing) {
  pch::ReadFiles Read = noted(disk({{"/a", "one"}}));
  EXPECT_FALSE(holds(Read, *disk({{"/a", "one"}, {"/b", ""}})));
}

TEST(ReadFiles, ForgetWhatWasMissingWhereItDoesNotMatter) {
  pch::ReadFiles Read = noted(disk({{"/a", "one"}}));
  Read.forgetAbsent([](StringRef Path) { return Path == "/c"; });
  EXPECT_FALSE(holds(Read, *disk({{"/a", "one"}, {"/b", ""}})));
  Read.forgetAbsent([](StringRef Path) { return Path == "/b"; });
  EXPECT_TRUE(holds(Read, *disk({{"/a", "one"}, {"/b", ""}})));
}

TEST(ReadFiles, CompareContentsWhereTimesDiffer) {
  pch::ReadFiles Read = noted(disk({{"/a", "one"}}));
  EXPECT_TRUE(holds(Read, *disk({{"/a", "one"}}, 1001)));
  EXPECT_FALSE(holds(Read, *disk({{"/a", "two"}}, 1001)));
}

TEST(ReadFiles, DoNotTrustTimesThatAreNewerThanTheRead) {
  time_t Later = time(nullptr) + 1000;
  pch::ReadFiles Read = noted(disk({{"/a", "one"}}, Later));
  EXPECT_TRUE(holds(Read, *disk({{"/a", "one"}}, Later)));
  EXPECT_FALSE(holds(Read, *disk({{"/a", "two"}}, Later)));
}

TEST(ReadFiles, ComeBackFromJson) {
  auto Back = pch::ReadFiles::fromJson(noted(disk({{"/a", "one"}})).toJson());
  ASSERT_TRUE(Back);
  EXPECT_TRUE(holds(*Back, *disk({{"/a", "one"}})));
  EXPECT_FALSE(holds(*Back, *disk({{"/a", "two"}}, 1001)));
  EXPECT_FALSE(holds(*Back, *disk({{"/a", "one"}, {"/b", ""}})));
}

TEST(ReadFiles, RefuseOtherJson) {
  for (const char *Text :
       {"{}", R"({"files":[],"absent":[]})",
        R"({"files":[["/a","-",2]],"absent":[],"began":1})",
        R"({"files":[["/a","x",2,"1"]],"absent":[],"began":1})",
        R"({"files":[[1,"-",2,"1"]],"absent":[],"began":1})",
        R"({"files":[],"absent":[1],"began":1})"}) {
    auto Parsed = json::parse(Text);
    ASSERT_TRUE(bool(Parsed)) << Text;
    EXPECT_FALSE(pch::ReadFiles::fromJson(*Parsed->getAsObject())) << Text;
  }
}

} // namespace read_files_test
