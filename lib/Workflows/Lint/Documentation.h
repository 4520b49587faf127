//===--- Documentation.h - warplint explain, warplint checks ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_DOCUMENTATION_H
#define WARPLINT_WORKFLOWS_LINT_DOCUMENTATION_H

namespace warplint::lint {

/// `warplint explain` and `warplint checks`; both return the exit code.
int explain();
int checks();

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_DOCUMENTATION_H
