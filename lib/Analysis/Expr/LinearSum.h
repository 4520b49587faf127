//===--- LinearSum.h - Sums of terms with factors ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_LINEARSUM_H
#define WARPLINT_ANALYSIS_EXPR_LINEARSUM_H

#include "Analysis/Expr/TermArena.h"
#include "Support/Checked.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// A term with its factor in a sum, which is not 0.
struct Summand {
  const Term *Of;
  int64_t Factor;
  bool operator==(const Summand &R) const {
    return Of == R.Of && Factor == R.Factor;
  }
};
using SummandList = llvm::SmallVector<Summand, 4>;

/// 0 if \p Of is none of \p Parts.
int64_t factorIn(llvm::ArrayRef<Summand> Parts, const Term *Of);

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
  int64_t timesOf(const Term *Part) const { return factorIn(Parts, Part); }

  int64_t Constant = 0;
  SummandList Parts;
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

/// A sum of terms: the bytes from an object to an address in it, for example.
class LinearSum {
public:
  LinearSum() = default;
  explicit LinearSum(const Term *T) { add(T); }

  base::Checked Constant = 0; ///< Unknown once some number does not fit.
  SummandList Parts; ///< Each term once, in the order in which they came.

  /// Adds \p T, which is a sum itself or a part, \p Factor times.
  void add(const Term *T, base::Checked Factor = 1);
  /// The same for a \p T that stays whole.
  void addPart(const Term *T, base::Checked Factor);
};

/// The dividend and the divisor if \p T is the remainder of a number that is
/// never negative, also by a mask; nothing otherwise.
std::optional<std::pair<const Term *, int64_t>>
dividedIn(const Term *T, const TermArena &Arena);

/// An upper bound of a sum.
struct UpperBound {
  SummandList Parts; ///< All factors are positive.
  int64_t Most;   ///< Inclusive; constants in the sum are subtracted.
};

/// The upper bounds in the conjuncts of \p Holds on sums with positive factors,
/// those of the longest sums first.
llvm::SmallVector<UpperBound, 4> upperBoundsIn(const Term *Holds);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_LINEARSUM_H
