//===--- ResponseFiles.h - Response files of compile commands ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files with options: `@file` and nvcc's `--options-file`. CMake puts whole
// include paths into them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_RESPONSEFILES_H
#define WARPLINT_COMPILECOMMANDS_RESPONSEFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <set>
#include <string>
#include <vector>

namespace warplint::commands {

/// Reads the response files of one compile command. Every path is relative to
/// the command's directory, also inside another response file, as in nvcc and
/// gcc. Limits what a hostile command can make it read. Not thread-safe.
class ResponseFiles {
public:
  ResponseFiles(std::string Directory,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem)
      : Directory(std::move(Directory)), FileSystem(std::move(FileSystem)) {}

  /// Calls \p Use with the words of \p Path. Errors: a file that includes
  /// itself, directly or through others; a missing file; an unterminated quote;
  /// more than 16 MiB in total.
  llvm::Error
  withWordsOf(llvm::StringRef Path,
              llvm::function_ref<llvm::Error(std::vector<std::string>)> Use);

  /// Replaces every `@file` in \p Arguments by the words of that file, as gcc
  /// and clang do.
  llvm::Expected<std::vector<std::string>>
  expand(const std::vector<std::string> &Arguments);

  /// Absolute names of the files that were read.
  const std::set<std::string> &filesRead() const { return Read; }

private:
  std::string Directory;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem;
  std::vector<std::string> Open;
  std::set<std::string> Read;
  size_t BytesRead = 0;
  unsigned Reads = 0; ///< Of files, each time.
};

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_RESPONSEFILES_H
