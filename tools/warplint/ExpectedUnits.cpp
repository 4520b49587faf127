//===--- ExpectedUnits.cpp - What units of an audit begin with ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectedUnits.h"
#include "CrashGuard.h"
#include "RememberedFiles.h"
#include "UnitLint.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/PCHContainerOperations.h"
#include "clang/Tooling/Tooling.h"

using namespace clang;

namespace warplint {

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

static std::vector<ExpectedUnit>
readAll(llvm::ArrayRef<const Translation *> Units) {
  std::vector<ExpectedUnit> Found;
  // A file system is in one folder; this program stays where it is.
  std::map<std::string, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>> In;
  for (const Translation *Unit : Units) {
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
      Found.push_back({std::move(Action.Invocation),
                       (*Text)->getBuffer().str(), Folder->second});
  }
  return Found;
}

void expectUnits(const PrefixCache &Cache,
                 llvm::ArrayRef<const Translation *> Units) {
  // Without it they are linted as well.
  runGuarded([&] { Cache.expect(readAll(Units)); });
}

} // namespace warplint
