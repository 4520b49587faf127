//===--- AstTripCounts.cpp - Constant for-loops of the AST ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/AstTripCounts.h"
#include "Analysis/Expr/NumberOperators.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

const ValueDecl *namedBy(const Expr *E) {
  const auto *Ref =
      dyn_cast_or_null<DeclRefExpr>(E ? E->IgnoreParenImpCasts() : nullptr);
  return Ref ? Ref->getDecl() : nullptr;
}

static std::optional<int64_t> numberOf(const Expr *E, ASTContext &Context) {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt().tryExtValue();
}

/// What an iteration adds to \p Counter.
static std::optional<int64_t> stepOf(const Expr *Inc, const VarDecl *Counter,
                                     ASTContext &Context) {
  if (const auto *One = dyn_cast_or_null<UnaryOperator>(Inc);
      One && One->isIncrementDecrementOp() &&
      namedBy(One->getSubExpr()) == Counter)
    return One->isIncrementOp() ? 1 : -1;
  const auto *Op = dyn_cast_or_null<CompoundAssignOperator>(Inc);
  if (!Op ||
      (Op->getOpcode() != BO_AddAssign && Op->getOpcode() != BO_SubAssign) ||
      namedBy(Op->getLHS()) != Counter)
    return std::nullopt;
  auto Number = numberOf(Op->getRHS(), Context);
  if (!Number || !llvm::isInt<32>(*Number))
    return std::nullopt;
  return Op->getOpcode() == BO_AddAssign ? *Number : -*Number;
}

bool AstTripCount::goesOn(int64_t Value) const {
  return fold(Test, Value, Limit).orElse(0);
}

std::optional<AstTripCount> countingLoop(const ForStmt &Loop,
                                         ASTContext &Context) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  const auto *Var = Init && Init->isSingleDecl()
                        ? dyn_cast<VarDecl>(Init->getSingleDecl())
                        : nullptr;
  const auto *Test = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
  if (!Var || !Var->hasLocalStorage() ||
      !Var->getType()->isIntegralOrEnumerationType() || !Test ||
      !(Test->isRelationalOp() || Test->getOpcode() == BO_NE) ||
      namedBy(Test->getLHS()) != Var)
    return std::nullopt;
  auto First = numberOf(Var->getInit(), Context),
       Limit = numberOf(Test->getRHS(), Context),
       Step = stepOf(Loop.getInc(), Var, Context);
  if (!First || !Limit || !Step || !llvm::isInt<32>(*First))
    return std::nullopt;
  return AstTripCount{Var, *First, *Step, *Limit, Test->getOpcode()};
}

/// \p S does no more with \p Counter than to read it.
static bool onlyReads(const Stmt *S, const VarDecl *Counter) {
  if (!S)
    return true;
  if (isa<LambdaExpr, LabelStmt, AsmStmt>(S))
    return false;
  if (const auto *Read = dyn_cast<ImplicitCastExpr>(S);
      Read && Read->getCastKind() == CK_LValueToRValue &&
      namedBy(Read->getSubExpr()) == Counter)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != Counter;
  return llvm::all_of(S->children(), [&](const Stmt *Part) {
    return onlyReads(Part, Counter);
  });
}

bool runsOneIteration(const ForStmt &Loop, ASTContext &Context) {
  auto Counted = countingLoop(Loop, Context);
  return Counted && Counted->goesOn(Counted->First) &&
         !Counted->goesOn(Counted->First + Counted->Step) &&
         (Counted->Step >= 0 ||
          Counted->Counter->getType()->isSignedIntegerType()) &&
         onlyReads(Loop.getBody(), Counted->Counter);
}

} // namespace warplint
