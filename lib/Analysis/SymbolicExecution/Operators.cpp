//===--- Operators.cpp - Terms of operators and conversions ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/RecordOffsets.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "clang/AST/ExprCXX.h"
#include <utility>

using namespace clang;

namespace warplint {

const Term *Evaluation::computeUnary(const UnaryOperator &Op) {
  const Expr *Sub = Op.getSubExpr();
  const Term *Operand = evaluate(Sub);
  if (Op.isIncrementDecrementOp()) {
    const Term *Old = load(Operand, &Op, Sub->getType());
    const Term *Step = Arena.constant(Op.isIncrementOp() ? 1 : -1);
    QualType Type = Sub->getType();
    const Term *New =
        Type->isPointerType()
            ? Arena.element(Old, Step,
                            Code.context()
                                .getTypeSizeInChars(Type->getPointeeType())
                                .getQuantity())
        : Type->isIntegerType() ? Arena.binary(BO_Add, Old, Step)
                                : Arena.opaque(In, &Op, {Old}, Scope::System);
    store(Operand, New, &Op, Type);
    return Op.isPrefix() ? Operand : Old;
  }
  switch (Op.getOpcode()) {
  case UO_Deref:
    // What an unknown pointer points at is its element 0, as p[0] spells it.
    return Arena.element(
        Operand, Arena.constant(0),
        Op.getType()->isIncompleteType()
            ? 1
            : Code.context().getTypeSizeInChars(Op.getType()).getQuantity());
  case UO_AddrOf:
  case UO_Extension:
  case UO_Plus:
    return Operand;
  case UO_Minus:
  case UO_Not:
  case UO_LNot:
    if (Sub->getType()->isFloatingType() && Op.getOpcode() == UO_Minus)
      return Arena.opaque(In, &Op, {Operand}, Scope::System);
    if (Op.getOpcode() == UO_Not && Op.getType()->isUnsignedIntegerType())
      return Arena.narrow(Arena.unary(UO_Not, Operand),
                          Code.context().getIntWidth(Op.getType()), false);
    return Arena.unary(Op.getOpcode(), Operand);
  default:
    return computeUnknown(&Op);
  }
}

/// The signed value of \p T, an unsigned 64-bit number that is too large for a
/// signed one. Programs use such numbers for "none" or "unlimited" and compare
/// with them.
static std::optional<int64_t> hugeNumber(const Term *T) {
  const auto *Kept = dyn_cast<NarrowTerm>(T);
  const auto *Number = Kept ? dyn_cast<ConstantTerm>(Kept->of()) : nullptr;
  return Number && Kept->bits() == 64 && !Kept->isSigned() &&
                 Number->value() < 0
             ? std::optional(Number->value())
             : std::nullopt;
}

/// How \p Op compares \p L and \p R, one of them huge; nothing if the other may
/// be as well.
static std::optional<bool> compareHuge(BinaryOperatorKind Op, const Term *L,
                                       const Term *R, TermArena &Arena) {
  if (!BinaryOperator::isComparisonOp(Op) || Op == BO_Cmp)
    return std::nullopt;
  auto Left = hugeNumber(L), Right = hugeNumber(R);
  auto IsLess = [&](const Term *T) {
    TermArena::Range Of = Arena.rangeOf(T);
    return Of.Min && *Of.Min >= 0;
  };
  if ((!Left && !IsLess(L)) || (!Right && !IsLess(R)))
    return std::nullopt;
  if (!Left || !Right) {
    // What is not huge is less, and differs.
    bool LeftIsLess = !Left;
    return Op == BO_NE || (LeftIsLess ? Op == BO_LT || Op == BO_LE
                                      : Op == BO_GT || Op == BO_GE);
  }
  // They stand in the same order with a sign.
  return *fold(Op, *Left, *Right) != 0;
}

const Term *Evaluation::arithmetic(const Expr &At, BinaryOperatorKind Op,
                                   const Expr *LHS, const Term *L,
                                   const Term *R) {
  QualType Type = LHS->getType();
  if (Type->isPointerType() && (Op == BO_Add || Op == BO_Sub) &&
      At.getType()->isPointerType()) {
    int64_t Size =
        Code.context().getTypeSizeInChars(Type->getPointeeType()).getQuantity();
    if (auto Huge = hugeNumber(R)) // Addresses wrap around.
      R = Arena.constant(*Huge);
    const Term *Step = Op == BO_Add ? R : Arena.unary(UO_Minus, R);
    return Arena.element(L, Step, Size);
  }
  bool MattersHowLarge = BinaryOperator::isComparisonOp(Op) || Op == BO_Div ||
                         Op == BO_Rem || Op == BO_Shr;
  if (MattersHowLarge && (hugeNumber(L) || hugeNumber(R))) {
    auto Known = compareHuge(Op, L, R, Arena);
    return Known ? Arena.constant(*Known)
                 : Arena.opaque(In, &At, {L, R}, Scope::System);
  }
  // Sums wrap around: to add the largest number takes one away.
  auto InSum = [&](const Term *T) {
    auto Huge = Op == BO_Add || Op == BO_Sub || Op == BO_Mul ? hugeNumber(T)
                                                             : std::nullopt;
    return Huge ? Arena.constant(*Huge) : T;
  };
  L = InSum(L);
  R = InSum(R);
  // Terms are mathematical integers; an unsigned operand may have wrapped.
  auto MayWrap = [&](const Term *T) {
    TermArena::Range R = Arena.rangeOf(T);
    return R.Min && *R.Min < 0;
  };
  if (BinaryOperator::isComparisonOp(Op) && Type->isUnsignedIntegerType() &&
      (MayWrap(L) || MayWrap(R))) {
    unsigned Bits = Code.context().getIntWidth(Type);
    if (Bits >= 64)
      return Arena.opaque(In, &At, {L, R}, Scope::System);
    L = MayWrap(L) ? Arena.narrow(L, Bits, false) : L;
    R = MayWrap(R) ? Arena.narrow(R, Bits, false) : R;
  }
  if (BinaryOperator::isComparisonOp(Op) || BinaryOperator::isLogicalOp(Op))
    return Arena.binary(Op, L, R);
  if (At.getType()->isIntegralOrEnumerationType() &&
      Type->isIntegralOrEnumerationType()) {
    // What comes from memory may be a negative number seen as unsigned; what
    // has wrapped around is one.
    if ((Op == BO_Rem || Op == BO_Div || Op == BO_Shr) &&
        Type->isUnsignedIntegerType() &&
        (isa<LoadTerm>(L) || numberOf(L).value_or(0) < 0))
      L = Arena.narrow(L, Code.context().getIntWidth(Type), false);
    return Arena.binary(Op, L, R);
  }
  return Arena.opaque(In, &At, {L, R}, Scope::System);
}

/// A chain of one operator, `a && b && c`, from the left. Where it decides a
/// branch, control has come through the branches that the chains before it are,
/// and their values are there.
const Term *Evaluation::computeLogical(const BinaryOperator &Op) {
  bool AtBranch = std::exchange(DecidesBranch, false);
  BinaryOperatorKind Kind = Op.getOpcode();
  llvm::SmallVector<const BinaryOperator *, 8> Chain{&Op};
  const Term *Value = nullptr;
  while (!Value) {
    const Expr *Left = Chain.back()->getLHS();
    const auto *Before = dyn_cast<BinaryOperator>(Left->IgnoreParens());
    if (!Before || Before->getOpcode() != Kind)
      Value = evaluate(Left);
    else if (AtBranch && Conditions.count({In->id(), Left}))
      Value = Values.lookup({In->id(), Left});
    if (!Value)
      Chain.push_back(Before);
  }
  for (const BinaryOperator *Part : llvm::reverse(Chain)) {
    const auto *Known = dyn_cast<ConstantTerm>(Value);
    Value = Known && (Known->value() != 0) == (Kind == BO_LOr)
                ? Arena.constant(Kind == BO_LOr)
                : Arena.binary(Kind, Value, evaluate(Part->getRHS()));
    Values[{In->id(), Part}] = Value;
  }
  return Value;
}

const Term *Evaluation::computeBinary(const BinaryOperator &Op) {
  const Expr *LHS = Op.getLHS(), *RHS = Op.getRHS();
  if (Op.getOpcode() == BO_Comma)
    return evaluate(RHS);
  if (Op.isLogicalOp())
    return computeLogical(Op);
  const Term *R = evaluate(RHS);
  const Term *L = evaluate(LHS);
  if (Op.getOpcode() == BO_Assign) {
    store(L, R, LHS, LHS->getType(), RHS);
    return L;
  }
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(&Op)) {
    const Term *Old = load(L, &Op, LHS->getType());
    auto Plain = BinaryOperator::getOpForCompoundAssignment(Op.getOpcode());
    bool Integral =
        LHS->getType()->isIntegralOrEnumerationType() &&
        Compound->getComputationResultType()->isIntegralOrEnumerationType();
    const Term *New = Integral || LHS->getType()->isPointerType()
                          ? arithmetic(Op, Plain, LHS, Old, R)
                          : Arena.opaque(In, &Op, {Old, R}, Scope::System);
    store(L, New, &Op, LHS->getType());
    return L;
  }
  if (RHS->getType()->isPointerType() && Op.getOpcode() == BO_Add)
    return arithmetic(Op, BO_Add, RHS, R, L);
  return arithmetic(Op, Op.getOpcode(), LHS, L, R);
}

