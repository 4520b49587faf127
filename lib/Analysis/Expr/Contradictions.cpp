//===--- Contradictions.cpp - Conditions that exclude each other ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/TermTraversal.h"
#include <limits>
#include <optional>

using namespace clang;

namespace warplint {

namespace {

/// Values of one term: those from Least to Most, or all but those.
struct Values {
  const Term *Of = nullptr;
  int64_t Least = std::numeric_limits<int64_t>::min();
  int64_t Most = std::numeric_limits<int64_t>::max();
  bool AllBut = false;
};

} // namespace

/// Takes `!` off \p Condition.
static void takeOffNot(const Term *&Condition, bool &Holds) {
  const auto *Not = dyn_cast<UnaryTerm>(Condition);
  for (; Not && Not->opcode() == UO_LNot;
       Not = dyn_cast<UnaryTerm>(Condition)) {
    Condition = Not->of();
    Holds = !Holds;
  }
}

/// `a < b` and `b <= a`, `a == b` and `a != b`.
static bool areOpposite(const Term *A, const Term *B) {
  const auto *L = dyn_cast<BinaryTerm>(A), *R = dyn_cast<BinaryTerm>(B);
  if (!L || !R || !L->isComparison() || !R->isComparison())
    return false;
  if (BinaryOperator::isEqualityOp(L->opcode()))
    return R->opcode() == BinaryOperator::negateComparisonOp(L->opcode()) &&
           L->operands() == R->operands();
  return L->lhs() == R->rhs() && L->rhs() == R->lhs() &&
         (L->opcode() == BO_LT) == (R->opcode() == BO_LE);
}

static std::optional<Values> valuesThat(const Term *Condition, bool Holds) {
  const auto *Compared = dyn_cast<BinaryTerm>(Condition);
  if (!Compared)
    return std::nullopt;
  const auto *Left = dyn_cast<ConstantTerm>(Compared->lhs()),
             *Right = dyn_cast<ConstantTerm>(Compared->rhs());
  if (bool(Left) == bool(Right))
    return std::nullopt;
  int64_t Number = Left ? Left->value() : Right->value();
  if (Number == std::numeric_limits<int64_t>::min() ||
      Number == std::numeric_limits<int64_t>::max())
    return std::nullopt;
  Values Found;
  Found.Of = Left ? Compared->rhs() : Compared->lhs();
  switch (Compared->opcode()) {
  case BO_EQ:
  case BO_NE:
    Found.Least = Found.Most = Number;
    Found.AllBut = (Compared->opcode() == BO_EQ) != Holds;
    return Found;
  case BO_LT:
  case BO_LE: {
    // `number < of` and the opposite of `of <= number` are one.
    bool Above = bool(Left) == Holds;
    bool Included = (Compared->opcode() == BO_LE) == Holds;
    (Above ? Found.Least : Found.Most) = Included ? Number
                                         : Above  ? Number + 1
                                                  : Number - 1;
    return Found;
  }
  default:
    return std::nullopt;
  }
}

bool exclude(const Term *A, bool IsA, const Term *B, bool IsB) {
  takeOffNot(A, IsA);
  takeOffNot(B, IsB);
  if (A == B)
    return IsA != IsB;
  if (areOpposite(A, B))
    return IsA == IsB;
  auto L = valuesThat(A, IsA), R = valuesThat(B, IsB);
  if (!L || !R || L->Of != R->Of || (L->AllBut && R->AllBut))
    return false;
  if (L->AllBut)
    std::swap(L, R);
  if (R->AllBut)
    return R->Least <= L->Least && L->Most <= R->Most;
  return L->Most < R->Least || R->Most < L->Least;
}

bool isFixed(const Term *T) {
  return !anyPartOf(
      T, [](const Term &Part) { return isa<PhiTerm, SiteTerm>(Part); });
}

} // namespace warplint
