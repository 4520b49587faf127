//===--- HeaderFolders.h - Where headers are looked for ------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets of one project often look for headers in folders of their own, of
// which a beginning that they share needs none. So two lists of folders are as
// good as each other for a text if they differ only in folders that hold nothing
// of what the text asks for.
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

namespace warplint {

/// Where a header is looked for and there is none.
struct NoFile {
  std::string Path;
  bool IsFolder = false; ///< Otherwise there is nothing.
};

/// The folders in which \p Unit has headers looked for, in clang's order.
class HeaderFolders {
public:
  HeaderFolders(const clang::CompilerInvocation &Unit,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk);

  /// The folders that hold something by one of \p Names, as they stand between
  /// angles or quotes, in order, each with the kind of folder that it is and
  /// what tells which of the names it holds. All includes of these names find
  /// in two units the same, by the same name, if this is the same in both. A
  /// list of headers (`.hmap`) counts as holding all. \p IsFile: files that are
  /// known to be there.
  std::vector<std::string> holding(
      const std::set<std::string> &Names,
      llvm::function_ref<bool(const std::string &)> IsFile =
          [](const std::string &) { return false; }) const;

  /// The places in these folders where \p Names are looked for and are no
  /// files.
  std::vector<NoFile>
  withoutFile(const std::set<std::string> &Names,
              llvm::function_ref<bool(const std::string &)> IsFile) const;

  /// All of the folders, to tell this list from others.
  std::string text() const;

  /// \p Path is where \p Names are looked for in one of the folders.
  bool areLookedForAt(const std::set<std::string> &Names,
                      llvm::StringRef Path) const;

private:
  struct Folder {
    std::string Text; ///< Its kind and its name, from the root on.
    std::string Path; ///< Empty: what it holds is not known.
  };
  enum class Entry { Nothing, Folder, File };
  Entry held(const Folder &In, llvm::StringRef Name,
            llvm::function_ref<bool(const std::string &)> IsFile) const;

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk;
  std::vector<Folder> All;
  /// What is in a folder, by name, once it was looked at.
  mutable std::map<std::string, std::set<std::string>> Entries;
};

} // namespace warplint

#endif // WARPLINT_PCHCACHE_HEADERFOLDERS_H
