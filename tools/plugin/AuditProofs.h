//===--- AuditProofs.h - What runs have shown, in an editor -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_PLUGIN_AUDITPROOFS_H
#define WARPLINT_TOOLS_PLUGIN_AUDITPROOFS_H

#include "Finding/Finding.h"
#include "clang/AST/ASTContext.h"

namespace warplint {

/// Adds to \p Found, the findings of \p Unit, what runs have shown of them: a
/// note each, and their certainty follows. The report of the last audit of the
/// build whose folder is \p Folder or above it knows (`audit --proofs=`). It
/// may be older than the unit: a proof belongs to a finding whose line and the
/// lines around it have not changed.
void addProofs(FindingList &Found, const clang::ASTContext &Unit,
               llvm::StringRef Folder);

} // namespace warplint

#endif // WARPLINT_TOOLS_PLUGIN_AUDITPROOFS_H
