//===--- InputFile.h - Reading what others wrote ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FILES_INPUTFILE_H
#define WARPLINT_FILES_INPUTFILE_H

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
  IsLink,
  HasChanged,
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

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
};

/// Regular files that know whether they changed under their reader.
///
/// To be used by one thread.
class WatchedFiles : public RegularFiles {
public:
  using RegularFiles::RegularFiles;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// Files that are no longer what they were when they were first opened, as
  /// they were named, in alphabetical order.
  std::vector<std::string> changed() const;

private:
  /// As they were when they were first opened, by name.
  std::map<std::string, llvm::vfs::Status> Opened;
};

/// The machine's regular files.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regularFiles();

/// \p Name as it is meant in \p Folder: a whole path stands for itself.
std::string joined(llvm::StringRef Folder, llvm::StringRef Name);

/// The contents of the regular file \p Path. The error names it.
llvm::Expected<std::string> readWhole(llvm::StringRef Path);

} // namespace warplint

#endif // WARPLINT_FILES_INPUTFILE_H
