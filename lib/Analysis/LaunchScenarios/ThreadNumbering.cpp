//===--- ThreadNumbering.cpp - How a kernel numbers its threads -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/ThreadNumbering.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Target/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace clang;

namespace warplint::scenarios {

/// \p Sum as a count of threads; nothing if it is none.
static std::optional<CountedBlock> countedBy(const LinearTerm &Sum,
                                             const Evaluation &Values) {
  int64_t Times[3] = {0, 0, 0}, Iteration = 0;
  for (auto [Part, C] : llvm::zip(Sum.operands(), Sum.coefficients())) {
    const auto *Self = dyn_cast<IdentityTerm>(Part);
    if (Self && Self->identity() == IdentityKind::ThreadIdx)
      Times[Self->axis()] = C;
    const Induction *Loop =
        isa<PhiTerm>(Part) ? Values.inductions().find(Part) : nullptr;
    if (Loop && Loop->constantStep() == 1)
      Iteration = std::max(Iteration, C);
  }
  if (Times[0] <= 0 || Times[1] < Times[0] || Times[2] < Times[1] ||
      Times[1] % Times[0] || Times[2] % Times[1])
    return std::nullopt;
  CountedBlock Found{Times[1] / Times[0], Times[2] / Times[1], 0};
  if (Iteration >= Times[2] && Iteration % Times[2] == 0)
    Found.Z = Iteration / Times[2];
  if (Found.X * Found.Y > MaxThreadsPerBlock)
    return std::nullopt;
  return Found;
}

std::optional<CountedBlock> countedBlock(const Evaluation &Values) {
  std::optional<CountedBlock> Least;
  auto Take = [](int64_t &Known, int64_t New) {
    if (New && (!Known || New < Known))
      Known = New;
  };
  for (const Term *T : Values.programTerms()) {
    const auto *Sum = dyn_cast<LinearTerm>(T);
    auto Found = Sum ? countedBy(*Sum, Values) : std::nullopt;
    if (!Found)
      continue;
    if (!Least)
      Least.emplace();
    Take(Least->X, Found->X);
    Take(Least->Y, Found->Y);
    Take(Least->Z, Found->Z);
  }
  return Least;
}

int64_t threadsCountedTogether(const Evaluation &Values) {
  int64_t Group = 1;
  for (const Term *T : Values.programTerms()) {
    const auto *Op = dyn_cast<BinaryTerm>(T);
    auto *By = Op ? dyn_cast<ConstantTerm>(Op->rhs()) : nullptr;
    if (!By || By->value() < 2 || By->value() > MaxThreadsPerBlock ||
        (Op->opcode() != BO_Div && Op->opcode() != BO_Rem) ||
        !Op->lhs()->isIdentity(IdentityKind::ThreadIdx))
      continue;
    Group = std::lcm(Group, By->value());
    if (Group > MaxThreadsPerBlock) // Larger than all that is tried.
      return Group;
  }
  return Group;
}

bool asksForFirst(const Term &Test) {
  auto IsPlace = [](const Term *T) {
    Summands Sum(T);
    return !Sum.Parts.empty() && Sum.Constant == 0 &&
           llvm::all_of(Sum.Parts, [](const Summand &Part) {
             return threadAxis(Part.Of) && Part.Factor > 0;
           });
  };
  if (const auto *Not = dyn_cast<UnaryTerm>(&Test))
    return Not->opcode() == UO_LNot && IsPlace(Not->of());
  const auto *Op = dyn_cast<BinaryTerm>(&Test);
  if (!Op)
    return false;
  if (Op->isLogical())
    return llvm::all_of(Op->operands(), [&](const Term *Part) {
      return IsPlace(Part) || asksForFirst(*Part);
    });
  return BinaryOperator::isEqualityOp(Op->opcode()) && IsPlace(Op->lhs()) &&
         Op->rhs()->isConstant(0);
}

} // namespace warplint::scenarios
