//===--- HeaderFolders.h - The include path of a unit -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets of one project often have include folders of their own that a shared
// beginning does not need. Two include paths are equivalent for a text if they
// differ only in folders that have nothing that the text asks for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_HEADERFOLDERS_H
#define WARPLINT_PCHCACHE_HEADERFOLDERS_H

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warplint::pch {

/// A path at which a header was looked for and is no file.
struct NoFile {
  std::string Path;
  bool IsFolder = false; ///< A folder is there; else nothing.
};

/// The include folders of \p Unit, in clang's order.
class HeaderFolders {
public:
  HeaderFolders(const clang::CompilerInvocation &Unit,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk);

  /// The folders that have an entry of one of \p Names, which are written as
  /// between angle brackets or quotes, in order; each with its kind and with
  /// what says which of the names it has. If this is equal for two units, all
  /// includes of these names find the same files, by the same names, in both. A
  /// header map (`.hmap`) counts as having all names. \p IsFile answers for
  /// files that are known to exist.
  std::vector<std::string> holding(
      const std::set<std::string> &Names,
      llvm::function_ref<bool(const std::string &)> IsFile =
          [](const std::string &) { return false; }) const;

  /// The paths in these folders at which \p Names are looked for and are no
  /// files. \p IsFile returns whether a path is a file.
  std::vector<NoFile>
  withoutFile(const std::set<std::string> &Names,
              llvm::function_ref<bool(const std::string &)> IsFile) const;

  /// All folders as text, which differs for different include paths.
  std::string text() const;

  /// Whether one of \p Names is looked for at \p Path.
  bool areLookedForAt(const std::set<std::string> &Names,
                      llvm::StringRef Path) const;

private:
  struct Folder {
    std::string Text; ///< Its kind and its absolute name.
    std::string Path; ///< Empty: its entries are not known.
  };
  enum class Entry { Nothing, Folder, File };
  Entry held(const Folder &In, llvm::StringRef Name,
             llvm::function_ref<bool(const std::string &)> IsFile) const;

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk;
  std::vector<Folder> All;
  /// Entries by folder, once they were read.
  mutable std::map<std::string, std::set<std::string>> Entries;
};

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_HEADERFOLDERS_H
