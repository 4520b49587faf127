//===--- FilledArrays.cpp - Loops that fill an array anew -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/FilledArrays.h"
#include "Analysis/Symbolic/CountingLoops.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace clang;

namespace warplint {

/// Counts from 0 by one: as many rounds as the limit says.
static bool countsRounds(const CountingLoop &Loop) {
  return Loop.First == 0 && Loop.Step == 1 &&
         (Loop.Test == BO_LT || Loop.Test == BO_NE);
}

/// The variable or the member of `*this` that \p Array names; null for others.
static const ValueDecl *arrayIn(const Expr *Array) {
  if (const auto *Member = dyn_cast<MemberExpr>(Array))
    return isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
               ? Member->getMemberDecl()
               : nullptr;
  const auto *Var = dyn_cast_or_null<VarDecl>(namedBy(Array));
  return Var && Var->hasLocalStorage() ? Var : nullptr;
}

/// The array of \p Loop's extent whose element of the round \p S assigns.
static const Expr *filledBy(const Stmt &S, const CountingLoop &Loop,
                            ASTContext &Context) {
  const Expr *To = nullptr;
  const auto *E = dyn_cast<Expr>(&S);
  if (E)
    E = E->IgnoreImplicit();
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
      Op && Op->getOpcode() == BO_Assign)
    To = Op->getLHS();
  else if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
           Call && Call->getOperator() == OO_Equal)
    To = Call->getArg(0);
  const auto *Element =
      dyn_cast_or_null<ArraySubscriptExpr>(To ? To->IgnoreParens() : nullptr);
  if (!Element || namedBy(Element->getIdx()) != Loop.Counter)
    return nullptr;
  const Expr *Array = Element->getBase()->IgnoreParenImpCasts();
  const auto *Type = Context.getAsConstantArrayType(Array->getType());
  return Type && Type->getSize() == uint64_t(Loop.Limit) && arrayIn(Array)
             ? Array
             : nullptr;
}

/// Calls \p See with each part of \p S until it returns false.
static bool forEachPart(const Stmt *S,
                        llvm::function_ref<bool(const Stmt &)> See) {
  return !S || (See(*S) && llvm::all_of(S->children(), [&](const Stmt *Part) {
                  return forEachPart(Part, See);
                }));
}

/// All rounds of the loop run to their end, count by one, and name the array
/// but once.
static bool runsThrough(const Stmt *Body, const CountingLoop &Loop,
                        const Expr *Array) {
  const ValueDecl *Of = arrayIn(Array);
  unsigned Named = 0, ThisNamed = 0;
  bool OfThis = isa<MemberExpr>(Array);
  return forEachPart(Body, [&](const Stmt &S) {
    if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt,
            LambdaExpr, AsmStmt>(S))
      return false;
    if (isa<CXXThisExpr>(S))
      return !OfThis || ++ThisNamed == 1;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
      return Ref->getDecl() != Of || ++Named == 1;
    const Expr *Changed = nullptr;
    if (const auto *Op = dyn_cast<BinaryOperator>(&S);
        Op && Op->isAssignmentOp())
      Changed = Op->getLHS();
    else if (const auto *Op = dyn_cast<UnaryOperator>(&S);
             Op &&
             (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf))
      Changed = Op->getSubExpr();
    return namedBy(Changed) != Loop.Counter;
  });
}

void FilledArrays::readLoops(const Stmt *S) {
  if (!S)
    return;
  if (const auto *For = dyn_cast<ForStmt>(S))
    if (auto Loop = countingLoop(*For, Context); Loop && countsRounds(*Loop)) {
      llvm::SmallVector<const Stmt *, 4> Parts{For->getBody()};
      if (const auto *Block = dyn_cast<CompoundStmt>(For->getBody()))
        Parts.assign(Block->body_begin(), Block->body_end());
      for (const Stmt *Part : Parts)
        if (const Expr *Array = filledBy(*Part, *Loop, Context);
            Array && runsThrough(For->getBody(), *Loop, Array))
          ByInit[For->getInit()] = Array;
    }
  for (const Stmt *Part : S->children())
    readLoops(Part);
}

const Expr *FilledArrays::filledBehind(const Stmt &Init, const Stmt *Body) {
  if (Bodies.insert(Body).second)
    readLoops(Body);
  return ByInit.lookup(&Init);
}

} // namespace warplint
