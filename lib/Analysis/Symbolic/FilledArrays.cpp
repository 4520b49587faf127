//===--- FilledArrays.cpp - Loops that assign all of an array -------------===//
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

using namespace clang;

namespace warplint {

/// Counts from 0 by one: as many rounds as the limit says.
static bool countsRounds(const CountingLoop &Loop) {
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
};

/// How a statement of a round assigns the round's element.
struct Assigned {
  const Expr *Array = nullptr;
  llvm::SmallVector<const Stmt *, 2> Sites; ///< Of the store and the load.
  bool ReadsOld = false;
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

/// \p Type is an array of as many elements as \p Loop has rounds, or a class
/// that holds such an array and nothing else.
static bool hasElementForEach(QualType Type, const CountingLoop &Loop,
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

/// The array of \p Loop's extent of which \p To is the element of the round.
static const Expr *elementOfRound(const Expr *To, const CountingLoop &Loop,
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

static Assigned assignedBy(const Stmt &S, const CountingLoop &Loop,
                           ASTContext &Context) {
  Assigned Found;
  const auto *E = dyn_cast<Expr>(&S);
  if (!E)
    return Found;
  E = E->IgnoreImplicit();
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Equal) {
    Found.Array = elementOfRound(Call->getArg(0), Loop, Context);
    return Found;
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->isIncrementDecrementOp()) {
    Found.Array = elementOfRound(Op->getSubExpr(), Loop, Context);
    Found.ReadsOld = true;
    Found.Sites = {Op};
    return Found;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || !Op->isAssignmentOp())
    return Found;
  Found.Array = elementOfRound(Op->getLHS(), Loop, Context);
  Found.ReadsOld = Op->isCompoundAssignmentOp();
  Found.Sites = {Op->isCompoundAssignmentOp() ? static_cast<const Stmt *>(Op)
                                              : Op->getLHS()};
  // `row[k] = row[k] + pitch`, whose right side reads first.
  const Expr *From = Op->getRHS()->IgnoreParenImpCasts();
  if (const auto *Sum = dyn_cast<BinaryOperator>(From);
      Op->getOpcode() == BO_Assign && Sum && Sum->isAdditiveOp())
    if (const auto *Read = dyn_cast<ImplicitCastExpr>(Sum->getLHS());
        Read && Read->getCastKind() == CK_LValueToRValue) {
      const Expr *Old = elementOfRound(Read->getSubExpr(), Loop, Context);
      if (Old && Found.Array && isa<ArraySubscriptExpr>(Op->getLHS()) &&
          arrayIn(Old).Of == arrayIn(Found.Array).Of &&
          arrayIn(Old).Member == arrayIn(Found.Array).Member) {
        Found.ReadsOld = true;
        Found.Sites.push_back(Read);
      }
    }
  return Found;
}

/// All rounds of the loop run to their end, count by one, and name the array
/// \p Most times at most.
static bool runsThrough(const Stmt *S, const CountingLoop &Loop,
                        const NamedArray &Array, unsigned &Most) {
  if (!S)
    return true;
  auto Names = [&Most] { return Most && Most--; };
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt, LambdaExpr,
          AsmStmt>(S))
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
    bool OfObject = Array.InThis ? isa<CXXThisExpr>(Base)
                                 : Array.Member && namedBy(Base) == Array.Of;
    if (Field && OfObject)
      return Field != Array.Member || Names();
  }
  if (isa<CXXThisExpr>(S))
    return !Array.InThis;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != Array.Of || (!Array.Member && Names());
  const Expr *Changed = nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    Changed = Op->getLHS();
  else if (const auto *Op = dyn_cast<UnaryOperator>(S);
           Op && (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf))
    Changed = Op->getSubExpr();
  return namedBy(Changed) != Loop.Counter &&
         llvm::all_of(S->children(), [&](const Stmt *Part) {
           return runsThrough(Part, Loop, Array, Most);
         });
}

static void appendParts(const Stmt *S, llvm::DenseSet<const Stmt *> &To) {
  if (!S || !To.insert(S).second)
    return;
  for (const Stmt *Part : S->children())
    appendParts(Part, To);
}

void FilledArrays::readLoop(const ForStmt &For) {
  auto Loop = countingLoop(For, Context);
  if (!Loop || !countsRounds(*Loop))
    return;
  llvm::SmallVector<const Stmt *, 4> Parts{For.getBody()};
  if (const auto *Block = dyn_cast<CompoundStmt>(For.getBody()))
    Parts.assign(Block->body_begin(), Block->body_end());
  for (const Stmt *Part : Parts) {
    Assigned To = assignedBy(*Part, *Loop, Context);
    unsigned Most = std::max<unsigned>(1, To.Sites.size());
    if (!To.Array || !runsThrough(For.getBody(), *Loop, arrayIn(To.Array), Most))
      continue;
    FilledLoop &Found = Loops.emplace_back();
    Found.Array = To.Array;
    Found.Counter = Loop->Counter;
    Found.Limit = Loop->Limit;
    Found.ReadsOld = To.ReadsOld;
    appendParts(For.getBody(), Found.Inside);
    ByInit[For.getInit()] = &Found;
    Arrays.insert(To.Array);
    for (const Stmt *Site : To.Sites)
      BySite[Site] = &Found;
  }
}

void FilledArrays::readLoops(const Stmt *S) {
  if (!S)
    return;
  if (const auto *For = dyn_cast<ForStmt>(S))
    readLoop(*For);
  for (const Stmt *Part : S->children())
    readLoops(Part);
}

const FilledLoop *FilledArrays::filledBehind(const Stmt &Init,
                                             const Stmt *Body) {
  if (Bodies.insert(Body).second)
    readLoops(Body);
  return ByInit.lookup(&Init);
}

} // namespace warplint
