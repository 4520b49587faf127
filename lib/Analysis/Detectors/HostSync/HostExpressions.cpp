//===--- HostExpressions.cpp - What pointers and handles of the host are --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "Analysis/Expr/NumberOperators.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/HostLibrary.h"
#include "CudaModel/MemorySpace.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

/// Without casts and temporaries, but not through a read of a variable.
static const Expr *strip(const Expr *E) {
  const Expr *Inner = wrappedBy(*E);
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
    Inner = Rewritten->getSemanticForm();
  else if (const auto *Cast = dyn_cast<CastExpr>(E);
           Cast && Cast->getCastKind() != CK_LValueToRValue &&
           Cast->getCastKind() != CK_ArrayToPointerDecay)
    Inner = Cast->getSubExpr();
  return Inner ? strip(Inner) : E;
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

HostDatum HostOrder::load(const HostDatum &From, const HostState &Now) const {
  if (From.K != Kind::Address)
    return {};
  if (auto Found = Now.Data.find(From.Id); Found != Now.Data.end())
    return Found->second;
  return Exposed.count(From.Id) ? HostDatum() : HostDatum{Kind::Same, From.Id};
}

HostDatum HostOrder::passed(const Frame &In, const Expr *E,
                            const HostState &Now) {
  if (!E->isGLValue())
    return value(In, E, Now);
  HostDatum At = locate(In, E, Now);
  bool IsObject = E->getType()->isRecordType() && !isIterator(E->getType());
  return IsObject || E->getType().isVolatileQualified() ? At : load(At, Now);
}

/// In a lambda, \p Var, or the object if it is null, is a member of the
/// closure.
std::optional<HostDatum> HostOrder::captured(const Frame &In,
                                             const ValueDecl *Var,
                                             const HostState &Now) {
  const auto *Method = dyn_cast<CXXMethodDecl>(In.Function);
  if (!Method || !Method->getParent()->isLambda())
    return std::nullopt;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  FieldDecl *This = nullptr;
  Method->getParent()->getCaptureFields(Fields, This);
  const FieldDecl *Field = Var ? Fields.lookup(Var) : This;
  if (!Field || In.This.K != Kind::Address)
    return Field ? std::optional(HostDatum()) : std::nullopt;
  HostDatum At{Kind::Address, Places.member(In.This.Id, *Field)};
  HostDatum Holds =
      Field->getType()->isReferenceType() || !Var ? load(At, Now) : At;
  return Holds.isKnown() ? Holds : HostDatum();
}

HostDatum HostOrder::callable(const FunctionDecl &F) {
  const FunctionDecl *Body = &F;
  F.hasBody(Body);
  auto Known = llvm::find(Callables, Body);
  if (Known == Callables.end())
    Known = Callables.insert(Known, Body);
  return {Kind::Callable, unsigned(Known - Callables.begin())};
}

/// \p Count elements behind \p Pointer; nothing: any number.
HostDatum HostOrder::shifted(HostDatum Pointer, std::optional<int64_t> Count) {
  if (Pointer.K == Kind::Memory) {
    Pointer.AtStart &= Count == 0;
    return Pointer;
  }
  auto Place = Pointer.K == Kind::Address && Count
                   ? Places.shifted(Pointer.Id, *Count)
                   : std::nullopt;
  return Place ? HostDatum{Kind::Address, *Place} : HostDatum();
}

HostDatum HostOrder::locateVariable(const VarDecl &Var, const HostState &Now) {
  if (memorySpaceOf(Var) == MemorySpace::Managed)
    return {Kind::Memory, memoryOf(Var), true};
  HostDatum Own{Kind::Address, Places.variable(Var), true};
  if (!Var.getType()->isReferenceType())
    return Own;
  HostDatum To = load(Own, Now);
  return To.isKnown() ? To : HostDatum();
}

HostDatum HostOrder::value(const Frame &In, const Expr *E,
                           const HostState &Now) {
  E = strip(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    HostDatum Place = locate(In, Cast->getSubExpr(), Now);
    if (Cast->getCastKind() == CK_LValueToRValue) {
      QualType Type = Cast->getSubExpr()->getType();
      HostDatum Held = load(Place, Now);
      if (Type.isConstQualified() && !Held.isKnown())
        if (auto Number = constant(E))
          return HostDatum::number(*Number);
      return Type.isVolatileQualified() ? HostDatum() : Held;
    }
    // An array's address is that of its first element.
    return Place.K == Kind::Address
               ? HostDatum{Kind::Address, Places.element(Place.Id, 0)}
               : Place;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return callable(*F);
  if (E->isGLValue())
    return E->getType()->isArrayType() ? locate(In, E, Now) : HostDatum();
  if (isa<CallExpr, CXXConstructExpr, CXXNewExpr, LambdaExpr,
          CXXStdInitializerListExpr>(E)) {
    auto Found = Now.Data.find(Places.result(*E));
    return Found == Now.Data.end() ? HostDatum() : Found->second;
  }
  if (isa<CXXThisExpr>(E)) {
    auto Captured = captured(In, nullptr, Now);
    return Captured ? *Captured : In.This;
  }
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E) &&
      E->getType()->isScalarType())
    return HostDatum::number(0);
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
    if (Op->isPostfix()) {
      auto Found = Now.Data.find(Places.result(*Op));
      return Found == Now.Data.end() ? HostDatum() : Found->second;
    }
    auto Number = Op->getOpcode() == UO_LNot || Op->getOpcode() == UO_Minus
                      ? number(In, Op->getSubExpr(), Now)
                      : std::nullopt;
    if (!Number)
      return {};
    base::Checked Of = fold(Op->getOpcode(), *Number);
    return Of ? HostDatum::number(*Of) : HostDatum();
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_Comma)
      return value(In, Op->getRHS(), Now);
    if (!Op->isAdditiveOp() || !Op->getType()->isPointerType())
      return combined(In, *Op, Now);
    const Expr *Pointer =
        Op->getLHS()->getType()->isPointerType() ? Op->getLHS() : Op->getRHS();
    const Expr *Offset = Pointer == Op->getLHS() ? Op->getRHS() : Op->getLHS();
    auto Count = number(In, Offset, Now);
    if (Op->getOpcode() == BO_Sub && Count)
      Count = -*Count;
    return shifted(value(In, Pointer, Now), Count);
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    if (auto Holds = truth(In, *Choice->getCond(), Now))
      return value(In, *Holds ? Choice->getTrueExpr() : Choice->getFalseExpr(),
                   Now);
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
  return IsTested && V.isKnown() ? std::optional<int64_t>(1) : std::nullopt;
}

