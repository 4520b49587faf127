//===--- InputFile.h - Reading what others wrote ----------------*- C++ -*-===//
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

namespace warplint {

/// Why a file is not read.
enum class Refusal {
  NotRegular = 1,
  TooLarge,
  TooDeep,
  TooMany,
  TooLongPattern, ///< A regular expression that stands for too much.
  IsLink,
  HasChanged,
  MayNotLast, ///< It was written.
  NoName
};
std::error_code refusal(Refusal Why);

/// A file system that opens regular files of at most 1 GiB and nothing else. A
/// FIFO would hold the program up, a device may never end or act when it is
/// opened; the error says why the file was not opened. What was opened is
/// copied into memory, so that a file that is cut off meanwhile cannot take the
/// program with it.
///
/// As many threads may use it as may use what is below.
class RegularFiles
    : public llvm::RTTIExtends<RegularFiles, llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;

  explicit RegularFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : RTTIExtends(std::move(Disk)) {}

  /// A file that is missing may come back (whenMissing).
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
};

/// What tells one text from another.
struct TextSum {
  uint64_t Bytes = 0, High = 0, Low = 0;

  static TextSum of(llvm::StringRef Text);
  bool operator==(const TextSum &Other) const {
    return Bytes == Other.Bytes && High == Other.High && Low == Other.Low;
  }
};

/// Regular files that know whether they changed under their reader.
///
/// To be used by one thread.
class WatchedFiles : public RegularFiles {
public:
  using RegularFiles::RegularFiles;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// From now on the texts that are read are summed up.
  void sumTexts() { SumsTexts = true; }
  /// Of what was read, by name; a file that was read with two texts has none of
  /// them, but an empty sum.
  std::map<std::string, TextSum> takeSums() { return std::move(Sums); }

  /// Files that are no longer what they were when they were first opened, as
  /// they were named, in alphabetical order.
  std::vector<std::string> changed() const;

private:
  struct Seen {
    llvm::vfs::Status Shown;
    std::optional<FileVersion> Version; ///< On the disk.
  };
  /// As they were when they were first opened, by name.
  std::map<std::string, Seen> Opened;
  bool SumsTexts = false;
  std::map<std::string, TextSum> Sums;
};

/// From now on \p Then is asked for each file that is missing, by its absolute
/// name: whether it is there after all.
void whenMissing(bool (*Then)(llvm::StringRef Path));

/// From now on the file that \p Path leads to, if there is one, is one that the
/// process reads. What RegularFiles open they note by themselves.
void noteInput(llvm::StringRef Path);
/// Whether the process has opened the file that \p Path leads to for reading,
/// or will: the file itself counts, not its name.
bool isInput(llvm::StringRef Path);

/// The machine's regular files.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regularFiles();

/// \p Name as it is meant in \p Folder: a whole path stands for itself.
std::string joined(llvm::StringRef Folder, llvm::StringRef Name);

/// The contents of the regular file \p Path. The error names it.
llvm::Expected<std::string> readWhole(llvm::StringRef Path);

} // namespace warplint

#endif // WARPLINT_SUPPORT_INPUTFILE_H
