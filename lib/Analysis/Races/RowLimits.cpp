//===--- RowLimits.cpp - How far threads come in their rows ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/RowLimits.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

llvm::SmallVector<Limit, 4> limitsIn(const Term *Holds) {
  llvm::SmallVector<Limit, 4> Result;
  walkTerms(Holds, [&](const Term &Part) {
    const auto *Op = dyn_cast<BinaryTerm>(&Part);
    if (Op && Op->opcode() == BO_LAnd)
      return Walk::Enter;
    auto Number = Op ? numberOf(Op->rhs()) : std::nullopt;
    if (!Number || (Op->opcode() != BO_LT && Op->opcode() != BO_LE))
      return Walk::Skip;
    Limit Found;
    int64_t Constant = 0;
    if (const auto *Linear = dyn_cast<LinearTerm>(Op->lhs())) {
      Constant = Linear->constant();
      for (auto [Of, Times] :
           llvm::zip(Linear->operands(), Linear->coefficients()))
        Found.Parts.push_back({Of, Times});
    } else {
      Found.Parts.push_back({Op->lhs(), 1});
    }
    if (llvm::all_of(Found.Parts, [](const auto &P) { return P.second > 0; }) &&
        !llvm::SubOverflow(*Number, Constant + (Op->opcode() == BO_LT),
                           Found.Most))
      Result.push_back(std::move(Found));
    return Walk::Skip;
  });
  return Result;
}

} // namespace warplint
