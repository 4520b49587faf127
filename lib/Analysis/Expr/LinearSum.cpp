//===--- LinearSum.cpp - Sums of terms with factors -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/ConditionParts.h"

using namespace clang;

namespace warplint {

int64_t factorIn(llvm::ArrayRef<Summand> Parts, const Term *Of) {
  const auto *Found =
      llvm::find_if(Parts, [&](Summand Each) { return Each.Of == Of; });
  return Found == Parts.end() ? 0 : Found->Factor;
}

void LinearSum::add(const Term *T, base::Checked Factor) {
  if (const auto *Number = dyn_cast<ConstantTerm>(T)) {
    Constant += Factor * Number->value();
  } else if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
    Constant += Factor * Sum->constant();
    for (auto [Of, Times] : llvm::zip(Sum->operands(), Sum->coefficients()))
      addPart(Of, Factor * Times);
  } else {
    addPart(T, Factor);
  }
}

void LinearSum::addPart(const Term *T, base::Checked Factor) {
  auto *Known =
      llvm::find_if(Parts, [&](Summand Each) { return Each.Of == T; });
  if (Known == Parts.end())
    Known = Parts.insert(Parts.end(), {T, 0});
  Factor += Known->Factor;
  Constant = Factor ? Constant : base::Checked();
  Known->Factor = Factor.orElse(0);
  if (Known->Factor == 0)
    Parts.erase(Known);
}

std::optional<std::pair<const Term *, int64_t>>
dividedIn(const Term *T, const TermArena &Arena) {
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op || (Op->opcode() != BO_Rem && Op->opcode() != BO_And))
    return std::nullopt;
  bool IsMask = Op->opcode() == BO_And;
  const Term *Whole = Op->lhs();
  auto Number = numberOf(Op->rhs());
  if (IsMask && !Number) {
    Whole = Op->rhs();
    Number = numberOf(Op->lhs());
  }
  base::Checked Divisor = base::Checked(Number) + IsMask;
  auto Least = Arena.rangeOf(Whole).Min;
  if (!Divisor || *Divisor < 2 ||
      (IsMask && !llvm::isPowerOf2_64(uint64_t(*Divisor))) || !Least ||
      *Least < 0)
    return std::nullopt;
  return std::pair(Whole, *Divisor);
}

llvm::SmallVector<UpperBound, 4> upperBoundsIn(const Term *Holds) {
  llvm::SmallVector<UpperBound, 4> Result;
  for (const ConditionPart &Part : partsOf(Holds, true)) {
    const auto *Op = dyn_cast<BinaryTerm>(Part.Says);
    auto Number = Op && Part.Holds ? numberOf(Op->rhs()) : std::nullopt;
    if (!Number || (Op->opcode() != BO_LT && Op->opcode() != BO_LE))
      continue;
    LinearSum Sum(Op->lhs());
    base::Checked Most = *Number - Sum.Constant - (Op->opcode() == BO_LT);
    if (Most && llvm::all_of(Sum.Parts, [](Summand P) { return P.Factor > 0; }))
      Result.push_back({std::move(Sum.Parts), *Most});
  }
  llvm::stable_sort(Result, [](const UpperBound &L, const UpperBound &R) {
    return L.Parts.size() > R.Parts.size();
  });
  return Result;
}

} // namespace warplint
