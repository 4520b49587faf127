//===--- Audit.h - audit and merge ------------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_AUDIT_H
#define WARPLINT_WORKFLOWS_AUDIT_AUDIT_H

namespace warplint::audit {

/// `warplint audit`: one action of Ninja for each translation unit, then one
/// report of all. Returns the exit code.
int audit();

/// `warplint merge`: one report made of SARIF reports that audits or runs
/// wrote. Returns the exit code.
int merge();

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_AUDIT_H
