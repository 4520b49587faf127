//===--- FilledArrays.h - Loops that fill an array anew ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (int k = 0; k < 4; ++k) sum[k] = 0;` leaves nothing of what the array
// held before. Which element a round writes is not a constant, so that the
// loop's own statements do not tell it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLIC_FILLEDARRAYS_H
#define WARPLINT_ANALYSIS_SYMBOLIC_FILLEDARRAYS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

class FilledArrays {
public:
  explicit FilledArrays(clang::ASTContext &Context) : Context(Context) {}

  /// The array, a variable or a member of `*this`, that the loop of \p Body
  /// that begins with \p Init fills from its first element to its last, before
  /// anything in the loop names it; null if there is no such loop.
  const clang::Expr *filledBehind(const clang::Stmt &Init,
                                  const clang::Stmt *Body);

private:
  void readLoops(const clang::Stmt *S);

  clang::ASTContext &Context;
  /// Looked up by the statement that begins the loop.
  llvm::DenseMap<const clang::Stmt *, const clang::Expr *> ByInit;
  llvm::DenseSet<const clang::Stmt *> Bodies; ///< That were read.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLIC_FILLEDARRAYS_H
