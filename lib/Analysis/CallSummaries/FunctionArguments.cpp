//===--- FunctionArguments.cpp - Functions that are passed on -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/CallSummaries/FunctionArguments.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint::summaries {

/// \p E without what makes a pointer of a function, and what passes it on.
static const Expr *withoutPassing(const Expr *E) {
  for (;;) {
    E = E->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    const auto *Op = dyn_cast<UnaryOperator>(E);
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    unsigned Id = Callee ? Callee->getBuiltinID() : 0;
    if (Op && (Op->getOpcode() == UO_Deref || Op->getOpcode() == UO_AddrOf))
      E = Op->getSubExpr();
    else if (Id == Builtin::BIforward || Id == Builtin::BImove)
      E = Call->getArg(0);
    else
      return E;
  }
}

/// \p S, or something in it, may give \p Pointer another value.
static bool mayChange(const Stmt *S, const ParmVarDecl &Pointer) {
  if (!S)
    return false;
  auto Names = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Ref && Ref->getDecl() == &Pointer;
  };
  if (const auto *Op = dyn_cast<BinaryOperator>(S))
    if (Op->isAssignmentOp() && Names(Op->getLHS()))
      return true;
  if (const auto *Op = dyn_cast<UnaryOperator>(S))
    if (Op->getOpcode() == UO_AddrOf && Names(Op->getSubExpr()))
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *Part) {
    return mayChange(Part, Pointer);
  });
}

const Expr *argumentFor(const ParmVarDecl &Parameter, const EnclosingCall &By) {
  const auto *Call = dyn_cast_or_null<CallExpr>(By.Site);
  if (!Call || Parameter.getDeclContext() != By.Function)
    return nullptr;
  unsigned Index =
      Parameter.getFunctionScopeIndex() +
      (isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(By.Function));
  bool Stays = Parameter.getType()->isReferenceType() ||
               !mayChange(By.Function->getBody(), Parameter);
  if (!Stays || Index >= Call->getNumArgs())
    return nullptr;
  const Expr *Argument = Call->getArg(Index);
  const auto *Default = dyn_cast<CXXDefaultArgExpr>(Argument);
  return Default ? Default->getExpr() : Argument;
}

/// The function that \p E names, or that a lambda without captures is where a
/// pointer is made of it; null if it is neither.
static const FunctionDecl *functionOf(const Expr *E) {
  const auto *Conversion = dyn_cast<CXXMemberCallExpr>(E);
  if (Conversion &&
      isa_and_nonnull<CXXConversionDecl>(Conversion->getMethodDecl()))
    E = Conversion->getImplicitObjectArgument()->IgnoreImplicit();
  if (const auto *Given = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<FunctionDecl>(Given->getDecl());
  const auto *Lambda = dyn_cast<LambdaExpr>(E);
  return Lambda && Lambda->captures().empty() ? Lambda->getCallOperator()
                                              : nullptr;
}

const FunctionDecl *givenFunction(const CallExpr &Call,
                                  llvm::ArrayRef<EnclosingCall> Around) {
  const Expr *Named = Call.getCallee();
  for (const EnclosingCall &By : Around) {
    const auto *Ref = dyn_cast<DeclRefExpr>(withoutPassing(Named));
    const auto *Parameter =
        Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
    Named = Parameter ? argumentFor(*Parameter, By) : nullptr;
    if (!Named)
      return nullptr;
    if (const FunctionDecl *F = functionOf(withoutPassing(Named)))
      return F->getDefinition();
  }
  return nullptr;
}

} // namespace warplint::summaries
