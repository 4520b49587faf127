//===--- SourceRoot.h - What reported paths are relative to -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_SOURCEROOT_H
#define WARPLINT_WORKFLOWS_LINT_SOURCEROOT_H

#include <string>

namespace warplint {

/// `--source-root`, or the nearest folder above the current one that holds a
/// repository, or the current one. Absolute.
std::string sourceRoot();

/// What is wrong with `--source-root`; empty if nothing is.
std::string problemWithSourceRoot();

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_SOURCEROOT_H
