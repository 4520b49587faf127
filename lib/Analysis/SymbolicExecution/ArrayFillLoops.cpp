//===--- ArrayFillLoops.cpp - Loops that assign whole arrays --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/ArrayFillLoops.h"
#include "Analysis/KernelIR/AstTripCounts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// Counts from 0 by one: as many iterations as the limit says.
static bool countsIterations(const AstTripCount &Loop) {
  return Loop.First == 0 && Loop.Step == 1 &&
         (Loop.Test == BO_LT || Loop.Test == BO_NE);
}

namespace {

/// A local variable, or a member of one or of `*this`.
struct NamedArray {
  const ValueDecl *Of = nullptr;
  const FieldDecl *Member = nullptr;
  bool InThis = false;

  explicit operator bool() const { return Of || InThis; }
  bool operator==(const NamedArray &R) const {
    return Of == R.Of && Member == R.Member && InThis == R.InThis;
  }
};

/// How a statement of an iteration assigns the iteration's element.
struct Assigned {
  const Expr *Array = nullptr;
  const Stmt *Store = nullptr; ///< Null: by an operator of the element's class.
  const Expr *Value = nullptr; ///< Computed before the store; null for `++`.
  const Stmt *OldRead = nullptr; ///< If the statement itself reads the element.
};

} // namespace

/// What \p Array names; nothing if it is not named so.
static NamedArray arrayIn(const Expr *Array) {
  NamedArray Found;
  Array = Array->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Array)) {
    Found.Member = dyn_cast<FieldDecl>(Member->getMemberDecl());
    Array = Member->getBase()->IgnoreParenImpCasts();
    if (!Found.Member || Found.Member->getType()->isReferenceType())
      return {};
    if (isa<CXXThisExpr>(Array)) {
      Found.InThis = true;
      return Found;
    }
    if (Member->isArrow())
      return {};
  }
  const auto *Var = dyn_cast_or_null<VarDecl>(namedBy(Array));
  if (Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType())
    Found.Of = Var;
  return Found;
}

/// \p Type is an array of as many elements as \p Loop has iterations, or a
/// class that holds such an array and nothing else.
static bool hasElementForEach(QualType Type, const AstTripCount &Loop,
                              ASTContext &Context) {
  if (const auto *Class = Type->getAsCXXRecordDecl()) {
    if (!Class->hasDefinition() || Class->isUnion() || Class->getNumBases() ||
        std::distance(Class->field_begin(), Class->field_end()) != 1)
      return false;
    Type = Class->field_begin()->getType();
  }
  const auto *Array = Context.getAsConstantArrayType(Type);
  return Array && Array->getSize() == uint64_t(Loop.Limit);
}

/// The array, with one element per iteration of \p Loop, of which \p To is the
/// element indexed by the counter; null if \p To is anything else.
static const Expr *elementOfIteration(const Expr *To, const AstTripCount &Loop,
                                      ASTContext &Context) {
  To = To->IgnoreParens();
  const Expr *Array = nullptr, *Index = nullptr;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(To)) {
    Array = Element->getBase()->IgnoreParenImpCasts();
    Index = Element->getIdx();
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(To);
             Call && Call->getOperator() == OO_Subscript &&
             Call->getNumArgs() == 2) {
    Array = Call->getArg(0)->IgnoreParenImpCasts();
    Index = Call->getArg(1);
  }
  return Array && namedBy(Index) == Loop.Counter &&
                 hasElementForEach(Array->getType(), Loop, Context) &&
                 arrayIn(Array)
             ? Array
             : nullptr;
}

static Assigned assignedBy(const Stmt &S, const AstTripCount &Loop,
                           ASTContext &Context) {
  auto ElementAt = [&](const Expr *To) {
    return elementOfIteration(To, Loop, Context);
  };
  const auto *E = dyn_cast<Expr>(&S);
  E = E ? E->IgnoreImplicit() : nullptr;
  if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Equal)
    return {ElementAt(Call->getArg(0)), nullptr, Call->getArg(1), nullptr};
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(E);
      Op && Op->isIncrementDecrementOp())
    return {ElementAt(Op->getSubExpr()), Op, nullptr, Op};
  const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
  if (!Op || !Op->isAssignmentOp())
    return {};
  const Stmt *Changes = Op->isCompoundAssignmentOp() ? Op : nullptr;
  return {ElementAt(Op->getLHS()), Changes ? Changes : Op->getLHS(),
          Op->getRHS(), Changes};
}

