//===--- FileCopy.h - A second file that holds the same ------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_FILECOPY_H
#define WARPLINT_SUPPORT_FILECOPY_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace warplint::base {

/// Copies files of a tree so that the copies take no more room than they do:
/// what is empty in a file stays empty, and names of one file are names of one
/// copy.
class FileCopier {
public:
  /// Makes \p To, which must not exist, a copy of the regular file \p From,
  /// with its permissions.
  std::error_code copy(const std::filesystem::path &From,
                       const std::filesystem::path &To);

private:
  /// Copies of files that have several names, by device and inode.
  std::map<std::pair<uint64_t, uint64_t>, std::filesystem::path> Copies;
};

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_FILECOPY_H
