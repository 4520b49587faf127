//===--- FilledArrays.h - Loops that assign all of an array -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (int k = 0; k < 4; ++k) sum[k] = 0;` leaves nothing of what the array
// held before, and `row[k] += pitch;` in its place changes each element once.
// Which element a round writes is not a constant, so that the loop's own
// statements do not tell it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLIC_FILLEDARRAYS_H
#define WARPLINT_ANALYSIS_SYMBOLIC_FILLEDARRAYS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

namespace warplint {

/// A loop that assigns each element of an array once, in the round of its index.
struct FilledLoop {
  /// A variable, or a member of one or of `*this`: the array, or an object that
  /// holds nothing else.
  const clang::Expr *Array = nullptr;
  const clang::VarDecl *Counter = nullptr;
  int64_t Limit = 0; ///< Rounds, and elements.
  bool ReadsOld = false; ///< An element is made of what it was.
  /// All statements of a round.
  llvm::DenseSet<const clang::Stmt *> Inside;
};

class FilledArrays {
public:
  explicit FilledArrays(clang::ASTContext &Context) : Context(Context) {}

  /// The loop of \p Body that begins with \p Init and assigns an array from its
  /// first element to its last, and names it nowhere else; null if there is no
  /// such loop.
  const FilledLoop *filledBehind(const clang::Stmt &Init,
                                 const clang::Stmt *Body);
  /// The loop whose rounds store to the array, or read of it what was there
  /// before, at \p Site (see `Evaluation::load` and `store`); null if there is
  /// none among those that were asked for.
  const FilledLoop *loopAt(const clang::Stmt *Site) const {
    return BySite.lookup(Site);
  }
  /// Stands for what an array holds until such a loop has assigned it.
  bool isForgotten(const clang::Stmt *Site) const {
    return Arrays.contains(Site);
  }

private:
  void readLoops(const clang::Stmt *S);
  void readLoop(const clang::ForStmt &For);

  clang::ASTContext &Context;
  std::deque<FilledLoop> Loops;
  /// Looked up by the statement that begins the loop.
  llvm::DenseMap<const clang::Stmt *, const FilledLoop *> ByInit;
  llvm::DenseMap<const clang::Stmt *, const FilledLoop *> BySite;
  llvm::DenseSet<const clang::Stmt *> Arrays;
  llvm::DenseSet<const clang::Stmt *> Bodies; ///< That were read.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLIC_FILLEDARRAYS_H
