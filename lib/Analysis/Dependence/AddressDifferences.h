//===--- AddressDifferences.h - Distances as weighted sums ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distance of two addresses of two threads is a sum: weighted differences
// of values that both threads have (lane index, iteration), and values of one
// thread or of both together, which lie in a range. The addresses meet where
// the sum is small enough.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H
#define WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H

#include "Analysis/TwoThreads/QuerySymbols.h"
#include <limits>

namespace warplint {
class LinearTerm;
class Term;
class TermArena;
} // namespace warplint

namespace warplint::dependence {

/// The distances in bytes, from `Least` to `Most`, at which two accesses meet.
struct Near {
  int64_t Least = 0, Most = 0;
};

/// Stands for every number that is too large to be represented.
inline constexpr int64_t Endless = std::numeric_limits<int64_t>::max();

/// `Whole` as `Quotient * Divisor + Remainder`, which the address contains.
struct Halves {
  const Term *Whole, *Quotient, *Remainder;
};

/// A value that both threads have: it differs by at most `Extent` between them,
/// and the difference is multiplied by `Weight`.
struct Difference {
  int64_t Weight, Extent;
  const Term *Of;   ///< The value in thread 1.
  const Term *Twin; ///< The value in thread 2.
};

/// A common bound of some differences that is smaller than the sum of theirs.
struct Together {
  llvm::SmallVector<const Term *, 4> Of;
  int64_t Most; ///< Of the weighted sum.
};

/// A distance as weighted differences of values that both threads have.
struct Differences {
  Near Sum; ///< Range of the sum of `Parts` where accesses meet.
  llvm::SmallVector<Difference, 8> Parts; ///< By weight, the smallest first.
  /// For each of the parts: the range of the sum of it and all later parts
  /// where the accesses meet, by bounds of each thread on all other parts.
  /// Empty if no bounds are known.
  llvm::SmallVector<Near, 8> FromHere;
  llvm::SmallVector<Together, 2> Bounded;
  llvm::SmallVector<Halves, 2> Divided;

  const Difference *find(const Term *Of) const {
    auto Found = llvm::find_if(
        Parts, [&](const Difference &Each) { return Each.Of == Of; });
    return Found == Parts.end() ? nullptr : &*Found;
  }
  /// For each of the parts: the largest sum of it and all earlier parts;
  /// `Endless` if that cannot be represented.
  llvm::SmallVector<int64_t, 8> most() const;
};

/// The ways to decompose \p Sum: keeping remainders as they are (false), or
/// also replacing them by `Whole - Quotient * Divisor` (true). Only false if
/// \p Sum contains no remainder.
llvm::ArrayRef<bool> decompositionsOf(const LinearTerm *Sum,
                                      const TermArena &Arena);

/// The dividend and the divisor if \p T is a remainder; nothing otherwise.
std::optional<std::pair<const Term *, int64_t>>
dividedIn(const Term *T, const TermArena &Arena);

/// Decomposes the distance \p Linear, for accesses that meet \p Within. Nothing
/// if a value in it is unbounded. \p Holds: conditions that hold in thread 1
/// and in thread 2, in this order; they bound values and sums of values.
/// \p Divides: one of `decompositionsOf`.
std::optional<Differences> differencesIn(twothreads::QuerySymbols &Symbols,
                                         const LinearTerm *Linear,
                                         llvm::ArrayRef<const Term *> Holds,
                                         Near Within, bool Divides);

/// Narrows \p Sum to the multiples of the common divisor of all weights of
/// \p Parts.
void keepMultiples(Near &Sum, llvm::ArrayRef<Difference> Parts);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H
