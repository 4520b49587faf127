//===--- DeviceCalls.cpp - Callees of device calls ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/DeviceCode.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint {

/// The function that a constant pointer points to; null if \p Callee is none.
static const FunctionDecl *pointee(const Expr &Callee,
                                   const ASTContext &Context) {
  Expr::EvalResult Value;
  if (Callee.isInstantiationDependent() || !Callee.getType()->isPointerType() ||
      !Callee.EvaluateAsRValue(Value, Context) || !Value.Val.isLValue())
    return nullptr;
  const auto *Base = Value.Val.getLValueBase().dyn_cast<const ValueDecl *>();
  return dyn_cast_or_null<FunctionDecl>(Base);
}

const FunctionDecl *DeviceCode::target(const Expr &Call) const {
  const FunctionDecl *F = nullptr;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&Call))
    F = Construct->getConstructor();
  else if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(&Call))
    F = Inherited->getConstructor();
  else if (const auto *C = dyn_cast<CallExpr>(&Call)) {
    F = C->getDirectCallee();
    if (!F && !isa<CXXMemberCallExpr>(C))
      F = pointee(*C->getCallee(), Context);
  }
  if (!F)
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isVirtual() && !isa<CXXConstructorDecl>(Method)) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
    if (!Member)
      return nullptr;
    F = Method->getDevirtualizedMethod(Member->getImplicitObjectArgument(),
                                       /*IsAppleKext=*/false);
    if (!F)
      return nullptr;
  }
  const FunctionDecl *Definition = nullptr;
  return F->hasBody(Definition) ? Definition : F;
}

} // namespace warplint