/// The base of \p Object that lies \p Bytes behind its start, or the object of
/// such a base. What a thread owns is kept field by field, whatever class
/// declares the field, and has no bytes.
const Term *Evaluation::seenAs(const Term *Object, std::optional<int64_t> Bytes,
                               const Expr &As) {
  const Term *Root = rootOf(Object);
  if (Bytes == 0 || isThreadOwned(Object) || isa<ConstantTerm>(Object) ||
      (isa<ParameterTerm>(Root) &&
       !cast<ParameterTerm>(Root)->decl()->getType()->isPointerType()))
    return Object;
  return Bytes ? Arena.baseAt(Object, *Bytes)
               : Arena.opaque(In, &As, {Object}, Scope::System);
}

/// \p Object, a \p Class, as its base \p Of.
const Term *Evaluation::asBase(const Term *Object, const RecordDecl *Class,
                               const RecordDecl *Of, const Expr &Site) {
  const auto *Derived = dyn_cast_or_null<CXXRecordDecl>(Class);
  const auto *Base = dyn_cast_or_null<CXXRecordDecl>(Of);
  return Derived && Base && Derived->hasDefinition() &&
                 Derived->isDerivedFrom(Base)
             ? seenAs(Object, offsetOfBase(*Derived, *Base, Code.context()),
                      Site)
             : Object;
}

