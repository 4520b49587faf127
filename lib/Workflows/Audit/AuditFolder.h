//===--- AuditFolder.h - Where an audit keeps what it did -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An audit has two folders. The one in the build holds text: what is to be run,
// reports, launches. A tree may have brought it along, so nothing there counts
// by itself, and no link in it is followed. What says which reports are still
// good lies in the user's own folder for caches, where no tree writes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_AUDITFOLDER_H
#define WARPLINT_WORKFLOWS_AUDIT_AUDITFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace warplint {

/// What the graphs begin with that an audit writes for Ninja.
inline constexpr llvm::StringLiteral GraphMark =
    "# Written by warplint audit.\n";

/// Makes the folder \p Below of \p Base, of which links are followed. An error
/// if a folder below it, or a file there that an audit reads or writes, is a
/// link or no file.
llvm::Error openAuditFolder(llvm::StringRef Base, llvm::StringRef Below);
/// The second part of it, once the folder is locked.
llvm::Error checkAuditFolder(llvm::StringRef Folder);

/// Takes away what Ninja has noted in \p Folder: it goes by times, and a tree
/// may have brought it.
void forgetNinja(llvm::StringRef Folder);

/// The folder below \p Cache, the user's for caches, of what is known of the
/// audit in \p Folder; empty if there is none that only the user writes.
std::string auditState(llvm::StringRef Cache, llvm::StringRef Folder);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_AUDIT_AUDITFOLDER_H
