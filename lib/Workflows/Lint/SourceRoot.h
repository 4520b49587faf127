//===--- SourceRoot.h - Root of reported paths ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_SOURCEROOT_H
#define WARPLINT_WORKFLOWS_LINT_SOURCEROOT_H

#include <string>

namespace warplint::lint {

/// The folder that reported paths are relative to: `--source-root`, or else the
/// nearest folder above the current one that has a repository, or else the
/// current one. Absolute.
std::string sourceRoot();

/// The problem with `--source-root`; empty if there is none.
std::string problemWithSourceRoot();

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_SOURCEROOT_H
