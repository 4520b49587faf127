//===--- TidyChecks.h - The checks as clang-tidy's -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_PLUGIN_TIDYCHECKS_H
#define WARPLINT_TOOLS_PLUGIN_TIDYCHECKS_H

#include "clang-tidy/ClangTidyModule.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace warplint {

/// Registers every check of Checks.def. \p Anchor matches some declaration that
/// the host traverses in each unit; the checks run when the first is met, and
/// see the whole unit from there. They may run in several threads, on one unit
/// each.
void addTidyChecks(clang::tidy::ClangTidyCheckFactories &Factories,
                   const clang::ast_matchers::DeclarationMatcher &Anchor);

} // namespace warplint

#endif // WARPLINT_TOOLS_PLUGIN_TIDYCHECKS_H
