//===--- ParameterModRef.cpp - What host functions do to objects ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint::host {

/// Finds what a body does to one object, the referent of a parameter or the
/// object of the method, by its syntax.
class HostInterpreter::HandlingReader {
public:
  /// \p Object is null for that of the method.
  HandlingReader(HostInterpreter &Run, const ParmVarDecl *Object)
      : Run(Run), Object(Object) {}

  Handling read(const Stmt *Body) {
    visit(Body);
    return std::move(Result);
  }

private:
  bool isObjectPointer(const Expr *E) const {
    return !Object && isa<CXXThisExpr>(E->IgnoreParenImpCasts());
  }

  /// The outermost field by which the glvalue \p E is a part of the object,
  /// null for all of it; nothing if it is no part.
  std::optional<const FieldDecl *> partOf(const Expr *E) const {
    const FieldDecl *Outermost = nullptr;
    for (;;) {
      E = E->IgnoreParens();
      const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      const auto *Op = dyn_cast<UnaryOperator>(E);
      if (const auto *Member = dyn_cast<MemberExpr>(E)) {
        const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
        if (!Field)
          return std::nullopt;
        Outermost = Field;
        if (Member->isArrow())
          return isObjectPointer(Member->getBase()) ? std::optional(Outermost)
                                                    : std::nullopt;
        E = Member->getBase();
      } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
                 Element && arrayOf(*Element)) {
        E = arrayOf(*Element);
      } else if (Cast && (Cast->getCastKind() == CK_NoOp ||
                          Cast->getCastKind() == CK_UncheckedDerivedToBase)) {
        E = Cast->getSubExpr();
      } else if (Op && Op->getOpcode() == UO_Deref &&
                 isObjectPointer(Op->getSubExpr())) {
        return Outermost;
      } else {
        const auto *Ref = dyn_cast<DeclRefExpr>(E);
        return Ref && Object && Ref->getDecl() == Object
                   ? std::optional(Outermost)
                   : std::nullopt;
      }
    }
  }

  /// The numbers of elements in \p Part, a part of the object.
  void visitIndices(const Stmt *Part) {
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Part)) {
      visit(Element->getIdx());
      visitIndices(Element->getBase());
    } else if (isa<MemberExpr, CastExpr, ParenExpr>(Part)) {
      for (const Stmt *Child : Part->children())
        visitIndices(Child);
    }
  }

  void change(const FieldDecl *Field) {
    if (Field)
      Result.Fields.insert(Field);
    else
      Result.ChangesAll = true;
  }

  /// \p Inner is done with the part through \p Field.
  void take(const Handling &Inner, const FieldDecl *Field) {
    Result.Leaks |= Inner.Leaks;
    if (Field && Inner.changes())
      Result.Fields.insert(Field);
    if (Field)
      return;
    Result.ChangesAll |= Inner.ChangesAll;
    Result.Fields.insert(Inner.Fields.begin(), Inner.Fields.end());
  }

  /// \p E goes where it is only read.
  void visitRead(const Expr *E) {
    if (partOf(E))
      visitIndices(E);
    else
      visit(E);
  }

  void visitObject(const Expr *E, const CXXMethodDecl *Method) {
    auto Part = isObjectPointer(E) ? std::optional<const FieldDecl *>(nullptr)
                : E->getType()->isPointerType() ? std::nullopt
                                                : partOf(E);
    if (!Part)
      return visit(E);
    if (!isObjectPointer(E))
      visitIndices(E);
    if (!Method)
      Result.Leaks = true;
    else if (Method->isTrivial() && (Method->isCopyAssignmentOperator() ||
                                     Method->isMoveAssignmentOperator()))
      change(*Part);
    else if (!Method->isConst())
      take(Run.modRefOf(*Method, nullptr), *Part);
  }

  void visitCall(const CallExpr &Call) {
    const FunctionDecl *Callee = calleeOf(Call);
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    unsigned First = 0;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
      visitObject(Member->getImplicitObjectArgument(), Method);
    } else if (isa<CXXOperatorCallExpr>(Call) && Method) {
      visitObject(Call.getArg(0), Method);
      First = 1;
    } else {
      visit(Call.getCallee());
    }
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Call))
      visit(Launch->getConfig());
    bool IsApi = Callee && lookupHostApi(*Callee);
    for (unsigned I = First; I < Call.getNumArgs(); ++I) {
      const Expr *Argument = Call.getArg(I);
      const ParmVarDecl *Parameter =
          Callee && I - First < Callee->getNumParams()
              ? Callee->getParamDecl(I - First)
              : nullptr;
      const Expr *Of = IsApi ? addressedBy(*Argument) : nullptr;
      auto Given = Of ? partOf(Of) : std::nullopt;
      auto Part = partOf(Argument);
      if (Given) {
        change(*Given); // It keeps no address.
        visitIndices(Of);
      } else if (Part && Parameter && Parameter->getType()->isReferenceType()) {
        visitIndices(Argument);
        if (allowsChange(Parameter->getType()))
          take(Run.modRefOf(*Callee, Parameter), *Part);
      } else {
        visit(Argument);
      }
    }
  }

  /// The part of the object whose address \p E is; null if it is none.
  const Expr *partPointedTo(const Expr *E) const {
    for (E = E->IgnoreParens(); isa<CastExpr>(E);) {
      const auto *Cast = cast<CastExpr>(E);
      E = Cast->getSubExpr()->IgnoreParens();
      if (Cast->getCastKind() == CK_ArrayToPointerDecay)
        return partOf(E) ? E : nullptr;
    }
    const Expr *Of = addressedBy(*E);
    return Of && partOf(Of) ? Of : nullptr;
  }

  /// \p S reads some part of the object.
  bool reads(const Stmt *S) const {
    const auto *E = dyn_cast_or_null<Expr>(S);
    return E && (partOf(E) ||
                 llvm::any_of(E->children(),
                              [&](const Stmt *Part) { return reads(Part); }));
  }

  /// What is set to \p E stays in the object.
  void visitKept(const Expr *E) {
    if (const Expr *Kept = E ? partPointedTo(E) : nullptr)
      visitIndices(Kept);
    else
      visit(E);
  }

  void visit(const Stmt *S) {
    if (!S || Result.Leaks || isa<UnaryExprOrTypeTraitExpr>(S))
      return;
    const auto *Return = dyn_cast<ReturnStmt>(S);
    const Expr *Given = Return ? Return->getRetValue() : nullptr;
    // Nothing is changed through such a pointer.
    if (Given && Given->getType()->isPointerType() &&
        Given->getType()->getPointeeType().isConstQualified())
      return visitKept(Given);
    const auto *Binary = dyn_cast<BinaryOperator>(S);
    const auto *Unary = dyn_cast<UnaryOperator>(S);
    const auto *Cast = dyn_cast<CastExpr>(S);
    const Expr *Changed = Binary && Binary->isAssignmentOp() ? Binary->getLHS()
                          : Unary && Unary->isIncrementDecrementOp()
                              ? Unary->getSubExpr()
                              : nullptr;
    auto Part = Changed ? partOf(Changed) : std::nullopt;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      visitCall(*Call);
    } else if (const auto *Made = dyn_cast<CXXConstructExpr>(S)) {
      for (unsigned I = 0; I < Made->getNumArgs(); ++I)
        if (I < Made->getConstructor()->getNumParams() &&
            allowsChange(Made->getConstructor()->getParamDecl(I)->getType()))
          visit(Made->getArg(I));
        else
          visitRead(Made->getArg(I));
    } else if (Part) {
      change(*Part);
      visitIndices(Changed);
      visitKept(Binary ? Binary->getRHS() : nullptr);
    } else if (Changed && reads(Changed)) {
      // Through a pointer in it, which may lead to another part.
      Result.ChangesAll = true;
      for (const Stmt *Child : S->children())
        visit(Child);
    } else if (Cast && Cast->getCastKind() == CK_LValueToRValue) {
      visitRead(Cast->getSubExpr());
    } else {
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      Result.Leaks |=
          Object ? Ref && Ref->getDecl() == Object : isa<CXXThisExpr>(S);
      for (const Stmt *Child : S->children())
        visit(Child);
    }
  }

  HostInterpreter &Run;
  const ParmVarDecl *Object;
  Handling Result;
};

