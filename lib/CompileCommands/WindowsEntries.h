//===--- WindowsEntries.h - Entries written on Windows ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A database names files where they were when it was written: "C:\src\a.cu". If
// the same tree is on this machine, the entry is valid with other folders in
// front.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_WINDOWSENTRIES_H
#define WARPLINT_COMPILECOMMANDS_WINDOWSENTRIES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint::commands {

/// Whether \p Entry names its folder or file by a drive or a network share.
bool isOfWindows(const llvm::json::Object &Entry);

/// Rewrites the Windows entries of one database.
class WindowsEntries {
public:
  /// \p Folder is the folder of the database, absolute.
  WindowsEntries(llvm::StringRef Folder,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : Folder(Folder.str()), Disk(std::move(Disk)) {}

  /// \p Entry with paths of this machine and its command split into words. The
  /// error says that its file is not below the folders around the database.
  llvm::Expected<llvm::json::Object> here(const llvm::json::Object &Entry);

private:
  /// A path that begins with `There`, in slashes and lower case, is below
  /// `Here`.
  struct Place {
    std::string There, Here;
  };
  std::optional<std::string> pathHere(llvm::StringRef Path) const;
  bool findPlace(llvm::StringRef File);
  std::string wordHere(llvm::StringRef Word) const;

  std::string Folder;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk;
  std::vector<Place> Places;
};

/// \p Options, with those of Microsoft's compiler that say how a source is read
/// replaced by gcc's and clang's; other options stay.
std::vector<std::string>
withoutMicrosoftOptions(const std::vector<std::string> &Options);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_WINDOWSENTRIES_H
