//===--- TermArithmetic.cpp - Sums and operations in normal form ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/TermArena.h"
#include "CudaModel/MemorySpace.h"
#include "Planted/Faults.h"
#include "Support/Checked.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace clang;

namespace warplint {

/// Sums with larger numbers are no indices any more; they stay as operations.
static constexpr uint64_t LargestCoefficient = uint64_t(1) << 52;

struct TermArena::Sum {
  llvm::SmallVector<std::pair<const Term *, int64_t>, 8> Parts;
  int64_t Constant = 0;
  bool TooLarge = false;

  /// Adds \p Factor times \p Value to \p To.
  void add(int64_t &To, int64_t Value, int64_t Factor) {
    base::Checked Sum = To + base::Checked(Value) * Factor;
    TooLarge |= !Sum || base::magnitude(*Sum) > LargestCoefficient;
    To = Sum.orElse(To);
  }
  void addPart(const Term *T, int64_t Factor) {
    for (auto &Part : Parts)
      if (Part.first == T)
        return add(Part.second, 1, Factor);
    Parts.push_back({T, 0});
    add(Parts.back().second, 1, Factor);
  }
};

/// The parts of a sum are no sums, so that this goes one level down.
void TermArena::addTo(Sum &S, const Term *T, int64_t Factor) {
  if (const auto *Number = llvm::dyn_cast<ConstantTerm>(T))
    return S.add(S.Constant, Number->value(), Factor);
  const auto *Inner = llvm::dyn_cast<LinearTerm>(T);
  if (!Inner)
    return S.addPart(T, Factor);
  S.add(S.Constant, Inner->constant(), Factor);
  for (auto [Part, C] : llvm::zip(Inner->operands(), Inner->coefficients())) {
    int64_t Scaled = 0;
    S.add(Scaled, C, Factor);
    if (S.TooLarge)
      return;
    S.addPart(Part, Scaled);
  }
}

const Term *TermArena::fromSum(const Sum &S) {
  if (S.TooLarge)
    return nullptr;
  llvm::SmallVector<std::pair<const Term *, int64_t>, 8> Parts;
  llvm::copy_if(S.Parts, std::back_inserter(Parts),
                [](const auto &Part) { return Part.second != 0; });
  if (!Within.allows(BudgetId::SumParts, Parts.size()))
    return nullptr;
  if (Parts.empty())
    return constant(S.Constant);
  if (Parts.size() == 1 && Parts[0].second == 1 && S.Constant == 0)
    return Parts[0].first;
  llvm::sort(Parts, [](const auto &L, const auto &R) {
    return precedes(L.first, R.first);
  });
  llvm::SmallVector<const Term *, 8> Operands;
  llvm::SmallVector<int64_t, 8> Coefficients;
  for (const auto &[Op, C] : Parts) {
    Operands.push_back(Op);
    Coefficients.push_back(C);
  }
  Term T;
  T.Kind = TermKind::Linear;
  T.Value = S.Constant;
  return intern(T, Operands, Coefficients);
}

/// Addition, subtraction and multiplication by a constant; null if the result
/// is not to be kept as a sum.
const Term *TermArena::linear(BinaryOperatorKind Op, const Term *L,
                              const Term *R) {
  Sum S;
  if (Op == BO_Mul) {
    if (L->isConstant())
      std::swap(L, R);
    std::optional<int64_t> Factor = numberOf(R);
    if (!Factor)
      return nullptr;
    addTo(S, L, *Factor);
  } else {
    addTo(S, L, 1);
    addTo(S, R, Op == BO_Add ? 1 : -1);
  }
  return fromSum(S);
}

const Term *TermArena::sum(int64_t Constant, llvm::ArrayRef<const Term *> Parts,
                           llvm::ArrayRef<int64_t> Coefficients) {
  Sum Whole;
  Whole.add(Whole.Constant, Constant, 1);
  for (auto [Part, C] : llvm::zip(Parts, Coefficients))
    addTo(Whole, Part, C);
  if (const Term *Result = fromSum(Whole))
    return Result;
  const Term *Result = constant(Constant);
  for (auto [Part, C] : llvm::zip(Parts, Coefficients))
    Result = binary(BO_Add, Result, binary(BO_Mul, Part, constant(C)));
  return Result;
}

const Term *TermArena::unary(UnaryOperatorKind Op, const Term *Operand) {
  if (Op == UO_Plus)
    return Operand;
  if (Op == UO_Minus)
    return binary(BO_Sub, constant(0), Operand);
  if (std::optional<int64_t> Number = numberOf(Operand))
    if (base::Checked Result = fold(Op, *Number))
      return constant(*Result);
  Term T;
  T.Kind = TermKind::Unary;
  T.Opcode = uint8_t(Op);
  return intern(T, {Operand});
}

/// Quotient or remainder of a sum of multiples of \p Divisor and a rest that
/// is smaller: `(32 * warp + lane) / 32` is `warp`. Null if it is not like
/// that.
const Term *TermArena::divide(BinaryOperatorKind Op, const Term *Dividend,
                              int64_t Divisor) {
  const auto *L = dyn_cast<LinearTerm>(Dividend);
  if (!L || Divisor <= 1)
    return nullptr;
  Sum Multiples, Rest;
  for (auto [Part, C] : llvm::zip(L->operands(), L->coefficients()))
    if (C % Divisor == 0)
      Multiples.Parts.push_back({Part, C / Divisor});
    else
      Rest.Parts.push_back({Part, C});
  Rest.Constant = base::euclideanModulo(L->constant(), Divisor);
  base::Checked Whole = base::Checked(L->constant()) - Rest.Constant;
  if (!Whole)
    return nullptr;
  Multiples.Constant = *Whole / Divisor;
  if (Multiples.Parts.empty() && Multiples.Constant == 0)
    return nullptr;
  const Term *Quotient = fromSum(Multiples), *Remainder = fromSum(Rest);
  if (!Quotient || !Remainder)
    return nullptr;
  if (Remainder->isConstant(0)) // Nothing is rounded.
    return Op == BO_Div ? Quotient : Remainder;
  Range All = rangeOf(L), Small = rangeOf(Remainder);
  if (!All.Min || *All.Min < 0 || !Small.Min || *Small.Min < 0)
    return nullptr;
  if (!Small.Max || *Small.Max >= Divisor)
    // `(x + n) % n` of what is not negative.
    return Op == BO_Rem && Multiples.Parts.empty()
               ? binary(BO_Rem, Remainder, constant(Divisor))
               : nullptr;
  return Op == BO_Div ? Quotient : Remainder;
}

/// What kernels align parts of shared memory to, at most.
static constexpr int64_t LargestAlignment = 1024;

/// Bytes from the start of a variable in shared memory to \p Address; nothing
/// if it is no such address, or if they are not constant.
static std::optional<int64_t> bytesIntoShared(const Term *Address) {
  base::Checked Bytes = 0;
  for (;;) {
    if (const auto *Narrow = dyn_cast<NarrowTerm>(Address)) {
      Address = Narrow->of();
    } else if (const auto *Sum = dyn_cast<LinearTerm>(Address)) {
      if (Sum->operands().size() != 1 || Sum->coefficients()[0] != 1)
        return std::nullopt;
      Bytes += Sum->constant();
      Address = Sum->operand(0);
    } else if (const auto *Element = dyn_cast<ElementTerm>(Address)) {
      const auto *Index = dyn_cast<ConstantTerm>(Element->index());
      if (!Index)
        return std::nullopt;
      Bytes += base::Checked(Index->value()) * Element->elementSize();
      Address = Element->base();
    } else {
      bool IsShared = isa<VariableTerm>(Address) &&
                      memorySpaceOf(Address) == MemorySpace::Shared;
      return IsShared && Bytes.orElse(-1) >= 0 ? Bytes : base::Checked();
    }
  }
}

/// How far \p Op with \p R, which rounds down to a multiple of a power of two,
/// moves a number that is \p Bytes more than such a multiple; nothing if it
/// does something else.
static std::optional<int64_t> roundsDownBy(BinaryOperatorKind Op, int64_t R,
                                           int64_t Bytes) {
  // A mask of 32 bits keeps the high ones as well.
  int64_t Mask = R > INT32_MAX && R <= UINT32_MAX ? int32_t(uint32_t(R)) : R;
  bool Iterations = Op == BO_And && Mask < 0 && Mask >= -LargestAlignment &&
                    llvm::isPowerOf2_64(base::magnitude(Mask));
  return Iterations ? std::optional(Bytes - (Bytes & Mask)) : std::nullopt;
}

/// What is left of such a number by \p R, a power of two.
static std::optional<int64_t> restBy(BinaryOperatorKind Op, int64_t R,
                                     int64_t Bytes) {
  int64_t By = Op == BO_Rem   ? R
               : Op == BO_And ? (base::Checked(R) + 1).orElse(0)
                              : 0;
  bool IsPower = By > 0 && By <= LargestAlignment && llvm::isPowerOf2_64(By);
  return IsPower ? std::optional(Bytes % By) : std::nullopt;
}

/// The address in shared memory of which \p T is the number of whole units of
/// \p Unit bytes, a power of two, and the bytes to it from the start of a
/// variable.
static std::optional<std::pair<const Term *, int64_t>>
wholeUnitsOf(const Term *T, int64_t Unit) {
  const auto *Quotient = dyn_cast<BinaryTerm>(T);
  const auto *By = Quotient ? dyn_cast<ConstantTerm>(Quotient->rhs()) : nullptr;
  if (!By || Unit <= 0 || Unit > LargestAlignment || !llvm::isPowerOf2_64(Unit))
    return std::nullopt;
  bool Divides = Quotient->opcode() == BO_Div && By->value() == Unit;
  bool Shifts = Quotient->opcode() == BO_Shr &&
                By->value() == int64_t(llvm::Log2_64(uint64_t(Unit)));
  auto Bytes =
      Divides || Shifts ? bytesIntoShared(Quotient->lhs()) : std::nullopt;
  return Bytes ? std::optional(std::pair(Quotient->lhs(), *Bytes))
               : std::nullopt;
}

/// \p L and a constant: what the bounds of \p L or its parts show. Null if
/// that is nothing. Variables in shared memory are taken to begin where kernels
/// need them to.
const Term *TermArena::withConstant(BinaryOperatorKind Op, const Term *L,
                                    int64_t R) {
  if ((Op == BO_Div && R == 1) || (Op == BO_Shr && R == 0))
    return L;
  if (auto Bytes = bytesIntoShared(L)) {
    if (auto Down = roundsDownBy(Op, R, *Bytes))
      return binary(BO_Sub, L, constant(*Down));
    if (auto Rest = restBy(Op, R, *Bytes))
      return constant(*Rest);
  }
  const Term *Split = nullptr;
  if (Op == BO_Div || Op == BO_Rem)
    Split = divide(Op, L, R);
  else if (Op == BO_Shr && R > 0 && R < 40)
    Split = divide(BO_Div, L, int64_t(1) << R);
  else if (Op == BO_And && R > 0 && uint64_t(R) < LargestCoefficient &&
           llvm::isPowerOf2_64(uint64_t(R) + 1))
    Split = divide(BO_Rem, L, R + 1);
  if (Split)
    return Split;
  // A value below the divisor is its own remainder.
  Range Whole = rangeOf(L);
  bool Below = Whole.Min && *Whole.Min >= 0 && Whole.Max;
  if (Below && planted(Fault::Remainder))
    --*Whole.Max;
  if (Below && R > 0 && (Op == BO_Div || Op == BO_Rem) && *Whole.Max < R)
    return Op == BO_Rem ? L : constant(0);
  return nullptr;
}

/// `~127ull` as a mask has the bits of -128.
static const Term *asMask(const Term *T) {
  const auto *Narrow = dyn_cast<NarrowTerm>(T);
  return Narrow && Narrow->bits() == 64 && isa<ConstantTerm>(Narrow->of())
             ? Narrow->of()
             : T;
}

const Term *TermArena::binary(BinaryOperatorKind Op, const Term *L,
                              const Term *R) {
  if (Op == BO_And)
    R = asMask(R);
  const auto *Left = llvm::dyn_cast<ConstantTerm>(L),
             *Right = llvm::dyn_cast<ConstantTerm>(R);
  if (Op == BO_Shl && Right && Right->value() >= 0 && Right->value() < 40)
    return binary(BO_Mul, L, constant(int64_t(1) << Right->value()));
  if (auto Units = Op == BO_Mul && Right ? wholeUnitsOf(L, Right->value())
                                         : std::nullopt)
    return binary(BO_Sub, Units->first,
                  constant(Units->second % Right->value()));
  if (Op == BO_Add || Op == BO_Sub || Op == BO_Mul)
    if (const Term *Result = linear(Op, L, R))
      return Result;
  if (BinaryOperator::isComparisonOp(Op))
    return compare(Op, L, R);
  if (Left && Right)
    if (base::Checked V = fold(Op, Left->value(), Right->value()))
      return constant(*V);
  if (Right)
    if (const Term *Known = withConstant(Op, L, Right->value()))
      return Known;
  if (Op == BO_LAnd && (L->isConstant(0) || R->isConstant(0)))
    return constant(0);
  if (Op == BO_LOr && ((Left && Left->value()) || (Right && Right->value())))
    return constant(1);
  if ((Op == BO_And || Op == BO_Mul) && (L->isConstant(0) || R->isConstant(0)))
    return constant(0);
  bool Commutes = Op == BO_Mul || Op == BO_And || Op == BO_Or || Op == BO_Xor;
  if (Commutes && precedes(R, L))
    std::swap(L, R);
  Term T;
  T.Kind = TermKind::Binary;
  T.Opcode = uint8_t(Op);
  return intern(T, {L, R});
}

const Term *TermArena::compare(BinaryOperatorKind Op, const Term *L,
                               const Term *R) {
  if (Op == BO_GT || Op == BO_GE) {
    std::swap(L, R);
    Op = Op == BO_GT ? BO_LT : BO_LE;
  }
  Range D = rangeOf(binary(BO_Sub, L, R));
  auto Below = [&](int64_t Bound) { return D.Max && *D.Max < Bound; };
  auto Above = [&](int64_t Bound) { return D.Min && *D.Min > Bound; };
  bool Equal = D.Min && D.Max && *D.Min == 0 && *D.Max == 0;
  std::optional<bool> Known;
  switch (Op) {
  case BO_LT:
    Known = Below(0)    ? std::optional(true)
            : Above(-1) ? std::optional(false)
                        : std::nullopt;
    break;
  case BO_LE:
    Known = Below(1)   ? std::optional(true)
            : Above(0) ? std::optional(false)
                       : std::nullopt;
    break;
  case BO_EQ:
  case BO_NE:
    if (Equal)
      Known = Op == BO_EQ;
    else if (Below(0) || Above(0))
      Known = Op == BO_NE;
    break;
  default:
    break;
  }
  if (Known)
    return constant(*Known);
  Term T;
  T.Kind = TermKind::Binary;
  T.Opcode = uint8_t(Op);
  return intern(T, {L, R});
}

const Term *TermArena::select(const Term *Cond, const Term *True,
                              const Term *False) {
  if (const auto *Known = dyn_cast<ConstantTerm>(Cond))
    return Known->value() ? True : False;
  if (True == False)
    return True;
  // Of two records each member is chosen.
  const auto *IfTrue = dyn_cast<RecordTerm>(True);
  const auto *IfFalse = dyn_cast<RecordTerm>(False);
  if (IfTrue && IfFalse && IfTrue->recordType() == IfFalse->recordType() &&
      IfTrue->operands().size() == IfFalse->operands().size()) {
    llvm::SmallVector<const Term *, 8> Members;
    for (auto [L, R] : llvm::zip(IfTrue->operands(), IfFalse->operands()))
      Members.push_back(select(Cond, L, R));
    return record(IfTrue->recordType(), Members);
  }
  Term T;
  T.Kind = TermKind::Select;
  return intern(T, {Cond, True, False});
}

const Term *TermArena::narrow(const Term *Operand, unsigned Bits, bool Signed) {
  IntegerType To{Bits, Signed};
  if (Bits > 64 || rangeOf(Operand).fits(To))
    return Operand;
  const auto *Number = dyn_cast<ConstantTerm>(Operand);
  if (Number && Bits < 64)
    return constant(*To.convert(Number->value()));
  Term T;
  T.Kind = TermKind::Narrow;
  T.Value = Bits;
  T.Opcode = Signed;
  return intern(T, {Operand});
}

} // namespace warplint
