//===--- Lookups.h - Files that a parse looked for --------------*- C++ -*-===//
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

namespace warplint::lint {

/// Paths at which a parse looked for a file and found none, and folders that it
/// listed. Parsing by the same command gives the same result as long as these
/// and the contents of the files that it read are the same.
class Lookups {
public:
  /// Adds \p Path, at which there is nothing.
  void addAbsent(std::string Path) { Absent.insert(std::move(Path)); }
  /// Adds \p Path, which is a folder where a header was looked for.
  void addFolder(std::string Path) { Folders.insert(std::move(Path)); }
  /// Adds the state of \p Path, which matters: a folder that was listed, or
  /// something that cannot be read.
  void addState(const std::string &Path);
  void add(const Lookups &Others);

  const std::set<std::string> &absent() const { return Absent; }
  const std::set<std::string> &folders() const { return Folders; }
  const std::map<std::string, std::string> &states() const { return States; }

  /// The state of \p Path, without spaces: a hash of the names in a folder, the
  /// version of anything else.
  static std::string stateOf(const std::string &Path);

  /// All entries as text; each ends with a zero byte.
  std::string text() const;
  /// Adds an entry that text() wrote, without its end; false if \p Entry is
  /// something else.
  bool addEntry(llvm::StringRef Entry);

private:
  std::set<std::string> Absent, Folders; ///< Absolute, as States.
  std::map<std::string, std::string> States;
};

/// A file system that records what is looked for.
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

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_LOOKUPS_H
