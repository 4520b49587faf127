//===--- HostPointers.cpp - Pointers to variables and their parts ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"

using namespace clang;

namespace warplint::host {

const VarDecl *namedVariable(const Expr &E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParenCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const Expr *addressedBy(const Expr &E) {
  const auto *Op = dyn_cast<UnaryOperator>(E.IgnoreParenCasts());
  return Op && Op->getOpcode() == UO_AddrOf ? Op->getSubExpr() : nullptr;
}

const DeclRefExpr *nameIn(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      return nullptr;
    E = Member->getBase()->IgnoreParenImpCasts();
  }
  return dyn_cast<DeclRefExpr>(E);
}

/// \p E is the same part of the same variable wherever control reaches it.
static bool isFixedPart(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow() || !isa<FieldDecl>(Member->getMemberDecl()))
        return false;
      E = Member->getBase();
    } else if (Element && arrayOf(*Element) &&
               isa<IntegerLiteral>(Element->getIdx()->IgnoreParenCasts())) {
      E = arrayOf(*Element);
    } else {
      break;
    }
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() &&
         (!Var->getType()->isReferenceType() || partNamedBy(*Var));
}

const Expr *partNamedBy(const VarDecl &Var) {
  const Expr *Part = Var.getType()->isLValueReferenceType() &&
                             Var.isLocalVarDecl() && !Var.isStaticLocal()
                         ? Var.getInit()
                         : nullptr;
  return Part && !Part->getType().isNull() && !isa<ExprWithCleanups>(Part) &&
                 isFixedPart(Part)
             ? Part
             : nullptr;
}

const Expr *partNamedBy(const Expr &E) {
  const VarDecl *Var = namedVariable(E);
  return Var ? partNamedBy(*Var) : nullptr;
}

QualType HostValue::pointedType() const {
  QualType Type = Pointee->getType().getNonReferenceType();
  for (size_t Index : Path) {
    if (const ArrayType *Array = Type->getAsArrayTypeUnsafe()) {
      Type = Array->getElementType();
      continue;
    }
    const RecordDecl *Record = Type->getAsRecordDecl();
    if (!Record || Index >= size_t(std::distance(Record->field_begin(),
                                                 Record->field_end())))
      return {};
    Type = std::next(Record->field_begin(), ptrdiff_t(Index))->getType();
  }
  return Type;
}

const HostValue *pointedTo(const HostValue &Pointer, const HostPathState &In) {
  auto Known = In.Known.find(Pointer.Pointee);
  if (Pointer.K != HostValue::Kind::Pointer || Known == In.Known.end())
    return nullptr;
  const HostValue *Part = &Known->second;
  for (size_t Index : Pointer.Path) {
    if (Index >= Part->Parts.size())
      return nullptr;
    Part = &Part->Parts[Index];
  }
  return Part;
}

/// The value of \p Pointer, if it points to a variable, or a part of one, of
/// its type; not to an array of which it means an element.
std::optional<HostValue> HostInterpreter::followed(const Expr &Pointer,
                                                   const State &In) {
  HostValue V = value(&Pointer, In);
  if (V.K != HostValue::Kind::Pointer)
    return std::nullopt;
  QualType To = V.pointedType();
  return !To.isNull() && Context.hasSameUnqualifiedType(
                             Pointer.getType()->getPointeeType(), To)
             ? std::optional(std::move(V))
             : std::nullopt;
}

/// What is known of what \p To, the value of \p E, points to.
HostValue HostInterpreter::at(const HostValue &To, const Expr &E,
                              const State &In) {
  if (To.Path.empty())
    return variable(*To.Pointee, E, In);
  const HostValue *Known = pointedTo(To, In);
  return Known ? *Known : HostValue();
}

/// The address of \p Object, a part of a variable; Unknown if it is none.
HostValue HostInterpreter::addressOf(const Expr &Object, const State &In) {
  auto Part = placeOf(&Object, In);
  if (!Part || !Part->Exact || !Part->Unions.empty() ||
      Part->Var->getType()->isReferenceType() || isSyntheticThis(*Part->Var))
    return {};
  HostValue Result = HostValue::pointer(*Part->Var);
  Result.Path.append(Part->Path.begin(), Part->Path.end());
  QualType Type = Result.pointedType();
  return !Type.isNull() &&
                 Context.hasSameUnqualifiedType(Object.getType(), Type)
             ? Result
             : HostValue();
}

} // namespace warplint::host
