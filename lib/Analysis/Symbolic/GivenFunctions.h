//===--- GivenFunctions.h - Functions that are passed on --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLIC_GIVENFUNCTIONS_H
#define WARPLINT_ANALYSIS_SYMBOLIC_GIVENFUNCTIONS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

struct CallAround {
  const clang::FunctionDecl *Function = nullptr; ///< What is called; not null.
  const clang::Expr *Site = nullptr;             ///< Null for a kernel.
};

/// The function that \p Call calls through a parameter, where it was passed by
/// name to one of \p Around, which the call lies in, innermost first; null if
/// it is no such call.
const clang::FunctionDecl *givenFunction(const clang::CallExpr &Call,
                                         llvm::ArrayRef<CallAround> Around);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLIC_GIVENFUNCTIONS_H
