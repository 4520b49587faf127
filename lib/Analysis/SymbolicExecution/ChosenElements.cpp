//===--- ChosenElements.cpp - Elements under an index of a program --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads at an index that is not a constant from an array whose elements are all
// known: by the value that a fill loop stores in iteration k, as an arithmetic
// progression, or as a choice between a few elements.
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

/// \p T as a number of steps of \p Size bytes from an address, or as a number
/// alone.
static std::pair<const Term *, const Term *>
baseAndSteps(const Term *T, int64_t Size, TermArena &Arena) {
  const auto *Element = dyn_cast<ElementTerm>(T);
  if (Element && Element->elementSize() == Size)
    return {Element->base(), Element->index()};
  return {T, Arena.constant(0)};
}

/// The element \p Index of \p Elements, which lie as far from each other, each
/// from the one before; null if they do not.
static const Term *inProgression(llvm::ArrayRef<const Term *> Elements,
                                 const Term *Index, TermArena &Arena) {
  const ElementTerm *Any = nullptr;
  for (const Term *T : Elements)
    if (const auto *Element = dyn_cast<ElementTerm>(T))
      Any = Element;
  if (!Any || Elements.size() < 2)
    return nullptr;
  const Term *Step = nullptr, *Before = nullptr;
  auto [Base, First] = baseAndSteps(Elements[0], Any->elementSize(), Arena);
  for (const Term *T : Elements) {
    auto [From, Steps] = baseAndSteps(T, Any->elementSize(), Arena);
    if (From != Base)
      return nullptr;
    if (Before) {
      const Term *Apart = Arena.binary(BO_Sub, Steps, Before);
      if (Step && Step != Apart)
        return nullptr;
      Step = Apart;
    }
    Before = Steps;
  }
  return Arena.element(
      Base, Arena.binary(BO_Add, First, Arena.binary(BO_Mul, Index, Step)),
      Any->elementSize());
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
  if (const Term *Value = inProgression(Elements, Index, Arena))
    return Value;
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