/// The member \p Field, which may be inherited, of \p Object, a \p Class.
const Term *Evaluation::memberOf(const Term *Object, const RecordDecl *Class,
                                 const FieldDecl *Field, const Expr &Site) {
  return Arena.fieldOf(asBase(Object, Class, Field->getParent(), Site), Field);
}

const Term *Evaluation::computeCast(const CastExpr &Cast) {
  const Expr *Sub = Cast.getSubExpr();
  switch (Cast.getCastKind()) {
  case CK_LValueToRValue: {
    if (const auto &I = Code.identityOf(*Sub->IgnoreParens()))
      if (I->Kind != IdentityKind::Opaque)
        return Arena.identity(*I);
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub->IgnoreParens());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && Var->getType().isConstQualified())
      if (const Term *Value = constantTermOf(&Cast))
        return Value;
    return load(evaluate(Sub), &Cast, Sub->getType());
  }
  case CK_IntegralCast: {
    const Term *Value = evaluate(Sub);
    const ASTContext &Context = Code.context();
    if (auto Huge = hugeNumber(Value))
      Value = Arena.constant(*Huge);
    uint64_t From = Context.getIntWidth(Sub->getType()),
             To = Context.getIntWidth(Cast.getType());
    // A negative constant turns into a large unsigned one.
    const auto *Number = dyn_cast<ConstantTerm>(Value);
    if (To >= From && Number && Number->value() < 0 &&
        Cast.getType()->isUnsignedIntegerOrEnumerationType())
      return To < 64
                 ? Arena.constant(Number->value() & int64_t(llvm::maxUIntN(To)))
                 : Arena.narrow(Number, 64, false);
    if (To >= From)
      return Value;
    return Arena.narrow(Value, To,
                        Cast.getType()->isSignedIntegerOrEnumerationType());
  }
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean: {
    const Term *Value = evaluate(Sub);
    if (isThreadOwned(Value) || isa<VariableTerm>(Value))
      return Arena.constant(1);
    return Arena.binary(BO_NE, Value, Arena.constant(0));
  }
  case CK_ArrayToPointerDecay: {
    const auto *Array = Code.context().getAsArrayType(Sub->getType());
    return Arena.elementOf(evaluate(Sub), Arena.constant(0),
                           Code.context()
                               .getTypeSizeInChars(Array->getElementType())
                               .getQuantity());
  }
  case CK_NullToPointer:
    return Arena.constant(0);
  case CK_IntegralToPointer:
    return pointerFrom(evaluate(Sub), Arena, Code.context());
  case CK_ToVoid:
    evaluate(Sub);
    return Arena.undefined();
  case CK_FloatingToBoolean:
  case CK_FloatingToIntegral:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
    return Arena.opaque(In, &Cast, {evaluate(Sub)}, Scope::System);
  default:
    // Qualification, pointer representation: the same place or value, seen as
    // another type.
    return seenAs(evaluate(Sub), bytesMovedBy(Cast, Code.context()), Cast);
  }
}

} // namespace warplint
