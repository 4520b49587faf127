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
        Cast && Cast->getCastKind() == CK_LValueToRValue) {
      if (const ArraySubscriptExpr *Element = elementIn(Cast->getSubExpr()))
        return visit(Element->getIdx());
      if (isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
        return;
    }
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

  /// Whether \p Array is written, by the owners of its elements alone.
  bool isOwn(const VarDecl *Array) const {
    auto Written = Indices.find(Array);
    return !HasRows && Written != Indices.end() && !Other.contains(Array) &&
           llvm::none_of(Written->second, [&](const VarDecl *Index) {
             return Index && Other.contains(Index);
           });
  }

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
    const Expr *Place = Element.getIdx()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(Place);
    const auto *Index = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Index && Index->hasLocalStorage() && Index->getInit())
      Place = Index->getInit()->IgnoreParenImpCasts();
    auto Who = Model.identityOf(*Place);
    if (Who && Who->Kind == IdentityKind::ThreadIdx && Who->Axis == 0)
      Indices[arrayIn(Element)].push_back(Index);
    else
      Other.insert(arrayIn(Element));
    visit(Element.getIdx());
  }

  const SyncModel &Model;
  /// By array that is written at the thread's own place: the variables that
  /// hold the place, null for `threadIdx.x` itself. Looked up only.
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<const VarDecl *, 2>>
      Indices;
  /// Arrays and variables that are used otherwise than by that and by reads.
  llvm::DenseSet<const ValueDecl *> Other;
  bool HasRows = false; ///< The body asks for y or z of threads.
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
    for (const Decl *Each : Body->decls())
      if (const auto *Var = dyn_cast<VarDecl>(Each); Var && Uses.isOwn(Var))
        Arrays.insert(Var);
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
