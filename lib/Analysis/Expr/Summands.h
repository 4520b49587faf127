//===--- Summands.h - Terms as sums -----------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_SUMMANDS_H
#define WARPLINT_ANALYSIS_EXPR_SUMMANDS_H

#include "Analysis/Expr/TermArena.h"

namespace warplint {

/// What a term adds up: a constant and parts, each so many times. A term that
/// is no sum is its only part.
struct Summands {
  explicit Summands(const Term *T) {
    if (const auto *Number = llvm::dyn_cast<ConstantTerm>(T)) {
      Constant = Number->value();
    } else if (const auto *Sum = llvm::dyn_cast<LinearTerm>(T)) {
      Constant = Sum->constant();
      for (auto [Part, Times] : llvm::zip(Sum->operands(), Sum->coefficients()))
        Parts.push_back({Part, Times});
    } else {
      Parts.push_back({T, 1});
    }
  }

  /// How often \p Part is added.
  int64_t timesOf(const Term *Part) const {
    for (auto [Each, Times] : Parts)
      if (Each == Part)
        return Times;
    return 0;
  }

  int64_t Constant = 0;
  llvm::SmallVector<std::pair<const Term *, int64_t>, 4> Parts;
};

/// \p T where \p Instead takes the place of each part that \p T adds up, as
/// many times; a part for which it is null stays.
inline const Term *replaceSummands(
    const Term *T, TermArena &Arena,
    llvm::function_ref<const Term *(const Term *Part, int64_t Times)> Instead) {
  const Summands Sum(T);
  const Term *Result = T;
  for (auto [Part, Times] : Sum.Parts)
    if (const Term *New = Instead(Part, Times); New && New != Part)
      Result = Arena.binary(clang::BO_Add, Result,
                            Arena.binary(clang::BO_Mul,
                                         Arena.binary(clang::BO_Sub, New, Part),
                                         Arena.constant(Times)));
  return Result;
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_SUMMANDS_H
