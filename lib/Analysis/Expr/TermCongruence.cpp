//===--- TermCongruence.cpp - What terms are multiples of -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermCongruence.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/TermTraversal.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// `congruenceOf(T)` where \p Known says it of the operands.
static Congruence
congruenceFrom(const Term *T,
               llvm::function_ref<Congruence(const Term *)> Known) {
  if (const auto *Number = dyn_cast<ConstantTerm>(T))
    return Congruence::of(Number->value());
  if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
    Congruence Total = Congruence::of(Sum->constant());
    for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients()))
      Total = congruenceOf(
          Operator::Add, Total,
          congruenceOf(Operator::Multiply, Known(Part), Congruence::of(C)));
    return Total;
  }
  if (const auto *Op = dyn_cast<BinaryTerm>(T)) {
    auto Is = operatorOf(Op->opcode());
    return Is ? congruenceOf(Is->Op, Known(Op->lhs()), Known(Op->rhs()))
              : Congruence();
  }
  if (const auto *Choice = dyn_cast<SelectTerm>(T))
    return unionOf(Known(Choice->ifTrue()), Known(Choice->ifFalse()));
  if (const auto *Narrow = dyn_cast<NarrowTerm>(T))
    return congruenceOfConversion(Known(Narrow->of()),
                                  {Narrow->bits(), Narrow->isSigned()});
  return {};
}

Congruence congruenceOf(const Term *T) {
  using Parts = TermFold<Congruence>::Parts;
  TermFold<Congruence> Fold;
  return Fold.run(
      T, [](const Term *Now, Parts &Of) -> std::optional<Congruence> {
        bool IsMade = isa<LinearTerm, BinaryTerm, SelectTerm, NarrowTerm>(Now);
        if (IsMade && !Of.knowsAll(Now->operands()))
          return std::nullopt;
        return congruenceFrom(Now,
                              [&](const Term *Part) { return *Of.of(Part); });
      });
}

} // namespace warplint