HostInterpreter::Handling HostInterpreter::modRefOf(const FunctionDecl &F,
                                                    const ParmVarDecl *Object) {
  Handling Unseen;
  Unseen.Leaks = Unseen.ChangesAll = true;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const FunctionDecl *Callee = &F;
  // In a lambda `this` is the object of the enclosing method.
  bool IsOther = Method && (Method->isVirtual() ||
                            (Method->getParent()->isLambda() && !Object));
  if (IsOther || !bodyOf(Callee))
    return Unseen;
  if (Object)
    Object = Callee->getParamDecl(Object->getFunctionScopeIndex());
  // Of what calls itself nothing is known while it is looked at.
  auto [Known, New] = Handlings.try_emplace({Callee, Object}, Unseen);
  if (!New)
    return Known->second;
  Handling Seen = HandlingReader(*this, Object).read(Callee->getBody());
  return Handlings[{Callee, Object}] = std::move(Seen);
}

/// What \p E, the object or an argument of a call, may be after the call.
void HostInterpreter::forgetHandled(const Expr &E, const Handling &Of,
                                    State &In) {
  if (!Of.changes())
    return;
  noteChange(In);
  const VarDecl *Var = objectVariable(E, In);
  if (!Var && !E.getType()->isPointerType()) {
    store(&E, HostValue(), In);
    return;
  }
  if (!Var) {
    // One of another class.
    value(&E, In).forEachPointee([&](const VarDecl &To) { escape(To, In); });
    return;
  }
  if (Of.ChangesAll || isSyntheticThis(*Var))
    return forget(*Var, In);
  HostValue &Known = In.Known[Var];
  const CXXRecordDecl *Class =
      Var->getType().getNonReferenceType()->getAsCXXRecordDecl();
  for (const FieldDecl *Field : Of.Fields) {
    bool IsOwn = Class && Field->getParent()->getCanonicalDecl() ==
                              Class->getCanonicalDecl();
    size_t Index = IsOwn ? Field->getFieldIndex() : 0;
    if (IsOwn && Index < Known.Parts.size())
      Known.Parts[Index] = unknownOf(Field->getType());
    // One of a base.
    size_t First = Class ? placeOfBase(*Class, 0) : 0;
    if (!IsOwn && First < Known.Parts.size())
      Known.Parts.resize(First);
  }
}

} // namespace warplint::host
