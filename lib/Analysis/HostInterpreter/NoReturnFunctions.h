//===--- NoReturnFunctions.h - Host functions that never return -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host functions that end the program or throw, by themselves or by a function
// that they call.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_NORETURNFUNCTIONS_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_NORETURNFUNCTIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint::host {

/// Answers for one unit; each body is read once.
class NoReturnFunctions {
public:
  /// True if \p F never returns: it is declared so, or a statement of its body
  /// before any `return` or `goto` is a `throw` or a call of such a function.
  /// False if that is not known.
  bool neverReturns(const clang::FunctionDecl &F);
  /// True if the destructor of the temporary \p Made, which runs at the end of
  /// the full expression, never returns.
  bool endsInDestructor(const clang::CXXBindTemporaryExpr &Made);

private:
  void readFrom(const clang::FunctionDecl &F);

  llvm::DenseMap<const clang::FunctionDecl *, bool> Known; ///< Looked up.
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_NORETURNFUNCTIONS_H
