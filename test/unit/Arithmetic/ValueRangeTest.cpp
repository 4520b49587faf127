//===--- ValueRangeTest.cpp - Bounds hold every result --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic/ValueRange.h"
#include "gtest/gtest.h"
#include <vector>

namespace value_range_test {
using namespace warplint;

constexpr int64_t Least = INT64_MIN, Most = INT64_MAX;

bool holds(const ValueRange &R, int64_t Value) {
  return !(R.Min && Value < *R.Min) && !(R.Max && Value > *R.Max);
}

/// Ranges with bounds from -4 to 4, or without one or both.
std::vector<ValueRange> smallRanges() {
  std::vector<ValueRange> Result;
  for (int64_t Min = -5; Min <= 4; ++Min)
    for (int64_t Max = std::max<int64_t>(Min, -4); Max <= 5; ++Max) {
      ValueRange R;
      if (Min != -5)
        R.Min = Min;
      if (Max != 5)
        R.Max = Max;
      Result.push_back(R);
    }
  return Result;
}

/// Numbers of \p R near 0, and the ends of what fits if it has none.
std::vector<int64_t> numbersOf(const ValueRange &R) {
  std::vector<int64_t> Result;
  for (int64_t V = -9; V <= 9; ++V)
    if (holds(R, V))
      Result.push_back(V);
  for (int64_t V : {Least, Least + 1, Most, Most - 1})
    if (holds(R, V))
      Result.push_back(V);
  return Result;
}

TEST(ValueRange, HoldsEveryResult) {
  std::vector<ValueRange> Ranges = smallRanges();
  std::vector<std::vector<int64_t>> Numbers;
  for (const ValueRange &R : Ranges)
    Numbers.push_back(numbersOf(R));
  for (int Op = int(Operator::Add); Op <= int(Operator::Not); ++Op)
    for (size_t L = 0; L < Ranges.size(); ++L)
      for (size_t R = 0; R < Ranges.size(); ++R) {
        ValueRange Result = rangeOf(Operator(Op), Ranges[L], Ranges[R]);
        for (int64_t A : Numbers[L])
          for (int64_t B : Numbers[R])
            if (base::Checked Value = fold(Operator(Op), A, B))
              ASSERT_TRUE(holds(Result, *Value))
                  << Op << " of " << A << " and " << B << " is " << *Value;
      }
}

TEST(ValueRange, OfNumbersIsTheResult) {
  for (int Op = int(Operator::Add); Op <= int(Operator::Not); ++Op)
    for (int64_t A = -9; A <= 9; ++A)
      for (int64_t B = -9; B <= 9; ++B) {
        base::Checked Value = fold(Operator(Op), A, B);
        // Of some operators only the signs and the number of bits are known.
        bool IsExact =
            Op != int(Operator::Remainder) && Op != int(Operator::BitAnd) &&
            Op != int(Operator::BitOr) && Op != int(Operator::BitXor);
        if (Value && IsExact)
          EXPECT_EQ(rangeOf(Operator(Op), ValueRange::of(A), ValueRange::of(B)),
                    ValueRange::of(*Value))
              << Op << " of " << A << " and " << B;
      }
}

TEST(ValueRange, OfHugeNumbersNothingOverflows) {
  std::vector<ValueRange> Ranges = {{Least, Least}, {Most, Most}, {Least, Most},
                                    {Least, -1},    {0, Most},    {-1, -1}};
  for (int Op = int(Operator::Add); Op <= int(Operator::Not); ++Op)
    for (const ValueRange &L : Ranges)
      for (const ValueRange &R : Ranges) {
        ValueRange Result = rangeOf(Operator(Op), L, R);
        for (int64_t A : {*L.Min, *L.Max})
          for (int64_t B : {*R.Min, *R.Max})
            if (base::Checked Value = fold(Operator(Op), A, B))
              EXPECT_TRUE(holds(Result, *Value));
      }
}

TEST(ValueRange, WhatMasksAndDivisorsBound) {
  ValueRange Any;
  // High bits round down.
  EXPECT_EQ(rangeOf(Operator::BitAnd, {29, std::nullopt}, ValueRange::of(-8)),
            (ValueRange{24, std::nullopt}));
  EXPECT_EQ(rangeOf(Operator::BitAnd, ValueRange::of(-8), {29, 41}),
            (ValueRange{24, 40}));
  EXPECT_EQ(rangeOf(Operator::BitAnd, Any, ValueRange::of(31)),
            (ValueRange{0, 31}));
  EXPECT_EQ(rangeOf(Operator::Remainder, Any, ValueRange::of(32)),
            (ValueRange{-31, 31}));
  EXPECT_EQ(rangeOf(Operator::Remainder, {0, std::nullopt}, ValueRange::of(32)),
            (ValueRange{0, 31}));
  EXPECT_EQ(rangeOf(Operator::Divide, {-9, 9}, {2, std::nullopt}),
            (ValueRange{-4, 4}));
  EXPECT_EQ(rangeOf(Operator::Divide, {-9, 8}, {-3, -2}), (ValueRange{-4, 4}));
  EXPECT_EQ(rangeOf(Operator::Divide, {2, 9}, {-5, 3}), (ValueRange{-9, 9}));
  EXPECT_EQ(rangeOf(Operator::Multiply, Any, ValueRange::of(0)),
            ValueRange::of(0));
}

TEST(ValueRange, Conversions) {
  for (unsigned Bits : {1u, 3u, 4u})
    for (bool Signed : {false, true})
      for (const ValueRange &R : smallRanges()) {
        IntegerType Type{Bits, Signed};
        ValueRange Result = rangeOfConversion(R, Type);
        for (int64_t Value : numbersOf(R))
          EXPECT_TRUE(holds(Result, *Type.convert(Value)));
      }
  EXPECT_EQ(rangeOfConversion({-3, 4}, {8, true}), (ValueRange{-3, 4}));
  // A negative number becomes a large one.
  EXPECT_EQ(rangeOfConversion({-3, 4}, {64, false}),
            (ValueRange{0, std::nullopt}));
  EXPECT_EQ(rangeOfConversion({24, std::nullopt}, {64, false}),
            (ValueRange{24, std::nullopt}));
  EXPECT_EQ(rangeOfConversion({-3, 4}, {8, false}), (ValueRange{0, 255}));
}

TEST(ValueRange, Choices) {
  ValueRange Then{1, 2}, Else{5, std::nullopt};
  EXPECT_EQ(rangeOfChoice({0, 1}, Then, Else), (ValueRange{1, std::nullopt}));
  EXPECT_EQ(rangeOfChoice(ValueRange::of(0), Then, Else), Else);
  EXPECT_EQ(rangeOfChoice({-3, -1}, Then, Else), Then);
}

} // namespace value_range_test
