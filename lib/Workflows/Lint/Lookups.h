//===--- Lookups.h - What a parse looked for ------------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_LOOKUPS_H
#define WARPLINT_WORKFLOWS_LINT_LOOKUPS_H

#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <set>
#include <string>

namespace warplint {

/// Where a parse looked for a file and found none, and the folders whose
/// entries it went through. A parse by the same command finds the same again as
/// long as that holds and the files that it read hold the same.
class Lookups {
public:
  /// There is nothing at \p Path.
  void addAbsent(std::string Path) { Absent.insert(std::move(Path)); }
  /// There is a folder, which is no header.
  void addFolder(std::string Path) { Folders.insert(std::move(Path)); }
  /// What \p Path is decides: a folder that is listed, or what cannot be read.
  void addState(const std::string &Path);
  void add(const Lookups &Others);

  const std::set<std::string> &absent() const { return Absent; }
  const std::set<std::string> &folders() const { return Folders; }
  const std::map<std::string, std::string> &states() const { return States; }

  /// What lies in the folder \p Path, by a hash of the names; of what is no
  /// folder its version. Without spaces.
  static std::string stateOf(const std::string &Path);

  /// An entry for each, which ends with a zero.
  std::string text() const;
  /// Takes such an entry over, without its end; false if it is none.
  bool addEntry(llvm::StringRef Entry);

private:
  std::set<std::string> Absent, Folders; ///< Absolute, as the next.
  std::map<std::string, std::string> States;
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
  Lookups &noted() { return Noted; }

private:
  std::string absolute(const llvm::Twine &Path) const;
  void noteFailed(const llvm::Twine &Path, std::error_code Why);

  Lookups Noted;
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_LOOKUPS_H
