//===--- Descriptors.h - File descriptors: read, write, close ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_DESCRIPTORS_H
#define WARPLINT_SUPPORT_DESCRIPTORS_H

#include "Support/FileVersion.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include <string>
#include <system_error>

namespace warplint::base {

/// Owns an open file descriptor, which the destructor closes.
class OpenDescriptor {
public:
  explicit OpenDescriptor(int Number) : Number(Number) {}
  OpenDescriptor(const OpenDescriptor &) = delete;
  ~OpenDescriptor();

  int number() const { return Number; }
  /// Gives the descriptor to the caller, who closes it.
  int release();
  /// Closes the descriptor and returns the error of close(2): some file systems
  /// write only then.
  std::error_code close();

private:
  int Number;
};

/// Writes all of \p Text to \p Descriptor, in as many calls as it takes.
std::error_code writeAll(int Descriptor, llvm::StringRef Text);

/// Reads the regular file \p Name of the open folder \p Folder, at most
/// \p Limit bytes; a larger file is an error. \p Flags are further flags of
/// open(2).
llvm::ErrorOr<FileAsRead> readVersionAt(int Folder, const std::string &Name,
                                        int Flags, uint64_t Limit);

/// The message of \p Failed, with the \p Limit if the file is larger.
std::string messageOf(std::error_code Failed, uint64_t Limit);

/// Reads the regular file \p Path, at most \p Limit bytes, with the version
/// that was open. Follows links. The error names \p Path.
llvm::Expected<FileAsRead> readVersion(llvm::StringRef Path,
                                       uint64_t Limit = uint64_t(1) << 30);

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_DESCRIPTORS_H
