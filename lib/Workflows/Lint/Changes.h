//===--- Changes.h - What changed in a project ---------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_CHANGES_H
#define WARPLINT_WORKFLOWS_LINT_CHANGES_H

#include "Report/ChangedLines.h"
#include "llvm/Support/Error.h"

namespace warplint {

/// Whether `--diff` or `--diff-from` is given.
bool wantsChanges();

/// What changed since the revision of `--diff`, or by the diff of
/// `--diff-from`, found out when it is first asked for. git is run, as it is
/// found in PATH; nothing that a diff or a repository's attributes name is.
llvm::Expected<const ChangedLines *> changes();

/// Takes out of \p R, settled, what did not change, if that was asked for.
/// `changes` must have succeeded.
void keepChanged(Report &R);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_CHANGES_H
