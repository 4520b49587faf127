//===--- OperatorTest.cpp - Operators of C++ on integers ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic/Operator.h"
#include "gtest/gtest.h"

namespace operator_test {
using namespace warplint;

using Number = std::optional<int64_t>;

constexpr int64_t Least = INT64_MIN, Most = INT64_MAX;
constexpr Operator All[] = {
    Operator::Add,       Operator::Subtract,  Operator::Multiply,
    Operator::Divide,    Operator::Remainder, Operator::BitAnd,
    Operator::Minimum,   Operator::Maximum,   Operator::Less,
    Operator::LessEqual, Operator::Equal,     Operator::NotEqual,
    Operator::And,       Operator::Or,        Operator::BitOr,
    Operator::BitXor,    Operator::ShiftLeft, Operator::ShiftRight,
    Operator::Not};

/// What C++ defines, computed far within the range of int64_t: the numbers are
/// of a few bits.
Number plain(Operator Op, int64_t L, int64_t R) {
  switch (Op) {
  case Operator::Add:
    return L + R;
  case Operator::Subtract:
    return L - R;
  case Operator::Multiply:
    return L * R;
  case Operator::Divide:
    return R ? Number(L / R) : Number();
  case Operator::Remainder:
    return R ? Number(L % R) : Number();
  case Operator::BitAnd:
    return L & R;
  case Operator::Minimum:
    return L < R ? L : R;
  case Operator::Maximum:
    return L > R ? L : R;
  case Operator::Less:
    return L < R;
  case Operator::LessEqual:
    return L <= R;
  case Operator::Equal:
    return L == R;
  case Operator::NotEqual:
    return L != R;
  case Operator::And:
    return L != 0 && R != 0;
  case Operator::Or:
    return L != 0 || R != 0;
  case Operator::BitOr:
    return L | R;
  case Operator::BitXor:
    return L ^ R;
  case Operator::ShiftLeft:
    return L * (int64_t(1) << R);
  case Operator::ShiftRight: { // Rounds down.
    int64_t By = int64_t(1) << R;
    return L / By - (L % By < 0);
  }
  default:
    return L == 0;
  }
}

/// The number of the type that has the low bits of \p Value.
int64_t wrapped(int64_t Value, IntegerType Type) {
  int64_t Count = int64_t(1) << Type.Bits;
  while (Value > Type.most())
    Value -= Count;
  while (Value < Type.least())
    Value += Count;
  return Value;
}

TEST(Operator, AllNumbersOfSmallTypes) {
  for (unsigned Bits : {1u, 4u, 5u, 6u})
    for (bool Signed : {false, true}) {
      IntegerType Type{Bits, Signed};
      for (Operator Op : All)
        for (int64_t L = Type.least(); L <= Type.most(); ++L)
          for (int64_t R = Type.least(); R <= Type.most(); ++R) {
            bool Shifts =
                Op == Operator::ShiftLeft || Op == Operator::ShiftRight;
            Number Wanted;
            if (!Shifts || (R >= 0 && R < int64_t(Bits)))
              Wanted = plain(Op, L, R);
            if (Wanted && !Signed)
              Wanted = wrapped(*Wanted, Type);
            // A truth is an int, whatever was compared.
            if (Wanted && !isTruthOperator(Op) && !Type.holds(*Wanted))
              Wanted = std::nullopt;
            ASSERT_EQ(Number(fold(Op, Type, L, R)), Wanted)
                << int(Op) << " of " << L << " and " << R << ", " << Bits
                << (Signed ? " signed" : " unsigned") << " bits";
          }
    }
}

TEST(Operator, SixtyFourBits) {
  IntegerType Signed, Unsigned{64, false};
  for (Operator Op : {Operator::Divide, Operator::Remainder}) {
    EXPECT_FALSE(fold(Op, Least, -1));
    EXPECT_FALSE(fold(Op, 1, 0));
    EXPECT_FALSE(fold(Op, Signed, Least, -1));
    EXPECT_FALSE(fold(Op, Unsigned, 1, 0));
  }
  EXPECT_EQ(Number(fold(Operator::Divide, -7, 2)), -3);
  EXPECT_EQ(Number(fold(Operator::Remainder, -7, 2)), -1);
  EXPECT_EQ(Number(fold(Operator::ShiftRight, -7, 1)), -4);
  EXPECT_FALSE(fold(Operator::Add, Most, 1));
  EXPECT_FALSE(fold(Operator::Subtract, 0, Least));
  EXPECT_FALSE(fold(Operator::Multiply, Least, -1));
  for (int64_t By : {int64_t(-1), int64_t(64), Least, Most}) {
    EXPECT_FALSE(fold(Operator::ShiftLeft, 1, By));
    EXPECT_FALSE(fold(Operator::ShiftRight, 1, By));
    EXPECT_FALSE(fold(Operator::ShiftLeft, Unsigned, 1, By));
  }
  // The largest unsigned number fits into no int64_t.
  EXPECT_FALSE(fold(Operator::Subtract, Unsigned, 0, 1));
  EXPECT_EQ(Number(fold(Operator::Subtract, {32, false}, 0, 1)), UINT32_MAX);
  EXPECT_FALSE(fold(Operator::Multiply, {32, true}, 1 << 16, 1 << 16));
  EXPECT_EQ(Number(fold(Operator::Multiply, {32, false}, 1 << 16, 1 << 16)), 0);
  // What is no number of the type has not been promoted to it.
  EXPECT_FALSE(fold(Operator::Divide, {32, false}, -1, 2));
}

TEST(Operator, Conversions) {
  for (unsigned Bits : {1u, 4u, 6u})
    for (bool Signed : {false, true})
      for (int64_t Value = -150; Value <= 150; ++Value) {
        IntegerType Type{Bits, Signed};
        EXPECT_EQ(Number(Type.convert(Value)), wrapped(Value, Type));
      }
  EXPECT_EQ(Number(IntegerType{64, true}.convert(Least)), Least);
  EXPECT_EQ(Number(IntegerType{64, false}.convert(Most)), Most);
  EXPECT_FALSE((IntegerType{64, false}.convert(-1)));
  EXPECT_EQ(Number(IntegerType{128, true}.convert(-1)), -1);
  EXPECT_FALSE((IntegerType{128, false}.convert(-1)));
}

} // namespace operator_test
