//===--- CopiedFields.h - Fields that are read of a copy --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Particle p = particles[j]; use(p.mass);` reads only the mass: nvcc loads no
// other field, so that a concurrent write of the velocity of particle j is no
// race. A value that is passed to a function which does not name the parameter
// is not loaded at all.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_COPIEDFIELDS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_COPIEDFIELDS_H

#include "Analysis/Expr/ClassFields.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

/// Which fields of an object a copy of it really reads.
class CopiedFields {
public:
  /// The fields that the load or copy \p Copy in the function body \p Body
  /// really reads, in declaration order. If \p Copy initializes a local
  /// variable, these are the fields that \p Body names of it. If \p Copy is
  /// passed to a parameter that is never named, the list is empty. Null: the
  /// whole object is read. Owned by this; valid until the next call.
  const ClassFields *of(const clang::Expr &Copy, const clang::Stmt *Body);

private:
  /// By the expression that copies. Looked up only.
  llvm::DenseMap<const clang::Expr *, ClassFields> ByCopy;
  llvm::DenseSet<const clang::Stmt *> Bodies; ///< Read so far.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_COPIEDFIELDS_H
