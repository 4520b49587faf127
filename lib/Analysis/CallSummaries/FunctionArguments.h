//===--- FunctionArguments.h - Functions passed as arguments ----*- C++ -*-===//
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

namespace warplint::summaries {

/// A call in progress.
struct EnclosingCall {
  const clang::FunctionDecl *Function = nullptr; ///< The callee; not null.
  const clang::Expr *Site = nullptr;             ///< Null for a kernel.
};

/// The calls that lead to \p In, a CallContext: its own call first, the kernel
/// last.
template <typename Context>
llvm::SmallVector<EnclosingCall, 8> callsAround(const Context &In) {
  llvm::SmallVector<EnclosingCall, 8> Around;
  for (const Context *At = &In; At; At = At->caller())
    Around.push_back({&At->function(), At->callSite()});
  return Around;
}

/// The argument that \p By passes for \p Parameter; null if the callee may
/// assign to \p Parameter or the argument is not known.
const clang::Expr *argumentFor(const clang::ParmVarDecl &Parameter,
                               const EnclosingCall &By);

/// The definition of the function that \p Call calls through a parameter, where
/// one of the calls \p Around passes it by name or as a lambda without
/// captures. \p Around are the calls in which \p Call lies, innermost first.
/// Null if \p Call is no such call or the function has no definition.
const clang::FunctionDecl *givenFunction(const clang::CallExpr &Call,
                                         llvm::ArrayRef<EnclosingCall> Around);

} // namespace warplint::summaries

#endif // WARPLINT_ANALYSIS_CALLSUMMARIES_FUNCTIONARGUMENTS_H
