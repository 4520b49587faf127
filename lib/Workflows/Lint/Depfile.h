//===--- Depfile.h - Dependency files of make -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_DEPFILE_H
#define WARPLINT_WORKFLOWS_LINT_DEPFILE_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>

namespace warplint::lint {

/// A rule of make, as compilers write it with -MD: \p Target depends on
/// \p Files. Names that make and Ninja cannot express are left out and counted
/// in \p LeftOut; if \p Target is one, there is no rule.
std::string depfileOf(llvm::StringRef Target,
                      const std::set<std::string> &Files, size_t &LeftOut);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_DEPFILE_H
