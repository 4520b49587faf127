//===--- ChosenNumbers.cpp - Terms that are one of a few numbers ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/ChosenNumbers.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/TermTraversal.h"

using namespace clang;

namespace warplint::twothreads {

/// Numbers with their conditions: the first condition that holds selects the
/// number; the last condition is 1. Empty for a term that is not one of a few
/// numbers.
using Choices = std::vector<std::pair<const Term *, int64_t>>;

/// \p Of with \p Make of each number; empty if one of those is no number.
static Choices each(const Choices &Of,
                    llvm::function_ref<const Term *(int64_t)> Make) {
  Choices Result;
  for (auto [If, Value] : Of) {
    const auto *Made = dyn_cast<ConstantTerm>(Make(Value));
    if (!Made)
      return {};
    Result.push_back({If, Made->value()});
  }
  return Result;
}

static Choices choicesOf(const Term *T, TermArena &Arena) {
  TermFold<Choices> Known;
  return Known.run(
      T, [&](const Term *Part, auto &Parts) -> std::optional<Choices> {
        if (const auto *Number = dyn_cast<ConstantTerm>(Part))
          return Choices{{Arena.constant(1), Number->value()}};
        if (const auto *Choice = dyn_cast<SelectTerm>(Part)) {
          std::optional<Choices> True = Parts.of(Choice->ifTrue()),
                                 False = Parts.of(Choice->ifFalse());
          if (!True || !False)
            return std::nullopt;
          Choices Result;
          if (True->empty() || False->empty() ||
              !Arena.limits().allows(BudgetId::ChosenNumbers,
                                     True->size() + False->size()))
            return Result;
          for (auto [If, Value] : *True)
            Result.push_back(
                {Arena.binary(BO_LAnd, Choice->condition(), If), Value});
          Result.insert(Result.end(), False->begin(), False->end());
          return Result;
        }
        if (const auto *Sum = dyn_cast<LinearTerm>(Part);
            Sum && Sum->operands().size() == 1) {
          std::optional<Choices> Of = Parts.of(Sum->operand(0));
          if (!Of)
            return std::nullopt;
          return each(*Of, [&](int64_t Value) {
            return Arena.binary(
                BO_Add,
                Arena.binary(BO_Mul, Arena.constant(Value),
                             Arena.constant(Sum->coefficients()[0])),
                Arena.constant(Sum->constant()));
          });
        }
        if (const auto *Op = dyn_cast<BinaryTerm>(Part);
            Op && (Op->opcode() == BO_Mul || Op->opcode() == BO_Shl) &&
            isa<ConstantTerm>(Op->rhs())) {
          std::optional<Choices> Of = Parts.of(Op->lhs());
          if (!Of)
            return std::nullopt;
          return each(*Of, [&](int64_t Value) {
            return Arena.binary(Op->opcode(), Arena.constant(Value), Op->rhs());
          });
        }
        return Choices();
      });
}

const Term *divided(BinaryOperatorKind Op, const Term *L, const Term *R,
                    TermArena &Arena) {
  Choices By = isa<ConstantTerm>(R) ? Choices() : choicesOf(R, Arena);
  if (By.empty() ||
      llvm::any_of(By, [](const auto &Each) { return Each.second == 0; }))
    return Arena.binary(Op, L, R);
  const Term *Result = Arena.binary(Op, L, Arena.constant(By.back().second));
  By.pop_back();
  for (auto [If, Value] : llvm::reverse(By))
    Result =
        Arena.select(If, Arena.binary(Op, L, Arena.constant(Value)), Result);
  return Result;
}

} // namespace warplint::twothreads
