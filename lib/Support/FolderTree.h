//===--- FolderTree.h - Removing what lies in a folder ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_FOLDERTREE_H
#define WARPLINT_SUPPORT_FOLDERTREE_H

#include "llvm/ADT/StringRef.h"
#include <system_error>

namespace warplint::base {

/// Removes what lies in the open folder \p Folder but for \p Kept, however
/// deep: two folders are open at a time, and no path is made. Folders that the
/// user may not write to are made writable before; links are taken away
/// themselves. It goes on where something cannot be removed; the first reason
/// is returned.
std::error_code emptyFolder(int Folder, llvm::StringRef Kept = "");

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_FOLDERTREE_H
