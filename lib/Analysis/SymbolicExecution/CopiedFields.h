//===--- CopiedFields.h - What is read of a copied object ----- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Particle p = particles[j]; use(p.mass);` reads the mass and no more: who
// changes the velocity of particle j at the same time is not in its way, and
// nvcc loads nothing else. What is passed by value to a function that does
// nothing with it is not loaded at all.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_COPIEDFIELDS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_COPIEDFIELDS_H

#include "Analysis/Expr/ClassFields.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

class CopiedFields {
public:
  /// The own fields, in order, that \p Body names of the local variable which
  /// \p Copy initializes as a copy of another object; null if it names the
  /// variable as a whole, or if \p Copy makes something else. None of a value
  /// that \p Copy loads or makes for a parameter that nothing names.
  const ClassFields *of(const clang::Expr &Copy, const clang::Stmt *Body);

private:
  /// Looked up by what makes the copy.
  llvm::DenseMap<const clang::Expr *, ClassFields> ByCopy;
  llvm::DenseSet<const clang::Stmt *> Bodies; ///< That were read.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_COPIEDFIELDS_H
