//===--- TermCongruenceTest.cpp - What terms are multiples of -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermCongruence.h"
#include "AnalysedKernel.h"
#include "Analysis/Budgets/StepBudget.h"

namespace term_congruence_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

TEST(TermCongruence, FollowsTheOperators) {
  StepBudget Work(1000);
  const Limits Within(Budgets::of(EffortLevel::Normal));
  TermArena A({}, Work, Within);
  const Term *X = A.symbol({}), *Y = A.symbol({});
  auto C = [&](int64_t Value) { return A.constant(Value); };
  auto Op = [&](BinaryOperatorKind Kind, const Term *L, const Term *R) {
    return A.binary(Kind, L, R);
  };
  auto Is = [](const Term *T, int64_t Modulus, int64_t Rest) {
    Congruence Found = congruenceOf(T);
    EXPECT_EQ(Found.modulus(), Modulus);
    EXPECT_EQ(Found.rest(), Rest);
  };
  Is(X, 1, 0);
  Is(C(-3), 0, -3);
  const Term *Sum =
      Op(BO_Add, Op(BO_Mul, X, C(12)), Op(BO_Add, Op(BO_Mul, Y, C(8)), C(6)));
  Is(Sum, 4, 2);
  // Products of unknowns, masks, choices, conversions.
  Is(Op(BO_Mul, Sum, Y), 2, 0);
  Is(Op(BO_And, X, C(-32)), 32, 0);
  Is(Op(BO_Rem, Sum, C(2)), 0, 0);
  Is(A.select(X, Sum, C(0)), 2, 0);
  Is(A.narrow(Sum, 16, false), 4, 2);
  Is(A.narrow(Op(BO_Mul, X, C(3)), 16, false), 1, 0);
  EXPECT_TRUE(congruenceOf(Op(BO_Mul, Sum, C(2))).isMultipleOf(4));
  EXPECT_FALSE(congruenceOf(Sum).isMultipleOf(4));
}

} // namespace term_congruence_test
