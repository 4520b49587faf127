//===--- ValueRange.cpp - Operators on bounds of integers -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic/ValueRange.h"
#include <algorithm>
#include <iterator>

namespace warplint {

using Bound = std::optional<int64_t>;

/// The larger bound; one of the two if the other is unknown.
static Bound tighterMin(Bound L, Bound R) { return std::max(L, R); }
static Bound tighterMax(Bound L, Bound R) {
  return L && R ? std::min(*L, *R) : L ? L : R;
}

ValueRange unionOf(const ValueRange &L, const ValueRange &R) {
  ValueRange Both;
  if (L.Min && R.Min)
    Both.Min = std::min(*L.Min, *R.Min);
  if (L.Max && R.Max)
    Both.Max = std::max(*L.Max, *R.Max);
  return Both;
}

static ValueRange negated(const ValueRange &Of) {
  return {-base::Checked(Of.Max), -base::Checked(Of.Min)};
}

static ValueRange product(const ValueRange &L, const ValueRange &R) {
  if (L.isNonNegative() && R.isNonNegative())
    return {(base::Checked(L.Min) * R.Min).orElse(0),
            base::Checked(L.Max) * R.Max};
  // One number: 0 times what is not known is 0.
  for (auto [Number, Other] : {std::pair(&L, &R), std::pair(&R, &L)})
    if (Number->Min && Number->Min == Number->Max) {
      base::Checked C = Number->Min;
      if (*C == 0)
        return ValueRange::of(0);
      ValueRange Scaled{C * Other->Min, C * Other->Max};
      return *C > 0 ? Scaled : ValueRange{Scaled.Max, Scaled.Min};
    }
  if (!L.isBounded() || !R.isBounded())
    return {};
  Bound Corners[] = {base::Checked(L.Min) * R.Min, base::Checked(L.Min) * R.Max,
                     base::Checked(L.Max) * R.Min,
                     base::Checked(L.Max) * R.Max};
  auto [Least, Most] =
      std::minmax_element(std::begin(Corners), std::end(Corners));
  // What is not known comes first.
  return *Least ? ValueRange{*Least, *Most} : ValueRange();
}

/// \p L divided by \p By, which is above 0.
static ValueRange quotientByPositive(const ValueRange &L,
                                     const ValueRange &By) {
  auto Divided = [&](Bound Of, bool ByLeast) -> Bound {
    // By an unbounded divisor it comes down to 0.
    Bound Divisor = ByLeast ? By.Min : By.Max;
    return Of ? Divisor ? *Of / *Divisor : Bound(0) : Bound();
  };
  return {Divided(L.Min, L.Min < 0), Divided(L.Max, L.Max > 0)};
}

static ValueRange quotient(const ValueRange &L, ValueRange By) {
  // By 0 there is no result.
  if (By.Min == 0 && By.Max != 0)
    By.Min = 1;
  if (By.Max == 0 && By.Min != 0)
    By.Max = -1;
  if (By.Min && *By.Min > 0)
    return quotientByPositive(L, By);
  if (By.Max && *By.Max < 0) {
    ValueRange Of = negated(L), Positive = negated(By);
    return Positive.Min ? quotientByPositive(Of, Positive) : ValueRange();
  }
  // It is no farther from 0 than the dividend.
  if (!L.isBounded())
    return {};
  ValueRange Minus = negated(L);
  return Minus.isBounded() ? unionOf(unionOf(L, Minus), ValueRange::of(0))
                           : ValueRange();
}

/// It is smaller than the divisor, no larger than the dividend, and of its
/// sign.
static ValueRange remainder(const ValueRange &L, const ValueRange &By) {
  ValueRange Result;
  if (L.Min)
    Result.Min = std::min<int64_t>(*L.Min, 0);
  if (L.Max)
    Result.Max = std::max<int64_t>(*L.Max, 0);
  if (!By.isBounded())
    return Result;
  uint64_t Largest =
      std::max(base::magnitude(*By.Min), base::magnitude(*By.Max));
  if (Largest == 0)
    return Result;
  int64_t Most = int64_t(Largest - 1);
  return {tighterMin(Result.Min, -Most), tighterMax(Result.Max, Most)};
}

/// The most that numbers are shifted by with a result.
static constexpr int64_t MostShift = 62;

static ValueRange shiftedLeft(const ValueRange &L, const ValueRange &By) {
  int64_t Least = std::clamp<int64_t>(By.Min.value_or(0), 0, MostShift),
          Most = std::clamp<int64_t>(By.Max.value_or(MostShift), 0, MostShift);
  return product(L, {int64_t(1) << Least, int64_t(1) << Most});
}

static ValueRange shiftedRight(const ValueRange &L, const ValueRange &By) {
  int64_t Least = std::clamp<int64_t>(By.Min.value_or(0), 0, MostShift),
          Most = std::clamp<int64_t>(By.Max.value_or(MostShift), 0, MostShift);
  ValueRange Result;
  if (L.Min)
    Result.Min = *L.Min >> (*L.Min < 0 ? Least : Most);
  if (L.Max)
    Result.Max = *L.Max >> (*L.Max < 0 ? Most : Least);
  return Result;
}

/// Numbers that need no more bits than the operands.
static ValueRange bitwise(Operator Op, const ValueRange &L,
                          const ValueRange &R) {
  ValueRange Result;
  if (L.isBounded() && R.isBounded()) {
    int64_t Most = 0;
    bool Negative = false;
    for (const ValueRange *Each : {&L, &R}) {
      Most = std::max({Most, *Each->Max, ~*Each->Min});
      Negative |= *Each->Min < 0;
    }
    int64_t Ones = int64_t(llvm::NextPowerOf2(uint64_t(Most)) - 1);
    Result = {Negative ? ~Ones : 0, Ones};
  } else if (L.isNonNegative() && R.isNonNegative()) {
    Result.Min = 0;
  }
  if (Op == Operator::BitOr && L.isNonNegative() && R.isNonNegative())
    Result.Min = std::max(*L.Min, *R.Min);
  // A mask of high bits rounds down.
  if (Op == Operator::BitAnd)
    for (auto [Mask, Of] : {std::pair(&R, &L), std::pair(&L, &R)})
      if (Mask->Min && Mask->Min == Mask->Max && *Mask->Min < 0 &&
          llvm::isPowerOf2_64(base::magnitude(*Mask->Min))) {
        if (Of->Min)
          Result.Min = *Of->Min & *Mask->Min;
        if (Of->Max)
          Result.Max = *Of->Max & *Mask->Min;
        return Result;
      }
  // A mask bounds whatever it is applied to.
  if (Op == Operator::BitAnd)
    for (const ValueRange *Each : {&L, &R})
      if (Each->isNonNegative())
        Result = {0, tighterMax(Result.Max, Each->Max)};
  return Result;
}

/// What is known of a truth.
static ValueRange truth(bool Always, bool Never) {
  return {Always ? 1 : 0, Never ? 0 : 1};
}

static ValueRange comparison(Operator Op, const ValueRange &L,
                             const ValueRange &R) {
  bool Below = L.Max && R.Min && *L.Max < *R.Min,
       NotAbove = L.Max && R.Min && *L.Max <= *R.Min,
       Above = L.Min && R.Max && *L.Min > *R.Max,
       NotBelow = L.Min && R.Max && *L.Min >= *R.Max;
  if (Op == Operator::Less)
    return truth(Below, NotBelow);
  if (Op == Operator::LessEqual)
    return truth(NotAbove, Above);
  bool Same = NotAbove && NotBelow, Differ = Below || Above;
  return Op == Operator::Equal ? truth(Same, Differ) : truth(Differ, Same);
}

static bool isZero(const ValueRange &Of) { return Of.Min == 0 && Of.Max == 0; }
static bool isNonZero(const ValueRange &Of) {
  return (Of.Min && *Of.Min > 0) || (Of.Max && *Of.Max < 0);
}

ValueRange rangeOf(Operator Op, const ValueRange &L, const ValueRange &R) {
  switch (Op) {
  case Operator::Add:
    return {base::Checked(L.Min) + R.Min, base::Checked(L.Max) + R.Max};
  case Operator::Subtract:
    return {base::Checked(L.Min) - R.Max, base::Checked(L.Max) - R.Min};
  case Operator::Multiply:
    return product(L, R);
  case Operator::Divide:
    return quotient(L, R);
  case Operator::Remainder:
    return remainder(L, R);
  case Operator::ShiftLeft:
    return shiftedLeft(L, R);
  case Operator::ShiftRight:
    return shiftedRight(L, R);
  case Operator::BitAnd:
  case Operator::BitOr:
  case Operator::BitXor:
    return bitwise(Op, L, R);
  case Operator::Minimum:
    return {unionOf(L, R).Min, tighterMax(L.Max, R.Max)};
  case Operator::Maximum:
    return {tighterMin(L.Min, R.Min), unionOf(L, R).Max};
  case Operator::Less:
  case Operator::LessEqual:
  case Operator::Equal:
  case Operator::NotEqual:
    return comparison(Op, L, R);
  case Operator::And:
    return truth(isNonZero(L) && isNonZero(R), isZero(L) || isZero(R));
  case Operator::Or:
    return truth(isNonZero(L) || isNonZero(R), isZero(L) && isZero(R));
  case Operator::Not:
    return truth(isZero(L), isNonZero(L));
  case Operator::Constant:
  case Operator::Symbol:
  case Operator::Choose:
  case Operator::Truncate:
    break;
  }
  return {};
}

ValueRange rangeOfChoice(const ValueRange &Condition, const ValueRange &Then,
                         const ValueRange &Else) {
  return isZero(Condition)      ? Else
         : isNonZero(Condition) ? Then
                                : unionOf(Then, Else);
}

ValueRange rangeOfConversion(const ValueRange &Of, IntegerType Type) {
  if (Of.fits(Type))
    return Of;
  if (Type.Bits < 64)
    return {Type.least(), Type.most()};
  return Type.Signed || Of.isNonNegative() ? Of : ValueRange{0, std::nullopt};
}

} // namespace warplint
