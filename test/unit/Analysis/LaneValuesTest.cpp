//===--- LaneValuesTest.cpp - Results of warp collectives as terms --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/LaneValues.h"
#include "AnalysedKernel.h"
#include "Analysis/Budgets/StepBudget.h"

namespace lane_values_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

/// A lane of a warp, and an unknown that its lanes have alike.
class LaneValuesTest : public testing::Test {
protected:
  const Term *number(int64_t Value) { return A.constant(Value); }
  const Term *op(BinaryOperatorKind Kind, const Term *L, const Term *R) {
    return A.binary(Kind, L, R);
  }
  const Term *in(const Term *T, const Term *There) {
    return TermRewriter(A).rewrite(
        T, [&](const Term &Part) { return &Part == Lane ? There : nullptr; });
  }
  const Term *vote(LaneFunction Of, const Term *Value, int64_t Lanes = 32) {
    auto InLane = [&](const Term *T, const Term *There) {
      return in(T, There);
    };
    return LaneValues(A, Lane, 32, Lanes, InLane).combined(Of, Value);
  }
  const Term *shuffle(ShuffleMode Mode, const Term *Value, const Term *Select,
                      int64_t Lanes = 32) {
    auto InLane = [&](const Term *T, const Term *There) {
      return in(T, There);
    };
    return LaneValues(A, Lane, 32, Lanes, InLane).shuffled(Value, Mode, Select);
  }

  StepBudget Work{100000};
  const Limits Within{Budgets::of(EffortLevel::Normal)};
  TermArena A{{}, Work, Within};
  const Term *Lane = A.symbol({0, 31}), *Common = A.symbol({0, 100000});
};

TEST_F(LaneValuesTest, FirstOrLastLaneDecidesWhatGrows) {
  const Term *At = op(BO_Add, Lane, Common);
  const Term *Below = op(BO_LT, At, number(64));
  EXPECT_EQ(vote(LaneFunction::Any, Below), in(Below, number(0)));
  EXPECT_EQ(vote(LaneFunction::All, Below), in(Below, number(31)));
  EXPECT_EQ(vote(LaneFunction::All, Below, 8), in(Below, number(7)));
  const Term *Falling = op(BO_LT, number(64), At);
  EXPECT_EQ(vote(LaneFunction::Any, Falling), in(Falling, number(31)));
}

TEST_F(LaneValuesTest, TablesOfNumbersAreNumbers) {
  const Term *Odd = op(BO_Rem, Lane, number(2));
  EXPECT_EQ(vote(LaneFunction::Any, Odd), number(1));
  EXPECT_EQ(vote(LaneFunction::All, Odd), number(0));
  EXPECT_EQ(vote(LaneFunction::Ballot, Odd), number(0xaaaaaaaa));
  EXPECT_EQ(vote(LaneFunction::Ballot, Odd, 4), number(0xa));
  EXPECT_EQ(vote(LaneFunction::Add, Lane), number(31 * 16));
  EXPECT_EQ(vote(LaneFunction::Maximum, Lane), number(31));
  EXPECT_EQ(vote(LaneFunction::Uniform, Common), number(1));
  EXPECT_EQ(vote(LaneFunction::Minimum, Common), Common);
  EXPECT_FALSE(vote(LaneFunction::Add, op(BO_Add, Lane, Common)));
}

TEST_F(LaneValuesTest, ShufflesSubstituteTheSource) {
  const Term *Twice = op(BO_Mul, Lane, number(2));
  EXPECT_EQ(shuffle(ShuffleMode::Index, Twice, number(5)), number(10));
  EXPECT_EQ(shuffle(ShuffleMode::Xor, Lane, number(16)),
            op(BO_Xor, Lane, number(16)));
  const Term *Up = shuffle(ShuffleMode::Up, Lane, number(1));
  ASSERT_TRUE(Up);
  EXPECT_EQ(in(Up, number(0)), number(0)) << "its own";
  EXPECT_EQ(in(Up, number(9)), number(8));
  const Term *Down = shuffle(ShuffleMode::Down, Lane, number(4));
  ASSERT_TRUE(Down);
  EXPECT_EQ(in(Down, number(27)), number(31));
  EXPECT_EQ(in(Down, number(28)), number(28)) << "its own";
  EXPECT_EQ(shuffle(ShuffleMode::Xor, Common, number(1)), Common);
  // Lanes without a thread have nothing to give.
  EXPECT_FALSE(shuffle(ShuffleMode::Xor, Lane, number(16), 16));
  EXPECT_EQ(shuffle(ShuffleMode::Index, Lane, number(3), 16), number(3));
}

TEST(CombineLanesTest, WhatLanesGive) {
  int64_t Table[] = {3, 0, 3, 4};
  auto Of = [&](LaneFunction Function, unsigned Self = 0) {
    return combineLanes(Function, Table, Self).value_or(-1);
  };
  EXPECT_EQ(Of(LaneFunction::Any), 1);
  EXPECT_EQ(Of(LaneFunction::All), 0);
  EXPECT_EQ(Of(LaneFunction::Uniform), 0);
  EXPECT_EQ(Of(LaneFunction::Ballot), 0b1101);
  EXPECT_EQ(Of(LaneFunction::MatchAny, 2), 0b0101);
  EXPECT_EQ(Of(LaneFunction::Add), 10);
  EXPECT_EQ(Of(LaneFunction::Minimum), 0);
  EXPECT_EQ(Of(LaneFunction::Maximum), 4);
  EXPECT_EQ(Of(LaneFunction::And), 0);
  EXPECT_EQ(Of(LaneFunction::Or), 7);
  EXPECT_EQ(Of(LaneFunction::Xor), 4);
}

TEST(CombineLanesTest, SourceLanes) {
  EXPECT_EQ(sourceLane(5, ShuffleMode::Index, 3, 32), 3);
  EXPECT_EQ(sourceLane(13, ShuffleMode::Index, 3, 8), 11);
  EXPECT_EQ(sourceLane(2, ShuffleMode::Up, 3, 32), 2);
  EXPECT_EQ(sourceLane(9, ShuffleMode::Up, 2, 8), 9);
  EXPECT_EQ(sourceLane(30, ShuffleMode::Down, 1, 32), 31);
  EXPECT_EQ(sourceLane(30, ShuffleMode::Down, 2, 32), 30);
  EXPECT_EQ(sourceLane(6, ShuffleMode::Xor, 3, 32), 5);
  // An index counts modulo the width, and lanes of earlier segments are in
  // reach.
  EXPECT_EQ(sourceLane(5, ShuffleMode::Index, 37, 32), 5);
  EXPECT_EQ(sourceLane(13, ShuffleMode::Index, 9, 8), 9);
  EXPECT_EQ(sourceLane(4, ShuffleMode::Xor, 16, 16), 4);
  EXPECT_EQ(sourceLane(20, ShuffleMode::Xor, 16, 16), 4);
}

} // namespace lane_values_test
