//===--- LambdaEscape.h - Where lambdas of host code go ---------*- C++ -*-===//
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

namespace warplint::host {

/// Where lambdas go in the host functions that have been read, by the canonical
/// class of the lambda.
struct LambdaEscape {
  /// Lambdas that code may run which is not in sight: stored, returned, or
  /// passed to an unknown function.
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 16> Leaving;
  /// The functions that get the lambda as an argument.
  llvm::DenseMap<const clang::CXXRecordDecl *,
                 llvm::SmallVector<const clang::FunctionDecl *, 2>>
      GoTo;
  /// Pairs of a lambda and a variable that it captures by copy and that may
  /// change after the copy is made.
  llvm::DenseSet<
      std::pair<const clang::CXXRecordDecl *, const clang::VarDecl *>>
      Outdated;

  /// Calls \p Visit for each variable around the lambda of class \p Closure
  /// whose value is also the captured one: all captures except Outdated copies,
  /// and those of lambdas that it captures.
  void
  forEachSeen(const clang::CXXRecordDecl &Closure,
              llvm::function_ref<void(const clang::VarDecl &)> Visit) const;
};

/// The canonical class of the lambda if \p Type is a lambda or a reference to
/// one; else null.
const clang::CXXRecordDecl *closureOf(clang::QualType Type);

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_LAMBDAESCAPE_H
