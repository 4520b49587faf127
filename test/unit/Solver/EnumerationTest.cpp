//===--- EnumerationTest.cpp - Questions decided by trying all values ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/Enumeration.h"
#include "gtest/gtest.h"

namespace enumeration_test {
using namespace warplint;

using Ref = solver::Query::Ref;

constexpr unsigned Enough = 4000000;

/// Two threads of a block of 512, in the iterations of a loop if there are any.
class EnumerationTest : public testing::Test {
protected:
  Ref n(int64_t V) { return Q.constant(V); }
  Ref op(Operator Kind, llvm::ArrayRef<Ref> Operands) {
    return Q.make(Kind, Operands);
  }
  Ref symbol(llvm::StringRef Name, int64_t Min, int64_t Max, solver::Side Of) {
    Sides.push_back(Of);
    return Q.symbol(Name, Min, Max);
  }
  void threads() {
    One = symbol("t1", 0, 511, solver::Side::First);
    Other = symbol("t2", 0, 511, solver::Side::Second);
    auto Warp = [&](Ref T) { return op(Operator::Divide, {T, n(32)}); };
    Q.require(
        op(Operator::Not, {op(Operator::Equal, {Warp(One), Warp(Other)})}));
  }
  solver::SolverAnswer::Kind decide(unsigned Steps = Enough) {
    Left = Steps;
    solver::SolverAnswer Result = solver::enumerate(Q, Sides, Left);
    if (Result.K == solver::SolverAnswer::Kind::Possible)
      EXPECT_TRUE(Q.holds(Result.Values).value_or(false));
    return Result.K;
  }

  solver::Query Q;
  std::vector<solver::Side> Sides;
  Ref One = 0, Other = 0;
  unsigned Left = 0;
};

TEST_F(EnumerationTest, FindsPartnersAndProvesThatThereAreNone) {
  threads();
  solver::Query Without = Q;
  Q.require(op(Operator::Equal, {One, op(Operator::BitXor, {Other, n(64)})}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Possible);
  Q = Without;
  Q.require(op(Operator::Equal, {One, op(Operator::BitXor, {Other, n(16)})}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Impossible);
}

TEST_F(EnumerationTest, TakesSharedIterationsOneByOne) {
  threads();
  Ref Iteration = symbol("round", 0, 8, solver::Side::Shared);
  Ref Step = op(Operator::ShiftRight, {n(256), Iteration});
  solver::Query Without = Q;
  Q.require(op(Operator::Equal, {One, op(Operator::BitXor, {Other, Step})}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Possible);
  Q = Without;
  // A step of less than a warp leaves threads in their warp.
  Q.require(op(Operator::Less, {Step, n(32)}));
  Q.require(op(Operator::Equal, {One, op(Operator::BitXor, {Other, Step})}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Impossible);
}

TEST_F(EnumerationTest, HasNoNeedOfAnEquality) {
  Ref X = symbol("x", 0, 40, solver::Side::First),
      Y = symbol("y", 0, 40, solver::Side::Second);
  Q.require(op(Operator::Less, {op(Operator::Add, {X, n(38)}), Y}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Possible);
  Q.require(op(Operator::Less, {n(1), X}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Impossible);
}

TEST_F(EnumerationTest, AsksLargeSymbolsFirstWhatIsAskedOfThemAlone) {
  threads();
  Ref Iteration = symbol("round", 0, 8388607, solver::Side::Shared);
  Q.require(op(Operator::Less, {Iteration, n(3)}));
  Ref Shifted =
      op(Operator::Add, {Other, op(Operator::Multiply, {Iteration, n(7)})});
  Q.require(op(Operator::Equal, {One, Shifted}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Possible);
}

TEST_F(EnumerationTest, GivesUpWhereThereAreTooManyValues) {
  threads();
  Ref Loaded = symbol("loaded", INT32_MIN, INT32_MAX, solver::Side::First);
  Q.require(op(Operator::Equal, {op(Operator::Add, {One, Loaded}), Other}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Unknown);
  EXPECT_GT(Left, Enough / 2);
}

TEST_F(EnumerationTest, GivesUpWhereStepsEnd) {
  threads();
  Q.require(op(Operator::Equal, {One, op(Operator::BitXor, {Other, n(16)})}));
  EXPECT_EQ(decide(1000), solver::SolverAnswer::Kind::Unknown);
}

TEST_F(EnumerationTest, LeavesOpenWhatIsNotDefined) {
  Ref X = symbol("x", 0, 9, solver::Side::First),
      Y = symbol("y", 0, 9, solver::Side::Second);
  Q.require(op(Operator::Equal, {op(Operator::Divide, {n(90), X}), Y}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Unknown);
  Q.require(op(Operator::Less, {n(0), X}));
  EXPECT_EQ(decide(), solver::SolverAnswer::Kind::Impossible);
}

TEST_F(EnumerationTest, WhatNothingIsAskedOfHasItsLeastValue) {
  Ref X = symbol("x", 3, 9, solver::Side::First);
  symbol("free", 5, 1 << 20, solver::Side::Second);
  Q.require(op(Operator::Less, {n(7), X}));
  unsigned Steps = Enough;
  solver::SolverAnswer Found = solver::enumerate(Q, Sides, Steps);
  EXPECT_EQ(Found.K, solver::SolverAnswer::Kind::Possible);
  EXPECT_EQ(Found.Values, (std::vector<int64_t>{8, 5}));
}

} // namespace enumeration_test
