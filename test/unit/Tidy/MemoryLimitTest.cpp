//===--- MemoryLimitTest.cpp - Memory that a run may take -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/MemoryLimit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace memory_limit_test {
using namespace warplint;

class MemoryLimitTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("memory", Root));
    write("/proc/meminfo", "MemFree:  1 kB\nMemTotal:    16777216 kB\n");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }
  void write(llvm::StringRef Name, llvm::StringRef Text) {
    std::string Path = (Root + Name).str();
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path));
    std::error_code Failed;
    llvm::raw_fd_ostream(Path, Failed) << Text;
    ASSERT_FALSE(Failed);
  }
  llvm::SmallString<128> Root;
};

TEST_F(MemoryLimitTest, TheMachineHasWhatItSays) {
  EXPECT_EQ(processes::machineMemory(Root), 16384u);
  EXPECT_EQ(processes::machineMemory((Root + "/nowhere").str()), 0u);
}

TEST_F(MemoryLimitTest, AGroupMayHaveLess) {
  write("/proc/self/cgroup", "0::/a/b\n");
  write("/sys/fs/cgroup/a/b/memory.max", "max\n");
  EXPECT_EQ(processes::machineMemory(Root), 16384u);
  write("/sys/fs/cgroup/a/memory.max", "2147483648\n");
  EXPECT_EQ(processes::machineMemory(Root), 2048u);
  write("/sys/fs/cgroup/a/b/memory.max", "1073741824\n");
  EXPECT_EQ(processes::machineMemory(Root), 1024u);
  // More than there is says nothing.
  write("/sys/fs/cgroup/a/memory.max", "9223372036854771712\n");
  write("/sys/fs/cgroup/a/b/memory.max", "9223372036854771712\n");
  EXPECT_EQ(processes::machineMemory(Root), 16384u);
}

TEST_F(MemoryLimitTest, GroupsOfOneKindAreInATreeOfTheirOwn) {
  write("/proc/self/cgroup", "5:devices:/x\n4:cpu,memory:/y/z\n0::/\n");
  write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("/sys/fs/cgroup/memory/y/memory.limit_in_bytes", "4294967296\n");
  EXPECT_EQ(processes::machineMemory(Root), 4096u);
}

TEST_F(MemoryLimitTest, WorkersShareTheMachine) {
  EXPECT_EQ(processes::defaultMemoryLimit(0, 1), 0u);
  EXPECT_EQ(processes::defaultMemoryLimit(16384, 1), 8192u);
  EXPECT_EQ(processes::defaultMemoryLimit(4096, 1), 2048u);
  EXPECT_EQ(processes::defaultMemoryLimit(1 << 20, 1), 8192u);
  EXPECT_EQ(processes::defaultMemoryLimit(256, 1), 512u);
  EXPECT_EQ(processes::defaultMemoryLimit(16384, 4), 3072u);
  EXPECT_EQ(processes::defaultMemoryLimit(1 << 20, 4), 4096u);
  EXPECT_EQ(processes::defaultMemoryLimit(16384, 64), 512u);
}

} // namespace memory_limit_test
