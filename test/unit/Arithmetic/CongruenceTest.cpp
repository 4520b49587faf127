//===--- CongruenceTest.cpp - Residues hold every result ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic/Congruence.h"
#include "gtest/gtest.h"
#include <vector>

namespace congruence_test {
using namespace warplint;

constexpr int64_t Least = INT64_MIN, Most = INT64_MAX;

std::vector<Congruence> smallCongruences() {
  std::vector<Congruence> Result;
  for (int64_t Number : {-6, -1, 0, 1, 2, 3, 4, 8, 12})
    Result.push_back(Congruence::of(Number));
  for (int64_t Modulus = 1; Modulus <= 8; ++Modulus)
    for (int64_t Rest = 0; Rest < Modulus; ++Rest)
      Result.push_back({Modulus, Rest});
  return Result;
}

std::vector<int64_t> numbersOf(const Congruence &C) {
  std::vector<int64_t> Result;
  for (int64_t V = -25; V <= 25; ++V)
    if (C.holds(V))
      Result.push_back(V);
  return Result;
}

TEST(Congruence, HoldsEveryResult) {
  std::vector<Congruence> Sets = smallCongruences();
  std::vector<std::vector<int64_t>> Numbers;
  for (const Congruence &C : Sets)
    Numbers.push_back(numbersOf(C));
  for (int Op = int(Operator::Add); Op <= int(Operator::Not); ++Op)
    for (size_t L = 0; L < Sets.size(); ++L)
      for (size_t R = 0; R < Sets.size(); ++R) {
        Congruence Result = congruenceOf(Operator(Op), Sets[L], Sets[R]);
        for (int64_t A : Numbers[L])
          for (int64_t B : Numbers[R])
            if (base::Checked Value = fold(Operator(Op), A, B))
              ASSERT_TRUE(Result.holds(*Value))
                  << Op << " of " << A << " and " << B << " is " << *Value
                  << ", not " << Result.rest() << " modulo "
                  << Result.modulus();
      }
}

TEST(Congruence, OfHugeNumbersNothingOverflows) {
  std::vector<Congruence> Sets;
  for (int64_t Number : {Least, Least + 1, int64_t(-1), int64_t(0), Most})
    Sets.push_back(Congruence::of(Number));
  for (int64_t Modulus : {int64_t(1), int64_t(1) << 62, Most})
    Sets.push_back({Modulus, Modulus - 1});
  for (int Op = int(Operator::Add); Op <= int(Operator::Not); ++Op)
    for (const Congruence &L : Sets)
      for (const Congruence &R : Sets)
        if (base::Checked Value = fold(Operator(Op), L.rest(), R.rest()))
          EXPECT_TRUE(congruenceOf(Operator(Op), L, R).holds(*Value));
}

TEST(Congruence, Conversions) {
  for (unsigned Bits : {1u, 3u, 4u})
    for (bool Signed : {false, true})
      for (const Congruence &C : smallCongruences()) {
        IntegerType Type{Bits, Signed};
        Congruence Result = congruenceOfConversion(C, Type);
        for (int64_t Value : numbersOf(C))
          EXPECT_TRUE(Result.holds(*Type.convert(Value)));
      }
}

TEST(Congruence, WhatIsKnown) {
  Congruence Any, Eights{8, 3};
  auto Of = [](int64_t Value) { return Congruence::of(Value); };
  EXPECT_TRUE(congruenceOf(Operator::Multiply, Any, Of(32)).isMultipleOf(32));
  EXPECT_TRUE(congruenceOf(Operator::ShiftLeft, Any, Of(5)).isMultipleOf(32));
  EXPECT_TRUE(congruenceOf(Operator::BitAnd, Any, Of(-32)).isMultipleOf(32));
  EXPECT_EQ(congruenceOf(Operator::Remainder, Eights, Of(4)).rest(), 3);
  EXPECT_EQ(congruenceOf(Operator::ShiftRight, Eights, Of(1)).rest(), 1);
  EXPECT_EQ(congruenceOf(Operator::BitAnd, Eights, Of(1)).rest(), 1);
  EXPECT_EQ(unionOf(Of(5), Of(17)).modulus(), 12);
  EXPECT_FALSE(congruenceOf(Operator::Multiply, Any, Of(32)).isMultipleOf(64));
}

} // namespace congruence_test
