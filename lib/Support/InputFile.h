//===--- InputFile.h - Reading files of strangers ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_INPUTFILE_H
#define WARPLINT_SUPPORT_INPUTFILE_H

#include "Support/FileVersion.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>
#include <system_error>
#include <vector>

namespace warplint::base {

/// Why a file is not read or not written; the values of an error category.
enum class Refusal {
  NotRegular = 1,
  TooLarge,
  TooDeep,
  TooMany,
  TooLongPattern, ///< A regular expression that stands for too much.
  IsLink,
  HasChanged,
  MayNotLast, ///< It was written, but may be gone after a crash.
  NoName
};
/// \p Why as an error code, which has a message for users.
std::error_code refusal(Refusal Why);

/// A file system that opens regular files of at most 1 GiB and nothing else:
/// opening a FIFO would block, a device may never end or may act. The error
/// says why a file was not opened. Contents are copied into memory, so that a
/// file that another program truncates meanwhile cannot crash this one.
///
/// As thread-safe as the file system below.
class RegularFiles
    : public llvm::RTTIExtends<RegularFiles, llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;

  explicit RegularFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : RTTIExtends(std::move(Disk)) {}

  /// Asks the callback of whenMissing about a file that is not there.
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
};

/// Size and hash of a text.
struct TextSum {
  uint64_t Bytes = 0, High = 0, Low = 0;

  static TextSum of(llvm::StringRef Text);
  bool operator==(const TextSum &Other) const {
    return Bytes == Other.Bytes && High == Other.High && Low == Other.Low;
  }
};

/// Regular files that know whether they changed after they were opened.
///
/// Not thread-safe.
class WatchedFiles : public RegularFiles {
public:
  using RegularFiles::RegularFiles;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// Makes takeSums() have the sums of all texts read from now on.
  void sumTexts() { SumsTexts = true; }
  /// The sums of the texts that were read, by name of the file; an empty sum
  /// for a file that was read with two different texts.
  std::map<std::string, TextSum> takeSums() { return std::move(Sums); }

  /// Files that are no longer what they were when they were first opened, by
  /// the names they were opened with, in alphabetical order.
  std::vector<std::string> changed() const;

private:
  struct Seen {
    llvm::vfs::Status Shown;
    std::optional<FileVersion> Version; ///< If it is the disk's.
  };
  /// The files as they were when they were first opened, by name.
  std::map<std::string, Seen> Opened;
  bool SumsTexts = false;
  std::map<std::string, TextSum> Sums;
};

/// Sets a callback of the whole process that is asked, with the absolute name,
/// about each missing file; it returns whether the file is there now (it may
/// put it back).
void whenMissing(bool (*Then)(llvm::StringRef Path));

/// Records the file that \p Path leads to, if there is one, as an input of the
/// process. RegularFiles record what they open by themselves.
void noteInput(llvm::StringRef Path);
/// Whether the file that \p Path leads to was recorded as an input of the
/// process and is still there by a name that was read: the file (device and
/// inode) counts, not the name \p Path. False if there is no such file.
bool isInput(llvm::StringRef Path);

/// The real file system as RegularFiles.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regularFiles();

/// \p Name resolved in \p Folder; an absolute path stays as it is.
std::string joined(llvm::StringRef Folder, llvm::StringRef Name);

/// Reads the regular file \p Path. The error names it.
llvm::Expected<std::string> readWhole(llvm::StringRef Path);

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_INPUTFILE_H
