//===--- FileAccess.h - Who may read and write a file -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_FILEACCESS_H
#define WARPLINT_SUPPORT_FILEACCESS_H

#include <string>
#include <sys/stat.h>
#include <system_error>

namespace warplint::base {

/// Gives the new, open \p File owner, group, permissions, access list and the
/// user's attributes of \p Old, which is open as \p Before (-1 if it could not
/// be opened), as far as the process may. Nobody gets more rights by it: where
/// the group or the access list cannot be kept, a group has no more than all
/// others. The bits that lend an owner's rights are not kept.
std::error_code takeOverAccess(int File, int Before, const struct stat &Old);

/// Opens \p Name in the open \p Folder for that; -1 if that does not go.
int openForAccess(int Folder, const std::string &Name);

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_FILEACCESS_H
