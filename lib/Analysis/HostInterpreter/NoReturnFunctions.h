//===--- NoReturnFunctions.h - Functions that do not come back --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of the host that end the program or throw, by themselves or by what
// they call. Each body is read once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_NORETURNFUNCTIONS_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_NORETURNFUNCTIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

class NoReturnFunctions {
public:
  /// \p F does not come back: it says so, or all that it does ends in a `throw`
  /// or a call of such a function.
  bool neverReturns(const clang::FunctionDecl &F);
  /// The same of what ends the life of \p Made, with the expression around it.
  bool endsInDestructor(const clang::CXXBindTemporaryExpr &Made);

private:
  void readFrom(const clang::FunctionDecl &F);

  llvm::DenseMap<const clang::FunctionDecl *, bool> Known; ///< Looked up.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_NORETURNFUNCTIONS_H
