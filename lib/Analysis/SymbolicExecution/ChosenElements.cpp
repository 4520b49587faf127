//===--- ChosenElements.cpp - Elements under an index of a program --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads at an index that is not a constant from an array whose elements are all
// known: by the value that a fill loop stores in iteration k, or as a choice
// between a few elements.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/KernelIR/State.h"

using namespace clang;

namespace warplint {

void StateAccess::rememberForm(llvm::ArrayRef<const Term *> Elements,
                               const PhiTerm &Counter, const Term *Value) {
  Forms[Arena.record(nullptr, Elements)] = {&Counter, Value};
}

const Term *StateAccess::choose(llvm::ArrayRef<const Term *> Elements,
                                const Term *Index) const {
  if (auto Found = Forms.find(Arena.record(nullptr, Elements));
      Found != Forms.end()) {
    TermRewriter InIteration(Arena);
    return InIteration.rewrite(Found->second.second, [&](const Term &Part) {
      return &Part == Found->second.first ? Index : nullptr;
    });
  }
  if (Elements.empty() ||
      !Arena.limits().allows(BudgetId::ChosenElements, Elements.size()))
    return nullptr;
  const Term *Value = Elements.back();
  for (uint64_t I = Elements.size() - 1; I-- > 0;)
    Value = Arena.select(Arena.binary(BO_EQ, Index, Arena.constant(I)),
                         Elements[I], Value);
  return Value;
}

} // namespace warplint
