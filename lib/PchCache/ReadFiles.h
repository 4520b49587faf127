//===--- ReadFiles.h - What a parse depended on on disk ------- -*- C++ -*-===//
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

namespace warplint {

/// What one file was when it was read.
struct ReadFile {
  /// Nothing if it was not on the disk.
  std::optional<FileVersion> Version;
  uint64_t Bytes = 0;
  std::string Sum; ///< Of its contents; nobody can make others with the same.
};

/// The files that a parse read, and the names that it looked for where there
/// was nothing: a parse of the same text finds the same again as long as all of
/// this holds.
class ReadFiles {
public:
  /// All of it is as it was in \p Files. A file that is another version must
  /// have the same contents, and names of one file must still be that; \p
  /// Renewed is set if all are then noted as the versions that they are now.
  bool hold(llvm::vfs::FileSystem &Files, bool &Renewed);

  /// \p Is holds for what was looked for in vain: that no longer matters.
  void forgetAbsent(llvm::function_ref<bool(llvm::StringRef)> Is);

  /// By absolute path.
  const std::map<std::string, ReadFile> &files() const { return Read; }
  /// What was looked for in vain, likewise.
  const std::set<std::string> &absent() const { return Absent; }

  llvm::json::Object toJson() const;
  /// Nothing if \p Text is not what toJson makes.
  static std::optional<ReadFiles> fromJson(const llvm::json::Object &Text);

private:
  friend class RecordedFiles;
  std::map<std::string, ReadFile> Read;
  std::set<std::string> Absent;
  /// When the parse began. What was changed then or later may have changed once
  /// more with the same time of change.
  int64_t Began = 0;
};

/// A file system that notes what is asked of it.
class RecordedFiles
    : public llvm::RTTIExtends<RecordedFiles, llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;

  explicit RecordedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;

  /// What was noted. Nothing if a file is no longer what it was when it was
  /// opened.
  std::optional<ReadFiles> take();

private:
  std::string absolute(const llvm::Twine &Path) const;
  void note(const llvm::Twine &Path, std::error_code Failed);

  ReadFiles Noted;
};

} // namespace warplint

#endif // WARPLINT_PCHCACHE_READFILES_H
