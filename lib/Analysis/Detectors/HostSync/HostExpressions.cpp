//===--- HostExpressions.cpp - What pointers and handles of the host are --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

/// Without casts and temporaries, but not through a read of a variable.
static const Expr *strip(const Expr *E) {
  for (;;) {
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bind->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
      E = Default->getExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
      E = Default->getExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(E);
             Cast && Cast->getCastKind() != CK_LValueToRValue &&
             Cast->getCastKind() != CK_ArrayToPointerDecay)
      E = Cast->getSubExpr();
    else
      return E;
  }
}

std::optional<int64_t> HostOrder::constant(const Expr *E) const {
  Expr::EvalResult Result;
  if (!E || E->isInstantiationDependent() ||
      !E->EvaluateAsRValue(Result, Code.context()))
    return std::nullopt;
  if (Result.Val.isInt())
    return Result.Val.getInt().isRepresentableByInt64()
               ? std::optional(Result.Val.getInt().getExtValue())
               : std::nullopt;
  if (Result.Val.isLValue() && !Result.Val.getLValueBase())
    return Result.Val.getLValueOffset().getQuantity();
  return std::nullopt;
}

HostDatum HostOrder::load(const HostDatum &From, const HostState &Now) {
  if (From.K != Kind::Address)
    return {};
  auto Found = Now.Data.find(From.Id);
  return Found == Now.Data.end() ? HostDatum() : Found->second;
}

HostDatum HostOrder::locateVariable(const VarDecl &Var, const HostState &Now) {
  if (memorySpaceOf(Var) == MemorySpace::Managed)
    return {Kind::Memory, memoryOf(Var), true};
  HostDatum Own{Kind::Address, Places.variable(Var), true};
  return Var.getType()->isReferenceType() ? load(Own, Now) : Own;
}

HostDatum HostOrder::value(const Frame &In, const Expr *E,
                           const HostState &Now) {
  E = strip(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    HostDatum Place = locate(In, Cast->getSubExpr(), Now);
    if (Cast->getCastKind() == CK_LValueToRValue)
      return load(Place, Now);
    return Place; // An array's address is that of its first element.
  }
  if (E->isGLValue())
    return E->getType()->isArrayType() ? locate(In, E, Now) : HostDatum();
  if (isa<CallExpr, CXXConstructExpr, CXXNewExpr>(E))
    return In.Results.lookup(E);
  if (isa<CXXThisExpr>(E))
    return In.This;
  if (isa<IntegerLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
          GNUNullExpr>(E) ||
      (isa<DeclRefExpr>(E) &&
       isa<EnumConstantDecl>(cast<DeclRefExpr>(E)->getDecl()))) {
    auto Number = constant(E);
    return Number ? HostDatum::number(*Number) : HostDatum();
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_AddrOf)
      return locate(In, Op->getSubExpr(), Now);
    auto Number = Op->getOpcode() == UO_LNot ? number(In, Op->getSubExpr(), Now)
                                             : std::nullopt;
    return Number ? HostDatum::number(*Number == 0) : HostDatum();
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_Comma)
      return value(In, Op->getRHS(), Now);
    if (!Op->isAdditiveOp() || !Op->getType()->isPointerType())
      return combined(In, *Op, Now);
    const Expr *Pointer =
        Op->getLHS()->getType()->isPointerType() ? Op->getLHS() : Op->getRHS();
    HostDatum Base = value(In, Pointer, Now);
    if (Base.K != Kind::Memory)
      return {};
    const Expr *Offset = Pointer == Op->getLHS() ? Op->getRHS() : Op->getLHS();
    Base.AtStart &= number(In, Offset, Now) == 0;
    return Base;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    HostDatum L = value(In, Choice->getTrueExpr(), Now);
    return L == value(In, Choice->getFalseExpr(), Now) ? L : HostDatum();
  }
  return {};
}

std::optional<int64_t> HostOrder::number(const Frame &In, const Expr *E,
                                         const HostState &Now) {
  if (auto Constant = constant(E))
    return Constant;
  HostDatum V =
      E->isGLValue() ? load(locate(In, E, Now), Now) : value(In, E, Now);
  if (V.K == Kind::Number)
    return V.Number;
  // A pointer or handle that a call has made is not null.
  bool IsTested =
      E->getType()->isPointerType() || E->getType()->isBooleanType();
  return IsTested && V.K != Kind::Unknown ? std::optional<int64_t>(1)
                                          : std::nullopt;
}