/// \p S runs to its end, does not change the counter of \p Loop, and does no
/// more with \p Array than to read the iteration's element, at \p Reads.
static bool onlyReads(const Stmt *S, const AstTripCount &Loop,
                      const NamedArray &Array, ASTContext &Context,
                      llvm::SmallVectorImpl<const Stmt *> &Reads) {
  if (!S)
    return true;
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt, LambdaExpr,
          AsmStmt>(S))
    return false;
  if (const auto *Read = dyn_cast<ImplicitCastExpr>(S);
      Read && Read->getCastKind() == CK_LValueToRValue)
    if (const Expr *Of = elementOfIteration(Read->getSubExpr(), Loop, Context);
        Of && arrayIn(Of) == Array) {
      Reads.push_back(Read);
      return true;
    }
  if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
    bool OfObject = Array.InThis ? isa<CXXThisExpr>(Base)
                                 : Array.Member && namedBy(Base) == Array.Of;
    if (Field && OfObject)
      return Field != Array.Member;
  }
  if (isa<CXXThisExpr>(S))
    return !Array.InThis;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != Array.Of;
  const Expr *Changed = nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    Changed = Op->getLHS();
  else if (const auto *Op = dyn_cast<UnaryOperator>(S);
           Op && (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf))
    Changed = Op->getSubExpr();
  return namedBy(Changed) != Loop.Counter &&
         llvm::all_of(S->children(), [&](const Stmt *Part) {
           return onlyReads(Part, Loop, Array, Context, Reads);
         });
}

static void appendParts(const Stmt *S, llvm::DenseSet<const Stmt *> &To) {
  if (!S || !To.insert(S).second)
    return;
  for (const Stmt *Part : S->children())
    appendParts(Part, To);
}

void ArrayFillLoops::readLoop(const ForStmt &For) {
  auto Loop = countingLoop(For, Context);
  if (!Loop || !countsIterations(*Loop))
    return;
  llvm::SmallVector<const Stmt *, 4> Parts{For.getBody()};
  if (const auto *Block = dyn_cast<CompoundStmt>(For.getBody()))
    Parts.assign(Block->body_begin(), Block->body_end());
  for (size_t I = 0; I < Parts.size(); ++I) {
    Assigned To = assignedBy(*Parts[I], *Loop, Context);
    if (!To.Array)
      continue;
    const NamedArray Array = arrayIn(To.Array);
    llvm::SmallVector<const Stmt *, 2> StoredAt, Old, New;
    if (To.OldRead)
      Old.push_back(To.OldRead);
    bool Fits = true;
    for (size_t J = 0; Fits && J < Parts.size(); ++J) {
      Assigned Here =
          J >= I ? assignedBy(*Parts[J], *Loop, Context) : Assigned();
      bool Assigns = Here.Array && arrayIn(Here.Array) == Array;
      Fits = onlyReads(Assigns ? Here.Value : Parts[J], *Loop, Array, Context,
                       J > I ? New : Old);
      if (Assigns && Here.Store)
        StoredAt.push_back(Here.Store);
    }
    if (!Fits)
      continue;
    ArrayFillLoop &Found = Loops.emplace_back();
    Found.Array = To.Array;
    Found.Counter = Loop->Counter;
    Found.Limit = Loop->Limit;
    Found.ReadsOld = !Old.empty();
    appendParts(For.getBody(), Found.Inside);
    ByInit[For.getInit()].push_back(&Found);
    Arrays.insert(To.Array);
    for (const Stmt *Read : Old)
      OldReads[Read] = &Found;
    for (const Stmt *Site : StoredAt)
      Stores[Site] = &Found;
  }
}

void ArrayFillLoops::readLoops(const Stmt *S) {
  if (!S)
    return;
  if (const auto *For = dyn_cast<ForStmt>(S))
    readLoop(*For);
  for (const Stmt *Part : S->children())
    readLoops(Part);
}

llvm::ArrayRef<const ArrayFillLoop *>
ArrayFillLoops::filledBehind(const Stmt &Init, const Stmt *Body) {
  if (Bodies.insert(Body).second)
    readLoops(Body);
  auto Found = ByInit.find(&Init);
  return Found == ByInit.end() ? llvm::ArrayRef<const ArrayFillLoop *>()
                               : Found->second;
}

} // namespace warplint