/// Of numbers, and comparisons of handles and pointers.
HostDatum HostOrder::combined(const Frame &In, const BinaryOperator &Op,
                              const HostState &Now) {
  HostDatum L = value(In, Op.getLHS(), Now), R = value(In, Op.getRHS(), Now);
  bool Equals = Op.getOpcode() == BO_EQ, Differs = Op.getOpcode() == BO_NE;
  if ((Equals || Differs) && L.isKnown() && R.isKnown() &&
      (L.K != Kind::Number || R.K != Kind::Number)) {
    auto LeftIn = L.K == Kind::Address ? Places.elementAt(L.Id) : std::nullopt;
    auto RightIn = R.K == Kind::Address ? Places.elementAt(R.Id) : std::nullopt;
    if (LeftIn && RightIn && LeftIn->first == RightIn->first)
      return HostDatum::number((*LeftIn == *RightIn) == Equals);
    // Of other pointers only the object is known, and two may be one.
    bool IsHandle = L.K == R.K && (L.K == Kind::Stream || L.K == Kind::Event);
    bool IsNull = L.K == Kind::Number || R.K == Kind::Number;
    if (!IsHandle && !IsNull)
      return {};
    return HostDatum::number((L == R) == Equals);
  }
  auto Is = operatorOf(Op.getOpcode());
  if (L.K != Kind::Number || R.K != Kind::Number || !Is ||
      !Op.getLHS()->getType()->isIntegralOrEnumerationType())
    return L.K == Kind::Number && R.K == Kind::Number && (Equals || Differs)
               ? HostDatum::number((L.Number == R.Number) == Equals)
               : HostDatum();
  base::Checked Result = fold(
      Is->Op, integerTypeOf(Op.getLHS()->getType(), Code.context()),
      Is->IsSwapped ? R.Number : L.Number, Is->IsSwapped ? L.Number : R.Number);
  return Result ? HostDatum::number(*Result) : HostDatum();
}

HostDatum HostOrder::locate(const Frame &In, const Expr *E,
                            const HostState &Now) {
  E = strip(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Ref->refersToEnclosingVariableOrCapture())
      if (auto Captured = captured(In, Ref->getDecl(), Now))
        return *Captured;
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
      if (!Field->getType()->isReferenceType())
        return Part;
      HostDatum To = load(Part, Now);
      return To.isKnown() ? To : HostDatum();
    }
    return Base.K == Kind::Memory ? Base : HostDatum();
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    HostDatum Base = value(In, Element->getBase(), Now);
    return shifted(Base, number(In, Element->getIdx(), Now));
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->isPrefix() && Op->isIncrementDecrementOp())
      return locate(In, Op->getSubExpr(), Now);
    HostDatum To = Op->getOpcode() == UO_Deref
                       ? value(In, Op->getSubExpr(), Now)
                       : HostDatum();
    return To.K == Kind::Memory || To.K == Kind::Address ? To : HostDatum();
  }
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, CXXStdInitializerListExpr>(
          E)) {
    auto Found = Now.Data.find(Places.result(*E));
    return Found == Now.Data.end() || !Found->second.isKnown() ? HostDatum()
                                                               : Found->second;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    auto Holds = truth(In, *Choice->getCond(), Now);
    return !Holds
               ? HostDatum()
               : locate(In,
                        *Holds ? Choice->getTrueExpr() : Choice->getFalseExpr(),
                        Now);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && (Op->isAssignmentOp() || Op->getOpcode() == BO_Comma))
    return locate(In, Op->isAssignmentOp() ? Op->getLHS() : Op->getRHS(), Now);
  return {};
}

unsigned HostOrder::streamOf(const Frame &In, const Expr *E,
                             const HostState &Now) {
  if (!E)
    return defaultStream(In);
  E = strip(E);
  auto Constant = constant(E);
  HostDatum Handle =
      Constant ? HostDatum::number(*Constant) : value(In, E, Now);
  if (Handle.K == Kind::Stream)
    return Handle.Id;
  if (Handle.K != Kind::Number)
    return UnknownStream;
  return Handle.Number == 0                       ? defaultStream(In)
         : Handle.Number == LegacyStreamHandle    ? LegacyStream
         : Handle.Number == PerThreadStreamHandle ? In.PerThread
                                                  : UnknownStream;
}

unsigned HostOrder::defaultStream(const Frame &In) const {
  return Code.context().getLangOpts().GPUDefaultStream ==
                 LangOptions::GPUDefaultStreamKind::PerThread
             ? In.PerThread
             : LegacyStream;
}

} // namespace warplint::hostsync
