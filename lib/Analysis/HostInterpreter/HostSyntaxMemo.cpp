//===--- HostSyntaxMemo.cpp - What is read of syntax once -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostSyntaxMemo.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace warplint::host {

const std::optional<llvm::APSInt> &HostSyntaxMemo::constant(const Expr &E) {
  auto [Known, New] = Constants.try_emplace(&E);
  Expr::EvalResult Result;
  if (New && E.getType()->isIntegralOrEnumerationType() &&
      E.EvaluateAsInt(Result, Context))
    Known->second = Result.Val.getInt();
  return Known->second;
}

bool HostSyntaxMemo::hasGoto(const Stmt &Body) {
  auto [Known, New] = Gotos.try_emplace(&Body, false);
  if (New)
    Known->second = holdsAny<GotoStmt, IndirectGotoStmt>(&Body);
  return Known->second;
}

} // namespace warplint::host
