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
/// \p OffersNolint: the host shows a note with a fix as an action of its own;
/// each finding gets those that suppress it.
void addTidyChecks(clang::tidy::ClangTidyCheckFactories &Factories,
                   const clang::ast_matchers::DeclarationMatcher &Anchor,
                   bool OffersNolint = false);

/// Whether the only fixes of a finding with this message suppress it.
bool hasOnlyNolint(llvm::StringRef Message);

} // namespace warplint

#endif // WARPLINT_TOOLS_PLUGIN_TIDYCHECKS_H
