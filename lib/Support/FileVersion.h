//===--- FileVersion.h - Which file it was that was read --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_FILEVERSION_H
#define WARPLINT_SUPPORT_FILEVERSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <cstdint>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <utility>

namespace warplint {

/// What tells a file from one that was changed or put in its place. Times are
/// in nanoseconds. Nobody sets the time of the last change of status, so a file
/// that was changed and given its old time back is another version.
struct FileVersion {
  uint64_t Device = 0, Inode = 0, Bytes = 0;
  int64_t Modified = 0, Changed = 0;

  bool operator==(const FileVersion &Other) const;
  bool operator!=(const FileVersion &Other) const { return !(*this == Other); }
  /// Whether both are the same file, whatever it holds.
  bool isSameFile(const FileVersion &Other) const {
    return file() == Other.file();
  }
  std::pair<uint64_t, uint64_t> file() const { return {Device, Inode}; }

  static FileVersion of(const struct stat &Found);
  /// Of what \p Path leads to, through links; nothing if there is nothing.
  static std::optional<FileVersion> of(const std::string &Path);
  /// Of what \p Files shows at \p Path. Nothing if there is nothing, or if it
  /// is not what lies on the disk: then only its content tells one from
  /// another.
  static std::optional<FileVersion> in(llvm::vfs::FileSystem &Files,
                                       const llvm::Twine &Path);

  /// Who has read the file at \p When has read all of it: times go in steps, of
  /// two seconds on some file systems, and what was changed that shortly before
  /// may have changed once more.
  bool isSettledAt(int64_t When) const;

  std::string text() const;
  /// Of what text() makes; nothing if \p Text is none.
  static std::optional<FileVersion> fromText(llvm::StringRef Text);
};

/// What time it is, as files have it.
int64_t timeOfFiles();

/// A file as it was when it was read.
struct FileAsRead {
  std::string Text;
  FileVersion Version;
};

} // namespace warplint

#endif // WARPLINT_SUPPORT_FILEVERSION_H
