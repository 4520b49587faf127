//===--- ExpectedUnits.cpp - What units of an audit begin with ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/ExpectedUnits.h"
#include "Workflows/Lint/RememberedFiles.h"
#include "Workflows/Lint/UnitLint.h"
#include "Workflows/Processes/CrashGuard.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/PCHContainerOperations.h"
#include "clang/Tooling/Tooling.h"
#include <chrono>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace clang;

namespace warplint::lint {

namespace {

/// Keeps what clang is asked to do, and does nothing.
class Kept : public tooling::ToolAction {
public:
  std::shared_ptr<CompilerInvocation> Invocation;

  bool runInvocation(std::shared_ptr<CompilerInvocation> Asked, FileManager *,
                     std::shared_ptr<PCHContainerOperations>,
                     DiagnosticConsumer *) override {
    setForLint(*Asked);
    Invocation = std::move(Asked);
    return true;
  }
};

} // namespace

static std::vector<pch::ExpectedUnit>
readAll(llvm::ArrayRef<const commands::Translation *> Units) {
  std::vector<pch::ExpectedUnit> Found;
  // A file system is in one folder; this program stays where it is.
  std::map<std::string, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>> In;
  for (const commands::Translation *Unit : Units) {
    auto [Folder, New] = In.try_emplace(Unit->Directory);
    if (New) {
      Folder->second = llvm::makeIntrusiveRefCnt<RememberedFiles>(
          llvm::vfs::createPhysicalFileSystem());
      if (Folder->second->setCurrentWorkingDirectory(Unit->Directory))
        Folder->second = nullptr;
    }
    if (!Folder->second)
      continue;
    auto Files = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(),
                                                        Folder->second);
    Kept Action;
    IgnoringDiagConsumer Ignored;
    tooling::ToolInvocation Invocation(
        Unit->Arguments, &Action, Files.get(),
        std::make_shared<PCHContainerOperations>());
    Invocation.setDiagnosticConsumer(&Ignored);
    if (!Invocation.run() ||
        Action.Invocation->getFrontendOpts().Inputs.size() != 1 ||
        !Action.Invocation->getFrontendOpts().Inputs.front().isFile())
      continue;
    auto Text = Folder->second->getBufferForFile(
        Action.Invocation->getFrontendOpts().Inputs.front().getFile());
    if (Text)
      Found.push_back({std::move(Action.Invocation), (*Text)->getBuffer().str(),
                       Folder->second});
  }
  return Found;
}

static constexpr useconds_t PollMicroseconds = 2000;
/// A process that takes longer, in a header that never ends or is no file, is
/// ended.
static constexpr auto LongestRun = std::chrono::minutes(1);

void expectUnits(const pch::PrefixCache &Cache,
                 llvm::ArrayRef<const commands::Translation *> Units) {
  // Headers are parsed, which may end a process: it is another one. Without it
  // the units are linted as well.
  pid_t Child = fork();
  if (Child < 0)
    return;
  if (Child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    processes::limitMemory(processes::memoryLimitOfRun());
    processes::runGuarded([&] { Cache.expect(readAll(Units)); });
    _exit(0);
  }
  auto End = std::chrono::steady_clock::now() + LongestRun;
  while (waitpid(Child, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > End)
      kill(Child, SIGKILL);
    usleep(PollMicroseconds);
  }
}

} // namespace warplint::lint
