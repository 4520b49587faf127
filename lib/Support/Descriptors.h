//===--- Descriptors.h - Reading and writing what is open -------*- C++ -*-===//
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

namespace warplint {

/// An open descriptor, closed at the end.
class OpenDescriptor {
public:
  explicit OpenDescriptor(int Number) : Number(Number) {}
  OpenDescriptor(const OpenDescriptor &) = delete;
  ~OpenDescriptor();

  int number() const { return Number; }
  int release();
  /// What closing says; some file systems write only then.
  std::error_code close();

private:
  int Number;
};

/// Writes all of \p Text.
std::error_code writeAll(int Descriptor, llvm::StringRef Text);

/// The contents of a regular file of at most \p Limit bytes, by its name in the
/// open folder \p Folder. \p Flags: of open(2), besides.
llvm::ErrorOr<FileAsRead> readVersionAt(int Folder, const std::string &Name,
                                        int Flags, uint64_t Limit);

/// What \p Failed says, with the \p Limit that a file goes beyond.
std::string messageOf(std::error_code Failed, uint64_t Limit);

/// The contents of the regular file \p Path, of at most \p Limit bytes, with
/// the version that was open. Links are followed. The error names \p Path.
llvm::Expected<FileAsRead> readVersion(llvm::StringRef Path,
                                       uint64_t Limit = uint64_t(1) << 30);

} // namespace warplint

#endif // WARPLINT_SUPPORT_DESCRIPTORS_H
