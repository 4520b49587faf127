//===--- WrittenParameters.cpp --------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/WrittenParameters.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace warplint::host {

namespace {

/// Whether a function only reads what a parameter, a pointer, points to.
class OnlyReader : public syntax::TreeVisitor {
public:
  explicit OnlyReader(const ParmVarDecl &P) : P(P) {}

  Traversal enter(Stmt &S) override {
    const auto *Op = dyn_cast<BinaryOperator>(&S);
    const auto *Cast = dyn_cast<ImplicitCastExpr>(&S);
    if (Op && Op->isComparisonOp())
      compare(*Op);
    else if (Cast && isRead(*Cast))
      read(*Cast->getSubExpr());
    else if (!Cast || !isTestOfPointer(*Cast))
      return Traversal::Into;
    return Traversal::Beside;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    Leaves |= Ref->getDecl() == &P;
    return true;
  }
  bool Leaves = false;

private:
  /// Whether the pointer is null, or where it points, says nothing to others.
  void compare(const BinaryOperator &Op) {
    for (const Expr *Side : {Op.getLHS(), Op.getRHS()})
      if (!isPointer(Side))
        TraverseStmt(Side);
  }
  bool isTestOfPointer(const ImplicitCastExpr &Cast) const {
    return Cast.getCastKind() == CK_PointerToBoolean &&
           isPointer(Cast.getSubExpr());
  }

  /// An object that is looked at as one that does not change is read, too.
  static bool isRead(const ImplicitCastExpr &Cast) {
    return Cast.getCastKind() == CK_LValueToRValue ||
           (Cast.getCastKind() == CK_NoOp && Cast.isGLValue() &&
            Cast.getType().isConstQualified());
  }
  /// \p Of, of which only the value is asked for: of elements only their
  /// numbers are left to look at.
  void read(const Expr &Of) {
    const Expr *E = Of.IgnoreParens();
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      TraverseStmt(Choice->getCond());
      read(*Choice->getTrueExpr());
      read(*Choice->getFalseExpr());
      return;
    }
    const Expr *Read = elementOf(E);
    if (const auto *Element = dyn_cast_or_null<ArraySubscriptExpr>(Read))
      TraverseStmt(Element->getIdx());
    else if (!Read)
      TraverseStmt(E);
  }

  /// \p E, if it is `p[i]`, `*p` or a field of these.
  const Expr *elementOf(const Expr *E) const {
    E = E->IgnoreParens();
    while (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow())
        return isPointer(Member->getBase()) ? E : nullptr;
      E = Member->getBase()->IgnoreParens();
    }
    const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    const auto *Op = dyn_cast<UnaryOperator>(E);
    const Expr *Base = Element                             ? Element->getBase()
                       : Op && Op->getOpcode() == UO_Deref ? Op->getSubExpr()
                                                           : nullptr;
    return Base && isPointer(Base) ? E : nullptr;
  }
  bool isPointer(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == &P;
  }

  const ParmVarDecl &P;
};

} // namespace

bool mayBeWritten(const FunctionDecl &F, unsigned I) {
  const ParmVarDecl &P = *F.getParamDecl(I);
  QualType T = P.getType();
  if (!T->isPointerType() || T->getPointeeType().isConstQualified() ||
      T->getPointeeType()->isFunctionType())
    return false;
  OnlyReader Reader(P);
  Stmt *Body = F.isDependentContext() ? nullptr : F.getBody();
  if (Body)
    Reader.TraverseStmt(Body);
  return !Body || Reader.Leaves;
}

} // namespace warplint::host
