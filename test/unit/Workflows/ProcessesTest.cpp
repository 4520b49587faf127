//===--- ProcessesTest.cpp - Children end ---------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnTree.h"
#include "Workflows/Processes/ChildProcess.h"
#include "Workflows/Processes/Descendants.h"
#include "Workflows/Processes/MemoryFile.h"
#include "Workflows/Processes/ScratchFolder.h"
#include "Workflows/Processes/Subprocess.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace processes_test {
using namespace warplint;

using namespace warplint::test;

static processes::ChildProcess::Setup shell(std::string Command) {
  processes::ChildProcess::Setup What;
  What.Program = "/bin/sh";
  What.Words = {"-c", std::move(Command)};
  return What;
}

/// No process has the id, or only one that has ended and not been waited for.
static bool isGone(pid_t Number) {
  return kill(Number, 0) != 0 && errno == ESRCH;
}

TEST(ChildProcessTest, CodesAndSignalsAreTold) {
  auto Child = llvm::cantFail(processes::ChildProcess::start(shell("exit 3")));
  processes::ChildProcess::End End = Child.wait();
  EXPECT_TRUE(End.isRegular());
  EXPECT_EQ(End.Code, 3);
  EXPECT_EQ(End.text(), "");
  auto Ended =
      llvm::cantFail(processes::ChildProcess::start(shell("kill -KILL $$")));
  End = Ended.wait();
  EXPECT_FALSE(End.isRegular());
  EXPECT_EQ(End.Signal, SIGKILL);
  EXPECT_EQ(End.text(), "Killed");
}

TEST(ChildProcessTest, AProgramThatIsNotThereIsAnError) {
  processes::ChildProcess::Setup What;
  What.Program = "/nowhere/program";
  auto Child = processes::ChildProcess::start(What);
  EXPECT_FALSE(bool(Child));
  llvm::consumeError(Child.takeError());
}

TEST(ChildProcessTest, SettingsFolderAndOutputAreItsOwn) {
  OwnTree Tree;
  processes::MemoryFile Out;
  processes::ChildProcess::Setup What = shell("echo $WORD; pwd; cat");
  What.Settings = {"WORD=said"};
  What.Folder = Tree.path("");
  What.Out = Out.descriptor();
  EXPECT_EQ(llvm::cantFail(processes::ChildProcess::start(What)).wait().Code,
            0);
  EXPECT_EQ(Out.text(), "said\n" + Tree.path("") + "\n");
}

TEST(ChildProcessTest, NothingComesWhileItRuns) {
  auto Child = llvm::cantFail(
      processes::ChildProcess::start(shell("read x < /dev/zero")));
  EXPECT_FALSE(Child.waitFor(std::chrono::milliseconds(1)));
  Child.end();
  auto End = Child.waitFor(std::chrono::milliseconds(0));
  ASSERT_TRUE(End);
  EXPECT_FALSE(End->isRegular());
}

TEST(ChildProcessTest, AChildDoesNotOutliveItsOwner) {
  processes::MemoryFile Out;
  processes::ChildProcess::Setup What = shell("echo $$; exec sleep 1000");
  What.Out = Out.descriptor();
  {
    auto Child = llvm::cantFail(processes::ChildProcess::start(What));
    while (Out.size() == 0)
      std::this_thread::yield();
  }
  EXPECT_TRUE(isGone(std::stoi(Out.text())));
}

TEST(DescendantsTest, AllEndWhoeverStartedThem) {
  // In a process of its own: the children of others are not ours to end.
  pid_t Other = fork();
  if (!Other) {
    processes::adoptOrphans();
    processes::MemoryFile Out;
    // A grandchild in a session of its own, which ignores SIGTERM.
    processes::ChildProcess::Setup What =
        shell("setsid sh -c 'trap \"\" TERM; echo $$; exec sleep 1000' &");
    What.Out = Out.descriptor();
    auto Child = llvm::cantFail(processes::ChildProcess::start(What));
    Child.wait();
    Child.leave();
    while (Out.size() == 0)
      std::this_thread::yield();
    unsigned Ended = 0;
    processes::endChildren(std::chrono::milliseconds(1),
                           [&](pid_t, int) { ++Ended; });
    bool Fine = isGone(std::stoi(Out.text())) && Ended > 0 &&
                processes::childrenOfThis().empty();
    _exit(Fine ? 0 : 1);
  }
  int Status = 1;
  ASSERT_EQ(waitpid(Other, &Status, 0), Other);
  EXPECT_TRUE(WIFEXITED(Status) && WEXITSTATUS(Status) == 0);
}

TEST(MemoryFileTest, OfALongTextBothEndsAreKept) {
  processes::MemoryFile File;
  std::string Text(1 << 16, 'a');
  Text += std::string(1 << 16, 'b');
  ASSERT_EQ(write(File.descriptor(), Text.data(), Text.size()),
            ssize_t(Text.size()));
  EXPECT_EQ(File.size(), Text.size());
  EXPECT_EQ(File.ends(1 << 17), Text);
  File.dropMiddle(100);
  std::string Ends = File.ends(100);
  EXPECT_EQ(Ends.substr(0, 100), std::string(100, 'a'));
  EXPECT_EQ(Ends.substr(Ends.size() - 100), std::string(100, 'b'));
  EXPECT_NE(Ends.find(std::to_string(Text.size() - 200)), std::string::npos);
}

TEST(ScratchFolderTest, ItGoesWithItsOwner) {
  std::string Path;
  {
    auto Folder = llvm::cantFail(processes::ScratchFolder::make());
    Path = Folder.path();
    auto Mode = llvm::sys::fs::getPermissions(Path);
    ASSERT_TRUE(bool(Mode));
    EXPECT_EQ(*Mode & llvm::sys::fs::all_all, llvm::sys::fs::owner_all);
    std::error_code Failed;
    llvm::raw_fd_ostream(Path + "/file", Failed) << "text";
    // One whose owner lives stays.
    processes::removeDeadFolders();
    EXPECT_TRUE(llvm::sys::fs::exists(Path + "/file"));
  }
  EXPECT_FALSE(llvm::sys::fs::exists(Path));
}

TEST(SubprocessTest, OutputOrComplaint) {
  std::vector<std::string> Says{"-c", "echo $WORD; cat"},
      Fails{"-c", "echo first >&2; echo second >&2; exit 1"};
  EXPECT_EQ(llvm::cantFail(processes::outputOf("sh", Says, {"WORD=said"},
                                               std::chrono::minutes(1))),
            "said\n");
  auto Failed = processes::outputOf("sh", Fails, {}, std::chrono::minutes(1));
  ASSERT_FALSE(bool(Failed));
  EXPECT_EQ(llvm::toString(Failed.takeError()), "sh: first");
}

} // namespace processes_test
