//===--- ReadFiles.h - Files that a parse depended on -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_READFILES_H
#define WARPLINT_PCHCACHE_READFILES_H

#include "Support/FileVersion.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace warplint::pch {

/// The version and contents of one file when it was read.
struct ReadFile {
  /// Nothing if the file was not one of the disk.
  std::optional<base::FileVersion> Version;
  uint64_t Bytes = 0;
  std::string Sum; ///< Cryptographic hash of its contents.
};

/// The files that a parse read, and the names that it looked for and did not
/// find. As long as all of this holds, parsing the same text gives the same
/// result.
class ReadFiles {
public:
  /// Whether \p Files still shows the same. A file of another version must have
  /// the same contents. \p Renewed is set if versions were updated to the
  /// present ones, which a caller may then store.
  bool hold(llvm::vfs::FileSystem &Files, bool &Renewed);

  /// Forgets the missing names for which \p Is returns true: they no longer
  /// matter.
  void forgetAbsent(llvm::function_ref<bool(llvm::StringRef)> Is);

  /// Files that were read, by absolute path.
  const std::map<std::string, ReadFile> &files() const { return Read; }
  /// Absolute paths that were looked for and not found.
  const std::set<std::string> &absent() const { return Absent; }

  /// The record as JSON.
  llvm::json::Object toJson() const;
  /// The record that toJson wrote; nothing if \p Text is something else.
  static std::optional<ReadFiles> fromJson(const llvm::json::Object &Text);

private:
  friend class RecordedFiles;
  std::map<std::string, ReadFile> Read;
  std::set<std::string> Absent;
  /// When the parse began. A file that was changed then or later may have been
  /// changed once more with the same time of change.
  int64_t Began = 0;
};

/// A file system that records the files that are read and the names that are
/// not found.
class RecordedFiles
    : public llvm::RTTIExtends<RecordedFiles, llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;

  explicit RecordedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;

  /// The record so far; nothing if a file is no longer what it was when it was
  /// opened.
  std::optional<ReadFiles> take();

private:
  std::string absolute(const llvm::Twine &Path) const;
  void note(const llvm::Twine &Path, std::error_code Failed);

  ReadFiles Noted;
};

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_READFILES_H
