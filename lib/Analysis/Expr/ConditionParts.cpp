//===--- ConditionParts.cpp - What a condition says at least --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/ConditionParts.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

llvm::SmallVector<ConditionPart, 4> partsOf(const Term *Condition, bool Holds) {
  llvm::SmallVector<ConditionPart, 4> Found, Work{{Condition, Holds}};
  llvm::SmallPtrSet<const Term *, 8> Seen[2]; // By what they are to be.
  while (!Work.empty()) {
    ConditionPart Part = Work.pop_back_val();
    if (!Seen[Part.Holds].insert(Part.Says).second)
      continue;
    const auto *Not = dyn_cast<UnaryTerm>(Part.Says);
    const auto *Op = dyn_cast<BinaryTerm>(Part.Says);
    if (Not && Not->opcode() == UO_LNot)
      Work.push_back({Not->of(), !Part.Holds});
    else if (Op && Op->opcode() == (Part.Holds ? BO_LAnd : BO_LOr))
      Work.append({{Op->rhs(), Part.Holds}, {Op->lhs(), Part.Holds}});
    else
      Found.push_back(Part);
  }
  return Found;
}

/// That \p Number is not 0: above or below it where its bounds say which.
static BoundedNumber notZero(const Term *Number, const TermArena &Arena) {
  BoundedNumber Says{Number, Arena.rangeOf(Number), true};
  auto &[Min, Max] = Says.Bounds;
  bool IsAbove = Min && *Min >= 0, IsBelow = Max && *Max <= 0;
  Min = IsAbove ? std::optional<int64_t>(1) : std::nullopt;
  Max = IsBelow ? std::optional<int64_t>(-1) : std::nullopt;
  return Says;
}

BoundedNumber boundedBy(const ConditionPart &Part, TermArena &Arena) {
  const auto *Test = dyn_cast<BinaryTerm>(Part.Says);
  if (!Test || !Test->isComparison())
    return Part.Holds ? notZero(Part.Says, Arena)
                      : BoundedNumber{Part.Says, {0, 0}};
  const Term *Distance = Arena.binary(BO_Sub, Test->rhs(), Test->lhs());
  if (Test->opcode() == BO_EQ || Test->opcode() == BO_NE)
    return Part.Holds == (Test->opcode() == BO_EQ)
               ? BoundedNumber{Distance, {0, 0}}
               : notZero(Distance, Arena);
  bool IsBelow = Test->opcode() == BO_LT;
  if (!Part.Holds) // `<=` with sides exchanged, and `<`.
    return {Arena.unary(UO_Minus, Distance), {!IsBelow, std::nullopt}};
  return {Distance, {IsBelow, std::nullopt}};
}

} // namespace warplint
