//===--- HostSyntaxMemo.h - What is read of syntax once ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host interpreter meets an expression on each path and in each call of its
// function. What the syntax alone says of it is read once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTSYNTAXMEMO_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTSYNTAXMEMO_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace warplint::host {

class HostSyntaxMemo {
public:
  explicit HostSyntaxMemo(const clang::ASTContext &Context)
      : Context(Context) {}

  /// The value of \p E if it is an integer constant expression by the rules of
  /// clang's constant folding. \p E depends on no template parameter.
  const std::optional<llvm::APSInt> &constant(const clang::Expr &E);
  /// True if \p Body has a `goto` outside of lambdas.
  bool hasGoto(const clang::Stmt &Body);

private:
  const clang::ASTContext &Context;
  // Looked up, never iterated.
  llvm::DenseMap<const clang::Expr *, std::optional<llvm::APSInt>> Constants;
  llvm::DenseMap<const clang::Stmt *, bool> Gotos;
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTSYNTAXMEMO_H
