//===--- AstTripCounts.h - Loops whose iterations the source tells --*- C++ -*-===//
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

/// What \p E names, behind parentheses and conversions; null if that is
/// nothing.
const clang::ValueDecl *namedBy(const clang::Expr *E);

/// `for (int k = First; k < Limit; k += Step)` of constants, by whatever
/// comparison.
struct AstTripCount {
  const clang::VarDecl *Counter = nullptr;
  int64_t First = 0, Step = 0, Limit = 0;
  clang::BinaryOperatorKind Test = clang::BO_LT;

  /// The loop goes on with \p Value.
  bool goesOn(int64_t Value) const;
};

std::optional<AstTripCount> countingLoop(const clang::ForStmt &Loop,
                                         clang::ASTContext &Context);

/// Runs exactly one iteration, unless that is left before its end.
bool runsOneIteration(const clang::ForStmt &Loop, clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_ASTTRIPCOUNTS_H
