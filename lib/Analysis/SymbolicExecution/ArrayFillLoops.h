//===--- ArrayFillLoops.h - Loops that assign whole arrays ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (int k = 0; k < 4; ++k) sum[k] = 0;` overwrites the whole array, and
// `row[k] += pitch;` as its body changes each element once. The index is not a
// constant, so that single stores do not show this; the form of the loop does.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ARRAYFILLLOOPS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ARRAYFILLLOOPS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace warplint {

/// A loop that assigns element k of an array in iteration k, for all elements.
struct ArrayFillLoop {
  /// Names a local variable, or a member of one or of `*this`, that is the
  /// array or an object with the array as its only field.
  const clang::Expr *Array = nullptr;
  const clang::VarDecl *Counter = nullptr;
  int64_t Limit = 0;     ///< The trip count, and the number of elements.
  bool ReadsOld = false; ///< The new value of an element may depend on the old.
  /// All statements of the loop's body.
  llvm::DenseSet<const clang::Stmt *> Inside;
};

/// Finds the ArrayFillLoops of functions and their statements.
class ArrayFillLoops {
public:
  explicit ArrayFillLoops(clang::ASTContext &Context) : Context(Context) {}

  /// One entry for each array that the loop with \p Init in the function body
  /// \p Body fills. The loop names such an array only as element k in iteration
  /// k. Empty if there is none. Reads \p Body by the first call.
  llvm::ArrayRef<const ArrayFillLoop *> filledBehind(const clang::Stmt &Init,
                                                     const clang::Stmt *Body);
  /// The loop that fills its array by the store at \p Site (see
  /// `Evaluation::store`); null if there is none in the bodies read so far.
  const ArrayFillLoop *storingAt(const clang::Stmt *Site) const {
    return Stores.lookup(Site);
  }
  /// The loop that reads the old value of an element at \p Site (see
  /// `Evaluation::load`); null if there is none in the bodies read so far.
  const ArrayFillLoop *readingOldAt(const clang::Stmt *Site) const {
    return OldReads.lookup(Site);
  }
  /// Whether \p Site is ArrayFillLoop::Array of a loop: the site of terms for
  /// the contents of the array before the loop has assigned it.
  bool isForgotten(const clang::Stmt *Site) const {
    return Arrays.contains(Site);
  }

private:
  void readLoops(const clang::Stmt *S);
  void readLoop(const clang::ForStmt &For);

  clang::ASTContext &Context;
  std::deque<ArrayFillLoop> Loops;
  // All are looked up, never iterated: `ByInit` by the `Init` of the loop, the
  // others by site.
  llvm::DenseMap<const clang::Stmt *,
                 llvm::SmallVector<const ArrayFillLoop *, 1>>
      ByInit;
  llvm::DenseMap<const clang::Stmt *, const ArrayFillLoop *> Stores, OldReads;
  llvm::DenseSet<const clang::Stmt *> Arrays;
  llvm::DenseSet<const clang::Stmt *> Bodies; ///< Read so far.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ARRAYFILLLOOPS_H
