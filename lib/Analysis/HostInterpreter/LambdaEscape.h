//===--- LambdaEscape.h - Where a unit's lambdas go --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_LAMBDAESCAPE_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_LAMBDAESCAPE_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// Where the bodies of host functions that have been read let lambdas go, by the
/// classes of these.
struct LambdaEscape {
  /// Others than calls in sight may run them.
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 16> Leaving;
  /// The functions that get them.
  llvm::DenseMap<const clang::CXXRecordDecl *,
                 llvm::SmallVector<const clang::FunctionDecl *, 2>>
      GoTo;
  /// Variables that may change behind the lambdas that copy them.
  llvm::DenseSet<
      std::pair<const clang::CXXRecordDecl *, const clang::VarDecl *>>
      Outdated;

  /// Calls \p Visit for the variables around the lambda of class \p Closure that
  /// tell what it sees, those seen by lambdas that it holds included.
  void forEachSeen(const clang::CXXRecordDecl &Closure,
                   llvm::function_ref<void(const clang::VarDecl &)> Visit) const;
};

/// The class of a lambda if \p Type is one, or refers to one; else null.
const clang::CXXRecordDecl *closureOf(clang::QualType Type);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_LAMBDAESCAPE_H
