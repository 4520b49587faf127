//===--- QueryTest.cpp - Bounds and values of queries -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/Query.h"
#include "gtest/gtest.h"
#include <limits>

namespace query_test {
using namespace warplint;

using Ref = solver::Query::Ref;
using Value = std::optional<int64_t>;

constexpr int64_t Limit = int64_t(1) << 62;

class QueryTest : public testing::Test {
protected:
  Ref n(int64_t V) { return Q.constant(V); }
  Ref x(int64_t Min, int64_t Max) { return Q.symbol("x", Min, Max); }
  Ref y(int64_t Min, int64_t Max) { return Q.symbol("y", Min, Max); }
  Ref op(Operator Kind, llvm::ArrayRef<Ref> Operands) {
    return Q.make(Kind, Operands);
  }
  Value valueOf(Ref R, llvm::ArrayRef<int64_t> Values = {}) const {
    return Q.evaluate(Values)[R];
  }
  void expectBounds(Ref R, Value Min, Value Max) const {
    EXPECT_EQ(Q.expressions()[R].Min, Min);
    EXPECT_EQ(Q.expressions()[R].Max, Max);
  }
  solver::Query Q;
};

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

TEST_F(QueryTest, BoundsOfWhatAddressesAreMadeOf) {
  Ref Thread = x(0, 1023), Signed = y(-8, 7);
  expectBounds(n(5), 5, 5);
  expectBounds(Thread, 0, 1023);
  expectBounds(op(Operator::Add, {Thread, Signed}), -8, 1030);
  expectBounds(op(Operator::Multiply, {Thread, Signed}), -8184, 7161);
  expectBounds(op(Operator::ShiftLeft, {Thread, n(2)}), 0, 4092);
  expectBounds(op(Operator::Remainder, {Thread, n(32)}), 0, 31);
  expectBounds(op(Operator::Remainder, {Signed, n(5)}), -4, 4);
  expectBounds(op(Operator::Divide, {Thread, n(32)}), 0, 31);
  expectBounds(op(Operator::Divide, {Signed, n(2)}), -4, 3);
  expectBounds(op(Operator::ShiftRight, {Thread, n(5)}), 0, 31);
  expectBounds(op(Operator::ShiftRight, {Signed, n(1)}), -4, 3);
  expectBounds(op(Operator::BitAnd, {Thread, n(31)}), 0, 31);
  expectBounds(op(Operator::BitAnd, {Signed, n(31)}), 0, 31);
  expectBounds(op(Operator::BitXor, {Thread, n(1)}), 0, 1023);
  expectBounds(op(Operator::Choose, {Thread, n(-3), Signed}), -8, 7);
  expectBounds(op(Operator::Less, {Thread, Signed}), 0, 1);
}

TEST_F(QueryTest, BoundsOfTruncation) {
  Ref X = x(-1000, 100000);
  expectBounds(Q.truncate(X, 8, false), 0, 255);
  expectBounds(Q.truncate(X, 8, true), -128, 127);
  // What fits stays as it is.
  expectBounds(Q.truncate(X, 32, true), -1000, 100000);
  expectBounds(Q.truncate(X, 64, true), -1000, 100000);
  expectBounds(Q.truncate(X, 64, false), 0, std::nullopt);
}

TEST_F(QueryTest, BoundsDecideComparisons) {
  Ref Thread = x(0, 31), Far = y(32, 63);
  expectBounds(op(Operator::Less, {Thread, Far}), 1, 1);
  expectBounds(op(Operator::LessEqual, {Far, Thread}), 0, 0);
  expectBounds(op(Operator::Equal, {Thread, Far}), 0, 0);
  expectBounds(op(Operator::Less, {Thread, n(31)}), 0, 1);
  Ref Never = op(Operator::Equal, {Thread, n(32)});
  expectBounds(op(Operator::Not, {Never}), 1, 1);
  expectBounds(op(Operator::And, {Never, Thread}), 0, 0);
  expectBounds(op(Operator::Or, {Never, Thread}), 0, 1);
  expectBounds(op(Operator::Choose, {Never, n(99), Thread}), 0, 31);
}

TEST_F(QueryTest, BoundsBeyond62BitsAreUnknown) {
  Ref Large = x(0, Limit - 1);
  expectBounds(Large, 0, Limit - 1);
  expectBounds(op(Operator::Add, {Large, n(1)}), 1, std::nullopt);
  expectBounds(op(Operator::Multiply, {Large, Large}), 0, std::nullopt);
  expectBounds(n(Limit), std::nullopt, std::nullopt);
}

// What a solver is told to be impossible must be: bounds hold for all values.
TEST_F(QueryTest, BoundsHoldEveryValue) {
  const std::pair<int64_t, int64_t> Ranges[] = {
      {-5, 3}, {0, 7}, {-8, -1}, {2, 2}, {-2, -2}, {0, 0}, {3, 9}};
  for (auto [MinX, MaxX] : Ranges)
    for (auto [MinY, MaxY] : Ranges) {
      solver::Query All;
      Ref X = All.symbol("x", MinX, MaxX), Y = All.symbol("y", MinY, MaxY);
      std::vector<Ref> Results{
          All.make(Operator::Choose, {All.make(Operator::Less, {X, Y}), X, Y}),
          All.truncate(X, 3, true), All.truncate(X, 3, false)};
      for (Operator Kind :
           {Operator::Add, Operator::Multiply, Operator::Divide,
            Operator::Remainder, Operator::ShiftLeft, Operator::ShiftRight,
            Operator::BitAnd, Operator::BitOr, Operator::BitXor, Operator::Less,
            Operator::And})
        Results.push_back(All.make(Kind, {X, Y}));
      for (int64_t A = MinX; A <= MaxX; ++A)
        for (int64_t B = MinY; B <= MaxY; ++B) {
          auto Known = All.evaluate({A, B});
          for (Ref R : Results) {
            const solver::Query::Expression &E = All.expressions()[R];
            if (!Known[R] || !E.Min || !E.Max)
              continue;
            EXPECT_LE(*E.Min, *Known[R])
                << "operator " << int(E.Kind) << " of " << A << ", " << B;
            EXPECT_GE(*E.Max, *Known[R])
                << "operator " << int(E.Kind) << " of " << A << ", " << B;
          }
        }
    }
}

TEST_F(QueryTest, BoundedIsWhatIsNeeded) {
  Ref Large = y(0, int64_t(1) << 40);
  Ref Square = op(Operator::Multiply, {Large, Large});
  Q.require(op(Operator::Less, {x(0, 9), n(3)}));
  EXPECT_TRUE(Q.isBounded());
  EXPECT_FALSE(Q.needed()[Large]);
  Q.require(op(Operator::Less, {Square, n(9)}));
  EXPECT_FALSE(Q.isBounded());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TEST_F(QueryTest, DivisionRoundsTowardsZero) {
  EXPECT_EQ(valueOf(op(Operator::Divide, {n(-7), n(2)})), -3);
  EXPECT_EQ(valueOf(op(Operator::Divide, {n(7), n(-2)})), -3);
  EXPECT_EQ(valueOf(op(Operator::Remainder, {n(-7), n(2)})), -1);
  EXPECT_EQ(valueOf(op(Operator::Remainder, {n(7), n(-2)})), 1);
  EXPECT_EQ(valueOf(op(Operator::ShiftRight, {n(-7), n(1)})), -4);
}

TEST_F(QueryTest, WhatIsNotDefinedHasNoValue) {
  const int64_t Most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(valueOf(op(Operator::Divide, {n(4), n(0)})), std::nullopt);
  EXPECT_EQ(valueOf(op(Operator::Remainder, {n(4), n(0)})), std::nullopt);
  EXPECT_EQ(valueOf(op(Operator::Add, {n(Most), n(1)})), std::nullopt);
  EXPECT_EQ(valueOf(op(Operator::Multiply, {n(Most), n(2)})), std::nullopt);
  EXPECT_EQ(valueOf(op(Operator::ShiftLeft, {n(1), n(-1)})), std::nullopt);
  EXPECT_EQ(valueOf(op(Operator::ShiftLeft, {n(1), n(64)})), std::nullopt);
  EXPECT_EQ(valueOf(op(Operator::ShiftRight, {n(1), n(-1)})), std::nullopt);
  // Nor has what is made of it.
  Ref Zero = op(Operator::Divide, {n(4), n(0)});
  EXPECT_EQ(valueOf(op(Operator::Multiply, {Zero, n(0)})), std::nullopt);
}

TEST_F(QueryTest, OnlyTheSuccessorTakenNeedsAValue) {
  Ref X = x(0, 9), Broken = op(Operator::Divide, {n(12), X});
  Ref Safe = op(Operator::Choose, {X, Broken, n(-1)});
  EXPECT_EQ(valueOf(Safe, {0}), -1);
  EXPECT_EQ(valueOf(Safe, {4}), 3);
  Ref Unsafe = op(Operator::Choose, {X, n(-1), Broken});
  EXPECT_EQ(valueOf(Unsafe, {0}), std::nullopt);
  EXPECT_EQ(valueOf(Unsafe, {4}), -1);
  EXPECT_EQ(valueOf(op(Operator::Choose, {Broken, n(1), n(2)}), {0}),
            std::nullopt);
}

TEST_F(QueryTest, TruncationExtendsBySignOrZeros) {
  EXPECT_EQ(valueOf(Q.truncate(n(200), 8, true)), -56);
  EXPECT_EQ(valueOf(Q.truncate(n(200), 8, false)), 200);
  EXPECT_EQ(valueOf(Q.truncate(n(-1), 8, false)), 255);
  EXPECT_EQ(valueOf(Q.truncate(n(-1), 8, true)), -1);
  EXPECT_EQ(valueOf(Q.truncate(n(3), 1, true)), -1);
  EXPECT_EQ(valueOf(Q.truncate(n(int64_t(1) << 31), 32, true)),
            -(int64_t(1) << 31));
  EXPECT_EQ(valueOf(Q.truncate(n(-1), 32, false)), (int64_t(1) << 32) - 1);
  EXPECT_EQ(valueOf(Q.truncate(n(-1), 64, true)), -1);
}

TEST_F(QueryTest, NegativeNumbersAsUnsignedOnesOf64BitsDoNotFit) {
  Ref Symbol = x(-5, 5), Large = Q.truncate(Symbol, 64, false);
  EXPECT_EQ(valueOf(Large, {5}), 5);
  EXPECT_EQ(valueOf(Large, {-5}), std::nullopt);
  expectBounds(Large, 0, std::nullopt);
}

TEST_F(QueryTest, WhatIsMadeOfOtherOperators) {
  Ref A = x(-5, 5), B = y(0, 9);
  Ref Difference = op(Operator::Subtract, {A, B}),
      Differ = op(Operator::NotEqual, {A, B}),
      Least = op(Operator::Minimum, {A, B}),
      Most = op(Operator::Maximum, {A, B});
  expectBounds(Difference, -14, 5);
  for (int64_t L = -5; L <= 5; ++L)
    for (int64_t R = 0; R <= 9; ++R) {
      EXPECT_EQ(valueOf(Difference, {L, R}), L - R);
      EXPECT_EQ(valueOf(Differ, {L, R}), L != R);
      EXPECT_EQ(valueOf(Least, {L, R}), std::min(L, R));
      EXPECT_EQ(valueOf(Most, {L, R}), std::max(L, R));
    }
}

TEST_F(QueryTest, TruthAndIntegersConvertAsInCxx) {
  Ref X = x(-9, 9), IsSmall = op(Operator::Less, {X, n(3)});
  Ref Sum = op(Operator::Add, {IsSmall, n(10)});
  EXPECT_EQ(valueOf(Sum, {2}), 11);
  EXPECT_EQ(valueOf(Sum, {3}), 10);
  Ref IsZero = op(Operator::Not, {X});
  EXPECT_EQ(valueOf(IsZero, {0}), 1);
  EXPECT_EQ(valueOf(IsZero, {-2}), 0);
  EXPECT_EQ(valueOf(op(Operator::And, {X, n(4)}), {2}), 1);
  EXPECT_EQ(valueOf(Q.truncate(IsSmall, 1, true), {2}), -1);
  Q.require(X);
  EXPECT_EQ(Q.holds({-1}), true);
  EXPECT_EQ(Q.holds({0}), false);
}

TEST_F(QueryTest, HoldsAsksForAllRequirements) {
  Ref X = x(0, 9), Y = y(0, 9);
  EXPECT_EQ(Q.holds({0, 0}), true);
  Q.require(op(Operator::Less, {X, Y}));
  Q.require(op(Operator::LessEqual, {Y, n(5)}));
  EXPECT_EQ(Q.holds({1, 5}), true);
  EXPECT_EQ(Q.holds({5, 5}), false);
  EXPECT_EQ(Q.holds({1, 6}), false);
}

TEST_F(QueryTest, HoldsKeepsSymbolsWithinTheirBounds) {
  Ref X = x(2, 9);
  Q.require(op(Operator::Less, {X, n(100)}));
  EXPECT_EQ(Q.holds({2}), true);
  EXPECT_EQ(Q.holds({9}), true);
  EXPECT_EQ(Q.holds({1}), false);
  EXPECT_EQ(Q.holds({10}), false);
}

TEST_F(QueryTest, WhetherUndefinedThingsHoldIsNotKnown) {
  Ref X = x(0, 9);
  Q.require(op(Operator::Equal, {op(Operator::Divide, {n(12), X}), n(3)}));
  EXPECT_EQ(Q.holds({4}), true);
  EXPECT_EQ(Q.holds({3}), false);
  EXPECT_EQ(Q.holds({0}), std::nullopt);
}

TEST_F(QueryTest, ConjunctsMadeOfSomeSymbols) {
  Ref X = x(0, 9), Y = y(0, 9);
  Ref OfX = op(Operator::Less, {X, n(5)}), OfBoth = op(Operator::Equal, {X, Y});
  Q.require(op(Operator::And, {OfX, OfBoth}));
  EXPECT_EQ(Q.symbolsIn({OfX}), (std::vector<bool>{true, false}));
  EXPECT_EQ(Q.symbolsIn({OfX, OfBoth}), (std::vector<bool>{true, true}));
  EXPECT_EQ(Q.conjunctsOf({OfBoth}), std::vector<Ref>{OfBoth});
  EXPECT_EQ(Q.madeOf(Q.conjuncts(), {true, false}), std::vector<Ref>{OfX});
  EXPECT_EQ(Q.madeOf(Q.conjuncts(), {true, true}).size(), 2u);
  EXPECT_EQ(Q.madeOf(Q.conjuncts(), {false, false}).size(), 0u);
}

} // namespace query_test
