//===--- ArrayFillLoops.h - Loops that assign all of an array -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (int k = 0; k < 4; ++k) sum[k] = 0;` leaves nothing of what the array
// held before, and `row[k] += pitch;` in its place changes each element once.
// Which element an iteration writes is not a constant, so that the loop's own
// statements do not tell it.
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

/// A loop that assigns each element of an array in the iteration of its index.
struct ArrayFillLoop {
  /// A variable, or a member of one or of `*this`: the array, or an object that
  /// holds nothing else.
  const clang::Expr *Array = nullptr;
  const clang::VarDecl *Counter = nullptr;
  int64_t Limit = 0;     ///< Iterations, and elements.
  bool ReadsOld = false; ///< An element is made of what it was.
  /// All statements of an iteration.
  llvm::DenseSet<const clang::Stmt *> Inside;
};

class ArrayFillLoops {
public:
  explicit ArrayFillLoops(clang::ASTContext &Context) : Context(Context) {}

  /// The arrays that the loop of \p Body that begins with \p Init assigns from
  /// their first elements to their last, and names in no other way than as the
  /// elements of the iteration.
  llvm::ArrayRef<const ArrayFillLoop *> filledBehind(const clang::Stmt &Init,
                                                  const clang::Stmt *Body);
  /// The loop whose iterations store to the array at \p Site (see
  /// `Evaluation::store`); null if there is none among those that were asked
  /// for.
  const ArrayFillLoop *storingAt(const clang::Stmt *Site) const {
    return Stores.lookup(Site);
  }
  /// The loop whose iterations read at \p Site (see `Evaluation::load`) what the
  /// array held before; null if there is none.
  const ArrayFillLoop *readingOldAt(const clang::Stmt *Site) const {
    return OldReads.lookup(Site);
  }
  /// Stands for what an array holds until such a loop has assigned it.
  bool isForgotten(const clang::Stmt *Site) const {
    return Arrays.contains(Site);
  }

private:
  void readLoops(const clang::Stmt *S);
  void readLoop(const clang::ForStmt &For);

  clang::ASTContext &Context;
  std::deque<ArrayFillLoop> Loops;
  // All are looked up, never iterated: by the statement that begins the loop,
  // and by site.
  llvm::DenseMap<const clang::Stmt *, llvm::SmallVector<const ArrayFillLoop *, 1>>
      ByInit;
  llvm::DenseMap<const clang::Stmt *, const ArrayFillLoop *> Stores, OldReads;
  llvm::DenseSet<const clang::Stmt *> Arrays;
  llvm::DenseSet<const clang::Stmt *> Bodies; ///< That were read.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ARRAYFILLLOOPS_H
