//===--- WitnessSearchTest.cpp - Answers found by evaluating --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/WitnessSearch.h"
#include "Solver/Solver.h"
#include "gtest/gtest.h"

namespace witness_search_test {
using namespace warplint;

constexpr unsigned SearchSteps = 200000;

using Ref = solver::Query::Ref;

/// Starts with all symbols at \p Start.
std::optional<std::vector<int64_t>> search(const solver::Query &Q,
                                           unsigned Steps = SearchSteps,
                                           int64_t Start = 0) {
  return solver::searchWitness(
      Q, std::vector<int64_t>(Q.symbols().size(), Start), Steps);
}

/// Threads of two warps whose addresses are the same.
solver::Query pair(Ref (*AddressOf)(solver::Query &, Ref)) {
  solver::Query Q;
  Ref One = Q.symbol("t1", 0, 511), Other = Q.symbol("t2", 0, 511);
  auto Warp = [&](Ref T) {
    return Q.make(Operator::Divide, {T, Q.constant(32)});
  };
  Q.require(Q.make(Operator::Not,
                   {Q.make(Operator::Equal, {Warp(One), Warp(Other)})}));
  Q.require(Q.make(Operator::Equal, {One, AddressOf(Q, Other)}));
  return Q;
}

TEST(WitnessSearch, FindsPartners) {
  solver::Query Q = pair([](solver::Query &Q, Ref T) {
    return Q.make(Operator::BitXor, {T, Q.constant(64)});
  });
  auto Found = search(Q);
  ASSERT_TRUE(Found);
  EXPECT_TRUE(Q.holds(*Found).value_or(false));
}

TEST(WitnessSearch, SolvesForWhatIsLinear) {
  solver::Query Q = pair([](solver::Query &Q, Ref T) {
    Ref Loaded = Q.symbol("loaded", -32768, 32768);
    return Q.make(Operator::Add,
                  {T, Q.make(Operator::Multiply, {Loaded, Q.constant(100)})});
  });
  // Threads of two warps, 100 apart: which value brings them together?
  unsigned Steps = SearchSteps;
  auto Found = solver::searchWitness(Q, std::vector<int64_t>{0, 100, 0}, Steps);
  ASSERT_TRUE(Found);
  EXPECT_EQ((*Found)[2], -1);
}

TEST(WitnessSearch, NeedsNoBounds) {
  solver::Query Q;
  Ref X = Q.symbol("x", 0, int64_t(1) << 40),
      Y = Q.symbol("y", 0, int64_t(1) << 40);
  Ref Product = Q.make(Operator::Multiply, {X, Y});
  Q.require(Q.make(Operator::Less, {Q.constant(12), Product}));
  EXPECT_FALSE(Q.isBounded());
  EXPECT_TRUE(search(Q, SearchSteps, 1));
}

TEST(WitnessSearch, GivesUpAfterItsSteps) {
  solver::Query Q;
  Ref X = Q.symbol("x", 0, 1000);
  Q.require(Q.make(Operator::Equal,
                   {Q.make(Operator::Multiply, {X, X}), Q.constant(7)}));
  unsigned Steps = SearchSteps;
  EXPECT_FALSE(solver::searchWitness(Q, std::vector<int64_t>{0}, Steps));
  EXPECT_LT(Steps, SearchSteps);
  EXPECT_FALSE(search(Q, 1));
}

TEST(IndependentParts, ShareNoSymbol) {
  solver::Query Q;
  Ref X = Q.symbol("x", 0, 9), Y = Q.symbol("y", 0, 9), Z = Q.symbol("z", 0, 9);
  Ref XBelowY = Q.make(Operator::Less, {X, Y}),
      ZAboveTwo = Q.make(Operator::Less, {Q.constant(2), Z}),
      YIsTwo = Q.make(Operator::Equal, {Y, Q.constant(2)});
  Q.require(Q.make(Operator::And, {XBelowY, ZAboveTwo}));
  Q.require(YIsTwo);
  auto Parts = Q.independentParts();
  ASSERT_EQ(Parts.size(), 2u);
  EXPECT_EQ(Parts[0], (std::vector<Ref>{XBelowY, YIsTwo}));
  EXPECT_EQ(Parts[1], std::vector<Ref>{ZAboveTwo});
  EXPECT_EQ(Q.withRequirements(Parts[1]).requirements().size(), 1u);
}

TEST(WitnessSearch, MakesWitnessesSmall) {
  solver::Query Q = pair([](solver::Query &Q, Ref T) {
    return Q.make(Operator::BitXor, {T, Q.constant(64)});
  });
  unsigned Steps = SearchSteps;
  auto Small = solver::smallerWitness(Q, {480, 416}, {0, 1}, Steps);
  EXPECT_EQ(Small, (std::vector<int64_t>{64, 0}));
  EXPECT_LT(Steps, SearchSteps);
  // The order says which of the two comes first.
  solver::Query Far = pair([](solver::Query &Q, Ref T) {
    return Q.make(Operator::Subtract, {Q.constant(300), T});
  });
  EXPECT_EQ(solver::smallerWitness(Far, {100, 200}, {0, 1}, Steps),
            (std::vector<int64_t>{0, 300}));
  EXPECT_EQ(solver::smallerWitness(Far, {100, 200}, {1, 0}, Steps),
            (std::vector<int64_t>{300, 0}));
}

TEST(WitnessSearch, SmallWitnessesHold) {
  solver::Query Q = pair([](solver::Query &Q, Ref T) {
    return Q.make(Operator::Subtract, {Q.constant(300), T});
  });
  Ref N = Q.symbol("n", -1000, 1000);
  Q.require(Q.make(Operator::Less, {N, Q.constant(-16)}));
  unsigned Steps = SearchSteps;
  auto Small = solver::smallerWitness(Q, {290, 10, -900}, {0, 1, 2}, Steps);
  EXPECT_TRUE(Q.holds(Small).value_or(false));
  EXPECT_EQ(Small[0], 0);
  EXPECT_GE(Small[2], -500);
  // Without steps they stay as they are.
  Steps = 0;
  EXPECT_EQ(solver::smallerWitness(Q, {290, 10, -900}, {0, 1, 2}, Steps),
            (std::vector<int64_t>{290, 10, -900}));
}

} // namespace witness_search_test
