//===--- AssertedLaunchBounds.cpp - Launches that a kernel says it is for -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/AssertedLaunchBounds.h"
#include "CudaModel/Collectives.h"
#include "CudaModel/SyncApi.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include <set>

using namespace clang;

namespace warplint::launches {

namespace {

/// Reads the statements of a kernel that all threads reach.
class StatementReader {
public:
  StatementReader(ASTContext &Context, const SyncModel &Model)
      : Context(Context), Model(Model) {}

  void read(const Stmt *S);

  LaunchExtents Found;

private:
  void readExpression(const Expr &E);
  void readIf(const IfStmt &If);
  void holds(const Expr *Condition, bool Truth);
  void areEqual(const Expr &Extent, const Expr &Number);
  bool endsLaunch(const Stmt *S) const;
  bool doesNothing(const Stmt *S) const;

  ASTContext &Context;
  const SyncModel &Model;
  /// Nothing has been done yet that another thread could notice.
  bool Opening = true;
};

} // namespace

/// \p Extent is what the model knows as one, \p Number a constant.
void StatementReader::areEqual(const Expr &Extent, const Expr &Number) {
  const Expr *Named = Extent.IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Named))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->getType().isConstQualified() && Var->hasInit())
      Named = Var->getInit()->IgnoreParenImpCasts();
  std::optional<Identity> Asked = Model.identityOf(*Named);
  if (!Asked || Number.isInstantiationDependent())
    return;
  Expr::EvalResult Value;
  if (!Number.EvaluateAsInt(Value, Context))
    return;
  uint32_t Known = Value.Val.getInt().isNegative()
                       ? 0
                       : Value.Val.getInt().getLimitedValue(UINT32_MAX);
  if (Asked->Kind == IdentityKind::BlockDim)
    Found.Block[Asked->Axis] = Known;
  else if (Asked->Kind == IdentityKind::GridDim)
    Found.Grid[Asked->Axis] = Known;
}

/// \p Condition is \p Truth in all launches that matter.
void StatementReader::holds(const Expr *Condition, bool Truth) {
  Condition = Condition->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Condition)) {
    if (Cast->getType()->isBooleanType())
      holds(Cast->getSubExpr(), Truth);
    return;
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(Condition)) {
    if (Not->getOpcode() == UO_LNot)
      holds(Not->getSubExpr(), !Truth);
    return;
  }
  const auto *Op = dyn_cast<BinaryOperator>(Condition);
  if (!Op)
    return;
  if (Op->getOpcode() == (Truth ? BO_LAnd : BO_LOr)) {
    holds(Op->getLHS(), Truth);
    holds(Op->getRHS(), Truth);
  } else if (Op->getOpcode() == (Truth ? BO_EQ : BO_NE)) {
    areEqual(*Op->getLHS(), *Op->getRHS());
    areEqual(*Op->getRHS(), *Op->getLHS());
  }
}

/// The last thing that \p S does is to end the launch with an error.
bool StatementReader::endsLaunch(const Stmt *S) const {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  if (!S)
    return false;
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return llvm::any_of(Model.classify(*Asm), [](const SyncOp &Op) {
      return Op.Kind == SyncKind::Exit && Op.Scope == Scope::Grid &&
             !Op.Predicated;
    });
  const auto *E = dyn_cast<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenCasts()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  std::optional<SyncOp> Op = Model.classify(*Call);
  return Op ? Op->Kind == SyncKind::Exit && Op->Scope == Scope::Grid
            : isFailedAssertion(*Callee) || Callee->isNoReturn();
}

/// \p S leaves the kernel and at most prints before.
bool StatementReader::doesNothing(const Stmt *S) const {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return !Block->body_empty() && isa<ReturnStmt>(Block->body_back()) &&
           llvm::all_of(Block->body(), [](const Stmt *Part) {
             const auto *Call = dyn_cast<CallExpr>(Part);
             return isa<ReturnStmt>(Part) ||
                    (Call && Call->getBuiltinCallee() == Builtin::BIprintf);
           });
  return isa<ReturnStmt>(S);
}

void StatementReader::readIf(const IfStmt &If) {
  const Stmt *Then = If.getThen();
  if (!If.getElse() && !If.hasInitStorage() && !If.hasVarStorage() &&
      (endsLaunch(Then) || (Opening && doesNothing(Then))))
    holds(If.getCond(), false);
  else
    Opening = false;
}

void StatementReader::readExpression(const Expr &E) {
  const Expr *Whole = E.IgnoreParenCasts();
  if (const auto *Call = dyn_cast<CallExpr>(Whole);
      Call && Call->getBuiltinCallee() == Builtin::BI__builtin_assume)
    return holds(Call->getArg(0), true);
  const auto *Choice = dyn_cast<ConditionalOperator>(Whole);
  if (Choice && endsLaunch(Choice->getFalseExpr()))
    holds(Choice->getCond(), true);
  else if (Choice && endsLaunch(Choice->getTrueExpr()))
    holds(Choice->getCond(), false);
  else if (E.HasSideEffects(Context))
    Opening = false;
}

void StatementReader::read(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : Block->body())
      read(Part);
  } else if (const auto *Noted = dyn_cast<AttributedStmt>(S)) {
    for (const Attr *Note : Noted->getAttrs())
      if (const auto *Assumed = dyn_cast<CXXAssumeAttr>(Note))
        holds(Assumed->getAssumption(), true);
    if (!isa<NullStmt>(Noted->getSubStmt()))
      read(Noted->getSubStmt());
  } else if (const auto *Once = dyn_cast<DoStmt>(S)) {
    // `do { ... } while (0)` of a macro.
    bool Again = true;
    if (!Once->getCond()->isInstantiationDependent() &&
        Once->getCond()->EvaluateAsBooleanCondition(Again, Context) && !Again)
      read(Once->getBody());
    else
      Opening = false;
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    readIf(*If);
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    readExpression(*E);
  } else if (const auto *Variables = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Variables->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        Opening &= !Var->getInit() || !Var->getInit()->HasSideEffects(Context);
  } else if (!isa<NullStmt>(S)) {
    Opening = false;
  }
}

/// The blocks that collectives which \p S makes are for.
static void collectBlocks(const Stmt *S,
                          std::set<std::array<uint32_t, 3>> &Blocks) {
  if (!S)
    return;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    if (auto Block = blockOf(*Made->getConstructor()->getParent()))
      Blocks.insert(*Block);
  for (const Stmt *Part : S->children())
    collectBlocks(Part, Blocks);
}

LaunchExtents assertedExtents(const FunctionDecl &Kernel,
                              const SyncModel &Model) {
  StatementReader Reader(Kernel.getASTContext(), Model);
  const Stmt *Body = Kernel.getBody();
  if (!Body)
    return Reader.Found;
  Reader.read(Body);
  std::set<std::array<uint32_t, 3>> Blocks;
  collectBlocks(Body, Blocks);
  if (Blocks.size() != 1)
    return Reader.Found;
  LaunchExtents OfCollectives;
  OfCollectives.Block = *Blocks.begin();
  return Reader.Found.orElse(OfCollectives);
}

} // namespace warplint::launches
