//===--- FileVersion.h - Identity and times of a file -----------*- C++ -*-===//
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

namespace warplint::base {

/// Device, inode, size and times of a file: shows whether a file was changed or
/// replaced. Times are in nanoseconds. No program can set the time of the last
/// status change, so a file that was changed and given its old modification
/// time is another version.
struct FileVersion {
  uint64_t Device = 0, Inode = 0, Bytes = 0;
  int64_t Modified = 0, Changed = 0;

  bool operator==(const FileVersion &Other) const;
  bool operator!=(const FileVersion &Other) const { return !(*this == Other); }
  /// Whether both are the same file (device and inode), whatever its contents.
  bool isSameFile(const FileVersion &Other) const {
    return file() == Other.file();
  }
  std::pair<uint64_t, uint64_t> file() const { return {Device, Inode}; }

  static FileVersion of(const struct stat &Found);
  /// The version of the file that \p Path leads to, through links; nothing if
  /// stat(2) fails.
  static std::optional<FileVersion> of(const std::string &Path);
  /// The version of the file that \p Files shows at \p Path. Nothing if there
  /// is none, or if \p Files shows something else than the disk has (a replaced
  /// text): then only the contents distinguish versions.
  static std::optional<FileVersion> in(llvm::vfs::FileSystem &Files,
                                       const llvm::Twine &Path);

  /// Whether a file that was read at \p When, in nanoseconds, cannot have been
  /// changed once more after that with the same times. Times advance in steps
  /// of up to two seconds on some file systems, so both times must be older
  /// than that.
  bool isSettledAt(int64_t When) const;

  /// The version as one word of text, for records.
  std::string text() const;
  /// The version that text() wrote; nothing if \p Text is something else.
  static std::optional<FileVersion> fromText(llvm::StringRef Text);
};

/// The current time in the unit of FileVersion's times.
int64_t timeOfFiles();

/// A file as it was when it was read.
struct FileAsRead {
  std::string Text;
  FileVersion Version;
};

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_FILEVERSION_H
