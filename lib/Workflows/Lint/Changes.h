//===--- Changes.h - Changed lines of --diff --------------------*- C++ -*-===//
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

namespace warplint::lint {

/// Whether `--diff` or `--diff-from` is given.
bool wantsChanges();

/// The lines that changed since the revision of `--diff`, or by the diff of
/// `--diff-from`; computed by the first call. Runs git, found in PATH, and no
/// program that a diff or a repository's attributes name.
llvm::Expected<const report::ChangedLines *> changes();

/// Removes from \p R, on which `settle` was called, the findings that the
/// change does not touch, if `--diff` or `--diff-from` is given. `changes` must
/// have succeeded.
void keepChanged(report::Report &R);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_CHANGES_H