/// Of numbers, and comparisons of handles and pointers.
HostDatum HostOrder::combined(const Frame &In, const BinaryOperator &Op,
                              const HostState &Now) {
  HostDatum L = value(In, Op.getLHS(), Now), R = value(In, Op.getRHS(), Now);
  bool Equals = Op.getOpcode() == BO_EQ, Differs = Op.getOpcode() == BO_NE;
  if ((Equals || Differs) && L.K != Kind::Unknown && R.K != Kind::Unknown &&
      (L.K != Kind::Number || R.K != Kind::Number)) {
    // Of other pointers only the object is known, and two may be one.
    bool IsHandle = L.K == R.K && (L.K == Kind::Stream || L.K == Kind::Event);
    bool IsNull = L.K == Kind::Number || R.K == Kind::Number;
    if (!IsHandle && !IsNull)
      return {};
    return HostDatum::number((L == R) == Equals);
  }
  if (L.K != Kind::Number || R.K != Kind::Number)
    return {};
  switch (Op.getOpcode()) {
  case BO_EQ:
    return HostDatum::number(L.Number == R.Number);
  case BO_NE:
    return HostDatum::number(L.Number != R.Number);
  case BO_LT:
    return HostDatum::number(L.Number < R.Number);
  case BO_LE:
    return HostDatum::number(L.Number <= R.Number);
  case BO_GT:
    return HostDatum::number(L.Number > R.Number);
  case BO_GE:
    return HostDatum::number(L.Number >= R.Number);
  case BO_And:
    return HostDatum::number(L.Number & R.Number);
  case BO_Or:
    return HostDatum::number(L.Number | R.Number);
  case BO_LAnd:
    return HostDatum::number(L.Number && R.Number);
  case BO_LOr:
    return HostDatum::number(L.Number || R.Number);
  default:
    return {};
  }
}

HostDatum HostOrder::locate(const Frame &In, const Expr *E,
                            const HostState &Now) {
  E = strip(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var ? locateVariable(*Var, Now) : HostDatum();
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return {};
    HostDatum Base = Member->isArrow() ? value(In, Member->getBase(), Now)
                                       : locate(In, Member->getBase(), Now);
    if (Base.K == Kind::Address) {
      HostDatum Part{Kind::Address, Places.member(Base.Id, *Field), true};
      return Field->getType()->isReferenceType() ? load(Part, Now) : Part;
    }
    return Base.K == Kind::Memory ? Base : HostDatum();
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    HostDatum Base = value(In, Element->getBase(), Now);
    auto Index = number(In, Element->getIdx(), Now);
    if (Base.K == Kind::Memory) {
      Base.AtStart &= Index && *Index == 0;
      return Base;
    }
    if (Base.K == Kind::Address && Index)
      return {Kind::Address, Places.element(Base.Id, *Index), true};
    return {};
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref)
    return value(In, Op->getSubExpr(), Now);
  if (isa<CallExpr, CXXConstructExpr>(E))
    return In.Results.lookup(E);
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && (Op->isAssignmentOp() || Op->getOpcode() == BO_Comma))
    return locate(In, Op->isAssignmentOp() ? Op->getLHS() : Op->getRHS(), Now);
  return {};
}

unsigned HostOrder::streamOf(const Frame &In, const Expr *E,
                             const HostState &Now) {
  if (!E)
    return defaultStream();
  E = strip(E);
  auto Constant = constant(E);
  HostDatum Handle =
      Constant ? HostDatum::number(*Constant) : value(In, E, Now);
  if (Handle.K == Kind::Stream)
    return Handle.Id;
  if (Handle.K != Kind::Number)
    return UnknownStream;
  return Handle.Number == 0                       ? defaultStream()
         : Handle.Number == LegacyStreamHandle    ? LegacyStream
         : Handle.Number == PerThreadStreamHandle ? PerThreadStream
                                                  : UnknownStream;
}

unsigned HostOrder::defaultStream() const {
  return Code.context().getLangOpts().GPUDefaultStream ==
                 LangOptions::GPUDefaultStreamKind::PerThread
             ? PerThreadStream
             : LegacyStream;
}

} // namespace warplint::hostsync
