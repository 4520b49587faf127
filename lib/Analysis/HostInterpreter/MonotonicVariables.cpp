//===--- MonotonicVariables.cpp - Variables monotonic in a loop -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/MonotonicVariables.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::host {

namespace {

/// How a loop changes an integer variable.
struct Trend {
  bool Grows = false, Shrinks = false;
  bool Scales = false; ///< By factors: so only where it is not below 0.
  bool IsOpen = false; ///< Otherwise, too.
};

/// Finds the trends of all variables that a statement names.
class TrendReader {
public:
  explicit TrendReader(const ASTContext &Context) : Context(Context) {}

  void read(const Stmt &Loop) {
    llvm::SmallVector<const Stmt *, 32> Work{&Loop};
    while (!Work.empty()) {
      const Stmt *S = Work.pop_back_val();
      if (!S)
        continue;
      note(*S);
      if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
        Work.push_back(Lambda->getBody());
      llvm::append_range(Work, llvm::reverse(llvm::to_vector(S->children())));
    }
    for (const DeclRefExpr *Ref : Refs)
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        Of[Var].IsOpen |= !Known.count(Ref);
  }

  llvm::MapVector<const VarDecl *, Trend> Of;

private:
  void note(const Stmt &S) {
    const auto *Op = dyn_cast<UnaryOperator>(&S);
    const auto *Assigned = dyn_cast<CompoundAssignOperator>(&S);
    const auto *Cast = dyn_cast<ImplicitCastExpr>(&S);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
      Refs.push_back(Ref);
    else if (Cast && Cast->getCastKind() == CK_LValueToRValue)
      named(Cast->getSubExpr());
    else if (Op && Op->isIncrementDecrementOp())
      step(*Op->getSubExpr(), Op->isIncrementOp(), false);
    else if (Assigned)
      assigned(*Assigned);
  }
  const VarDecl *named(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    if (Ref)
      Known.insert(Ref);
    return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  }
  void step(const Expr &Place, bool Up, bool Scales) {
    if (const VarDecl *Var = named(&Place)) {
      (Up ? Of[Var].Grows : Of[Var].Shrinks) = true;
      Of[Var].Scales |= Scales;
    }
  }
  void assigned(const CompoundAssignOperator &Op) {
    Expr::EvalResult By;
    if (Op.getRHS()->isValueDependent() ||
        !Op.getRHS()->getType()->isIntegerType() ||
        !Op.getRHS()->EvaluateAsInt(By, Context))
      return;
    llvm::APSInt Value = By.Val.getInt();
    BinaryOperatorKind Kind = Op.getOpcode();
    bool Adds = Kind == BO_AddAssign || Kind == BO_SubAssign,
         Shifts = Kind == BO_ShlAssign || Kind == BO_ShrAssign,
         Up = Kind == BO_AddAssign || Kind == BO_MulAssign ||
              Kind == BO_ShlAssign;
    if ((!Adds && !Shifts && Kind != BO_MulAssign && Kind != BO_DivAssign) ||
        Value < int64_t(!Adds && !Shifts))
      return;
    step(*Op.getLHS(), Up, !Adds);
  }

  const ASTContext &Context;
  llvm::SmallVector<const DeclRefExpr *, 32> Refs;
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Known;
};

} // namespace

std::vector<MonotonicVariable> monotonicVariablesIn(const Stmt &Loop,
                                                    const ASTContext &Context) {
  TrendReader Reader(Context);
  Reader.read(Loop);
  std::vector<MonotonicVariable> Result;
  for (const auto &[Var, Is] : Reader.Of)
    if (Is.Grows != Is.Shrinks && !Is.IsOpen && Var->hasLocalStorage() &&
        Var->getType()->isIntegerType())
      Result.push_back({Var, Is.Grows, Is.Scales});
  return Result;
}

} // namespace warplint::host
