//===--- AuditLock.h - Lock of an audit folder ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_AUDITLOCK_H
#define WARPLINT_WORKFLOWS_AUDIT_AUDITLOCK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace warplint::audit {

/// Locks \p Folder, which is made if it does not exist, for this process and
/// its descendants until the last of them has ended, however it ends. An error
/// if another audit has locked it.
llvm::Error lockAuditFolder(llvm::StringRef Folder);

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_AUDITLOCK_H
