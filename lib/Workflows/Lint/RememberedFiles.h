//===--- RememberedFiles.h - Files that are read once -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_REMEMBEREDFILES_H
#define WARPLINT_WORKFLOWS_LINT_REMEMBEREDFILES_H

#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <memory>
#include <string>

namespace warplint::lint {

/// A file system in which each file stays as it was when it was first asked
/// for. For questions that many commands ask in one moment: which toolkit
/// exists.
class RememberedFiles
    : public llvm::RTTIExtends<RememberedFiles, llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;

  explicit RememberedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : RTTIExtends(std::move(Disk)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

private:
  std::map<std::string, llvm::ErrorOr<llvm::vfs::Status>> Asked;
  std::map<std::string, std::shared_ptr<llvm::MemoryBuffer>> Read;
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_REMEMBEREDFILES_H
