//===--- EditedFiles.h - Files with replaced contents -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_EDITEDFILES_H
#define WARPLINT_SUPPORT_EDITEDFILES_H

#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>

namespace warplint::base {

/// Replacement texts of existing files, by real path (no links, no dots).
using EditedTexts = std::map<std::string, std::string>;

/// A file system in which some files have other contents, under whatever name
/// they are opened. Nothing is written to disk.
///
/// Not thread-safe.
class EditedFiles
    : public llvm::RTTIExtends<EditedFiles, llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;

  EditedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
              EditedTexts Texts)
      : RTTIExtends(std::move(Disk)), Texts(std::move(Texts)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

private:
  /// The replacement text for \p Path; null if there is none.
  const std::string *textOf(const llvm::Twine &Path);

  EditedTexts Texts;
};

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_EDITEDFILES_H
