//===--- OwnSlots.cpp - Elements that only one thread writes --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/OwnSlots.h"
#include "Analysis/Expr/Term.h"
#include "CudaModel/SyncApi.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint {

namespace {

/// The uses of `__shared__` arrays in one body.
class ArrayUses {
public:
  explicit ArrayUses(const SyncModel &Model) : Model(Model) {}

  void visit(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
        Cast && Cast->getCastKind() == CK_LValueToRValue)
      if (const ArraySubscriptExpr *Element = elementIn(Cast->getSubExpr()))
        return visit(Element->getIdx());
    if (const auto *Op = dyn_cast<BinaryOperator>(S);
        Op && Op->isAssignmentOp() && elementIn(Op->getLHS())) {
      write(*elementIn(Op->getLHS()));
      return visit(Op->getRHS());
    }
    if (const auto *Op = dyn_cast<UnaryOperator>(S);
        Op && Op->isIncrementDecrementOp() && elementIn(Op->getSubExpr()))
      return write(*elementIn(Op->getSubExpr()));
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Other.insert(Ref->getDecl());
    // In several rows of threads each row has a writer of the element.
    if (const auto *E = dyn_cast<Expr>(S))
      if (auto Who = Model.identityOf(*E);
          Who && Who->Kind == IdentityKind::ThreadIdx && Who->Axis > 0)
        HasRows = true;
    for (const Stmt *Child : S->children())
      visit(Child);
  }

  /// Arrays with a write at the thread's own place.
  llvm::DenseSet<const VarDecl *> Own;
  /// What is used in another way.
  llvm::DenseSet<const ValueDecl *> Other;
  bool HasRows = false; ///< The body asks for y or z of threads.

private:
  static const VarDecl *arrayIn(const ArraySubscriptExpr &Element) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Element.getBase()->IgnoreParenImpCasts());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && Var->hasAttr<CUDASharedAttr>() && Var->isStaticLocal() &&
                   Var->getType()->isConstantArrayType()
               ? Var
               : nullptr;
  }

  /// The element of such an array of which \p Place is a member, or that it is.
  static const ArraySubscriptExpr *elementIn(const Expr *Place) {
    Place = Place->IgnoreParens();
    while (const auto *Member = dyn_cast<MemberExpr>(Place)) {
      if (Member->isArrow() || !isa<FieldDecl>(Member->getMemberDecl()))
        return nullptr;
      Place = Member->getBase()->IgnoreParens();
    }
    const auto *Element = dyn_cast<ArraySubscriptExpr>(Place);
    return Element && arrayIn(*Element) &&
                   !Place->getType().isVolatileQualified()
               ? Element
               : nullptr;
  }

  void write(const ArraySubscriptExpr &Element) {
    auto Who = Model.identityOf(*Element.getIdx()->IgnoreParenImpCasts());
    bool IsOwn = Who && Who->Kind == IdentityKind::ThreadIdx && Who->Axis == 0;
    if (IsOwn)
      Own.insert(arrayIn(Element));
    else
      Other.insert(arrayIn(Element));
    visit(Element.getIdx());
  }

  const SyncModel &Model;
};

} // namespace

bool OwnSlots::isWrittenByOwners(const VarDecl &Array) {
  const auto *In =
      dyn_cast_or_null<FunctionDecl>(Array.getParentFunctionOrMethod());
  const FunctionDecl *Body = nullptr;
  if (!In || !In->hasBody(Body))
    return false;
  if (Read.insert(Body).second) {
    ArrayUses Uses(Model);
    Uses.visit(Body->getBody());
    for (const VarDecl *Each : Uses.Own)
      if (!Uses.Other.contains(Each) && !Uses.HasRows)
        Arrays.insert(Each);
  }
  return Arrays.contains(&Array);
}

const VarDecl *OwnSlots::arrayOf(const Term *Address) {
  while (const auto *Part = dyn_cast<SubobjectTerm>(Address)) {
    const VarDecl *Array = variableAt(Part->base());
    const auto *Element = dyn_cast<ElementTerm>(Part);
    const auto *Who =
        Element ? dyn_cast<IdentityTerm>(Element->index()) : nullptr;
    if (Array)
      return Who && Who->identity() == IdentityKind::ThreadIdx &&
                     Who->axis() == 0 && Array->isStaticLocal() &&
                     isWrittenByOwners(*Array)
                 ? Array
                 : nullptr;
    Address = Part->base();
  }
  return nullptr;
}

} // namespace warplint
