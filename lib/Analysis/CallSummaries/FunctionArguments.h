//===--- FunctionArguments.h - Functions that are passed on --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_CALLSUMMARIES_FUNCTIONARGUMENTS_H
#define WARPLINT_ANALYSIS_CALLSUMMARIES_FUNCTIONARGUMENTS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

struct EnclosingCall {
  const clang::FunctionDecl *Function = nullptr; ///< What is called; not null.
  const clang::Expr *Site = nullptr;             ///< Null for a kernel.
};

/// \p In, a CallContext, and where it is called from, innermost first.
template <typename Context>
llvm::SmallVector<EnclosingCall, 8> callsAround(const Context &In) {
  llvm::SmallVector<EnclosingCall, 8> Around;
  for (const Context *At = &In; At; At = At->caller())
    Around.push_back({&At->function(), At->callSite()});
  return Around;
}

/// What \p By passes for \p Parameter, which keeps it; null if that is not seen.
const clang::Expr *argumentFor(const clang::ParmVarDecl &Parameter,
                               const EnclosingCall &By);

/// The function that \p Call calls through a parameter, where it was passed by
/// name to one of \p Around, which the call lies in, innermost first; null if
/// it is no such call.
const clang::FunctionDecl *givenFunction(const clang::CallExpr &Call,
                                         llvm::ArrayRef<EnclosingCall> Around);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_CALLSUMMARIES_FUNCTIONARGUMENTS_H
