//===--- AstTripCounts.h - Constant for-loops of the AST --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_ASTTRIPCOUNTS_H
#define WARPLINT_ANALYSIS_KERNELIR_ASTTRIPCOUNTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace warplint {

/// The declaration that \p E refers to, without parentheses and implicit casts;
/// null if \p E (which may be null) is no reference to a declaration.
const clang::ValueDecl *namedBy(const clang::Expr *E);

/// `for (int k = First; k < Limit; k += Step)` with constants and any of
/// `<`, `<=`, `>`, `>=` and `!=`. The body may change the counter.
struct AstTripCount {
  const clang::VarDecl *Counter = nullptr;
  int64_t First = 0, Step = 0, Limit = 0;
  clang::BinaryOperatorKind Test = clang::BO_LT;

  /// Whether the loop's condition holds for a counter of \p Value.
  bool goesOn(int64_t Value) const;
};

/// The counter and constants of \p Loop; nullopt if it has another form. The
/// body is not looked at.
std::optional<AstTripCount> countingLoop(const clang::ForStmt &Loop,
                                         clang::ASTContext &Context);

/// Whether \p Loop is known to run exactly one iteration, which may end early.
/// The body is checked not to change the counter.
bool runsOneIteration(const clang::ForStmt &Loop, clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_ASTTRIPCOUNTS_H
