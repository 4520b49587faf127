//===--- SelectedAddresses.cpp - One of several objects -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/SelectedAddresses.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/TermTraversal.h"

using namespace llvm;

namespace warplint::pipelines {

/// The outermost choice that \p Address, and not an index in it, is made of;
/// null if there is none.
const SelectTerm *SelectedAddresses::choiceIn(const Term *Address) {
  auto [Known, New] = Choices.try_emplace(Address, nullptr);
  if (!New)
    return Known->second;
  const Term *T = Address;
  while (T && !isa<SelectTerm>(T)) {
    if (const auto *Part = dyn_cast<SubobjectTerm>(T)) {
      T = Part->base();
    } else if (const auto *Narrow = dyn_cast<NarrowTerm>(T)) {
      T = Narrow->of();
    } else if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
      // Numbers of an address and what is added to it.
      T = nullptr;
      for (const Term *Operand : Sum->operands())
        if (!T && choiceIn(Operand))
          T = choiceIn(Operand);
    } else {
      T = nullptr;
    }
  }
  return Choices[Address] = cast_or_null<SelectTerm>(T);
}

const Term *SelectedAddresses::taking(const Term *Address,
                                      const SelectTerm &Choice, bool First) {
  auto [Known, New] = Taken.try_emplace({Address, First}, nullptr);
  if (New)
    Known->second = TermRewriter(Arena).rewrite(Address, [&](const Term &Part) {
      return &Part != &Choice ? nullptr
             : First          ? Choice.ifTrue()
                              : Choice.ifFalse();
    });
  return Known->second;
}

const Term *SelectedAddresses::resolve(
    const Term *Address,
    function_ref<std::optional<int64_t>(const Term *)> Decide) {
  for (unsigned Made = 0;
       Arena.limits().allows(BudgetId::SelectedAddresses, Made); ++Made) {
    const SelectTerm *Choice = choiceIn(Address);
    if (!Choice)
      return Address;
    auto Holds = Decide(Choice->condition());
    if (!Holds)
      return nullptr;
    Address = taking(Address, *Choice, *Holds != 0);
  }
  return nullptr;
}

SmallVector<const Term *, 4> SelectedAddresses::all(const Term *Address) {
  SmallVector<const Term *, 4> Found{Address};
  for (size_t I = 0; I < Found.size();) {
    const Term *T = Found[I];
    const SelectTerm *Choice = choiceIn(T);
    if (!Choice) {
      ++I;
      continue;
    }
    if (!Arena.limits().allows(BudgetId::SelectedAddresses, Found.size()))
      return {};
    Found[I] = taking(T, *Choice, true);
    Found.push_back(taking(T, *Choice, false));
  }
  return Found;
}

} // namespace warplint::pipelines
