//===--- LinearSumTest.cpp - Sums of terms with factors -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/LinearSum.h"
#include "AnalysedKernel.h"

namespace linear_sum_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

class LinearSums : public testing::Test {
protected:
  const Term *op(BinaryOperatorKind Kind, const Term *L, const Term *R) {
    return Arena.binary(Kind, L, R);
  }
  const Term *number(int64_t Value) { return Arena.constant(Value); }

  StepBudget Work{1000};
  const Limits Within{Budgets::of(EffortLevel::Normal)};
  TermArena Arena{{}, Work, Within};
  const Term *X = Arena.symbol({0, 100}), *Y = Arena.symbol({0, 100});
};

TEST_F(LinearSums, PartsAreAddedUp) {
  LinearSum Sum(op(BO_Add, op(BO_Mul, X, number(12)), number(6)));
  Sum.add(op(BO_Add, Y, number(1)), 4);
  EXPECT_EQ(Sum.Constant.orElse(0), 10);
  EXPECT_EQ(factorIn(Sum.Parts, X), 12);
  EXPECT_EQ(factorIn(Sum.Parts, Y), 4);
  Sum.add(X, -12);
  EXPECT_EQ(Sum.Parts.size(), 1u);
  EXPECT_EQ(factorIn(Sum.Parts, X), 0);
}

TEST_F(LinearSums, WhatDoesNotFitIsUnknown) {
  LinearSum Sum;
  Sum.add(X, INT64_MAX);
  EXPECT_TRUE(bool(Sum.Constant));
  Sum.add(X, INT64_MAX);
  EXPECT_FALSE(bool(Sum.Constant));
}

TEST_F(LinearSums, MasksAreRemainders) {
  auto OfMask = dividedIn(op(BO_And, X, number(31)), Arena),
       OfRest = dividedIn(op(BO_Rem, X, number(6)), Arena);
  ASSERT_TRUE(OfMask && OfRest);
  EXPECT_EQ(*OfMask, std::pair(X, int64_t(32)));
  EXPECT_EQ(*OfRest, std::pair(X, int64_t(6)));
  EXPECT_FALSE(dividedIn(op(BO_And, X, number(6)), Arena));
  EXPECT_FALSE(dividedIn(op(BO_Rem, Arena.symbol({}), number(6)), Arena));
}

TEST_F(LinearSums, ConditionsBoundSums) {
  const Term *Sum = op(BO_Add, X, op(BO_Mul, Y, number(16)));
  auto Bounds = upperBoundsIn(
      op(BO_LAnd, op(BO_LT, X, number(7)),
         op(BO_LAnd, op(BO_LE, op(BO_Add, Sum, number(1)), number(40)),
            op(BO_LT, op(BO_Sub, X, Y), number(5)))));
  ASSERT_EQ(Bounds.size(), 2u);
  EXPECT_EQ(Bounds[0].Parts.size(), 2u);
  EXPECT_EQ(Bounds[0].Most, 39);
  EXPECT_EQ(Bounds[1].Parts.front(), (Summand{X, 1}));
  EXPECT_EQ(Bounds[1].Most, 6);
}

} // namespace linear_sum_test
