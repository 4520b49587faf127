//===--- WindowsEntries.h - Commands that were written on Windows -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A database names files as they lie where it was written: "C:\src\a.cu". Where
// the same tree lies here it says what it says there, with other folders before
// it.
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

namespace warplint {

/// \p Entry names its folder or its file by a drive or a share.
bool isOfWindows(const llvm::json::Object &Entry);

class WindowsEntries {
public:
  /// \p Folder: of the database, absolute.
  WindowsEntries(llvm::StringRef Folder,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : Folder(Folder.str()), Disk(std::move(Disk)) {}

  /// \p Entry as it would be written here, its command in words. The error says
  /// that its file is not below the folders around the database.
  llvm::Expected<llvm::json::Object> here(const llvm::json::Object &Entry);

private:
  /// What begins with `There`, in slashes and lower case, lies below `Here`.
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

/// Options of Microsoft's compiler that say how a source is read, as gcc and
/// clang have them; \p Options that are none stay.
std::vector<std::string>
withoutMicrosoftOptions(const std::vector<std::string> &Options);

} // namespace warplint

#endif // WARPLINT_COMPILECOMMANDS_WINDOWSENTRIES_H
