//===--- AuditFolder.h - The two folders of an audit ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An audit has two folders. The one in the build has text: what to run,
// reports, launches. A tree may have brought it along, so nothing in it is
// trusted by itself, and no link in it is followed. What says which reports are
// still valid is in the user's own cache folder, where no tree writes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_AUDITFOLDER_H
#define WARPLINT_WORKFLOWS_AUDIT_AUDITFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace warplint::audit {

/// First line of the build.ninja files that an audit writes.
inline constexpr llvm::StringLiteral GraphMark =
    "# Written by warplint audit.\n";

/// Makes the folder \p Below of \p Base; links in \p Base are followed. An
/// error if a folder in it, or a file in it that an audit reads or writes, is a
/// link or no file.
llvm::Error openAuditFolder(llvm::StringRef Base, llvm::StringRef Below);
/// Checks the files of the audit folder \p Folder again, once it is locked;
/// error as openAuditFolder.
llvm::Error checkAuditFolder(llvm::StringRef Folder);

/// Removes the records of Ninja in \p Folder: Ninja goes by times, and a tree
/// may have brought them.
void forgetNinja(llvm::StringRef Folder);

/// The folder below \p Cache, the user's cache folder, for the state of the
/// audit in \p Folder; empty if there is none that only the user can write.
std::string auditState(llvm::StringRef Cache, llvm::StringRef Folder);

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_AUDITFOLDER_H
