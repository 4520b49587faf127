//===--- Lookups.h - What a parse looked for ------------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_WARPLINT_LOOKUPS_H
#define WARPLINT_TOOLS_WARPLINT_LOOKUPS_H

#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <set>
#include <string>

namespace warplint {

/// Where a parse looked for a file in vain, and the folders whose entries it
/// went through. What clang says of a unit is the same again as long as that
/// holds, the files that it read hold the same and its command does.
class Lookups {
public:
  void addAbsent(std::string Path) { Absent.insert(std::move(Path)); }
  /// \p Path is a folder.
  void addListed(const std::string &Path);
  void add(const Lookups &Others);

  bool hold() const;

  std::string text() const;
  /// Nothing if \p Text is none.
  static std::optional<Lookups> read(llvm::StringRef Text);

private:
  std::set<std::string> Absent;              ///< Absolute, as the next.
  std::map<std::string, std::string> Listed; ///< What tells its state.
};

/// A file system that notes what is looked for.
class NotedLookups
    : public llvm::RTTIExtends<NotedLookups, llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;

  explicit NotedLookups(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : RTTIExtends(std::move(Disk)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Path,
                                          std::error_code &Failed) override;

  const Lookups &noted() const { return Noted; }

private:
  std::string absolute(const llvm::Twine &Path) const;

  Lookups Noted;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_LOOKUPS_H
