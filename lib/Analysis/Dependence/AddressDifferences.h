//===--- AddressDifferences.h - How far two places are apart ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distance of two places of two threads is a sum of differences of what
// both threads have (their lane, the iteration they are in), each weighed, and of
// what only one of them has or both share, which lies within a range. Places
// meet where it is small enough.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H
#define WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H

#include "Analysis/TwoThreads/QuerySymbols.h"
#include <limits>

namespace warplint {

/// Two places meet at these distances, in bytes.
struct Near {
  int64_t Least = 0, Most = 0;
};

/// No number that is more counts.
inline constexpr int64_t Endless = std::numeric_limits<int64_t>::max();

/// A number of the whole as a place says it: `q * Divisor + r` is both.
struct Halves {
  const Term *Whole, *Quotient, *Remainder;
};

/// By how much what is the threads' own can differ, and how much that weighs.
struct Difference {
  int64_t Weight, Extent;
  const Term *Of;   ///< Of thread 1.
  const Term *Twin; ///< Of thread 2.
};

/// Some differences together come to less than each for itself.
struct Together {
  llvm::SmallVector<const Term *, 4> Of;
  int64_t Most; ///< Weighed.
};

/// A distance as differences of what is the threads' own.
struct Differences {
  Near Sum; ///< What they come to where the places meet.
  llvm::SmallVector<Difference, 8> Parts; ///< From the smallest weight.
  /// For each of the parts: what it and those behind it come to where the
  /// places meet, if each thread is asked how far it comes with all the others.
  /// Empty if nothing tells that.
  llvm::SmallVector<Near, 8> FromHere;
  llvm::SmallVector<Together, 2> Bounded;
  llvm::SmallVector<Halves, 2> Divided;

  const Difference *find(const Term *Of) const {
    auto Found = llvm::find_if(
        Parts, [&](const Difference &Each) { return Each.Of == Of; });
    return Found == Parts.end() ? nullptr : &*Found;
  }
  /// The most that each of the parts and all before it come to, `Endless` if
  /// that is more than counts.
  llvm::SmallVector<int64_t, 8> most() const;
};

/// The paths to read \p Sum: with rests as they stand there, or as what is left
/// of the whole. Without a rest in it they are one.
llvm::ArrayRef<bool> decompositionsOf(const LinearTerm *Sum,
                                  const TermArena &Arena);

/// \p T is the rest of what, divided by what; nothing if it is no rest.
std::optional<std::pair<const Term *, int64_t>>
dividedIn(const Term *T, const TermArena &Arena);

/// The distance \p Linear as differences, where the places meet \p Within;
/// nothing if it is made of anything that may be as large as it likes. \p
/// Holds, of thread 1 first, tells how large what the threads have can be,
/// alone or summed up; \p Divides: one of `decompositionsOf`.
std::optional<Differences> differencesIn(QuerySymbols &Symbols,
                                         const LinearTerm *Linear,
                                         llvm::ArrayRef<const Term *> Holds,
                                         Near Within, bool Divides);

/// Only multiples of what divides the weights of \p Parts come together: \p Sum
/// is narrowed to the first and the last of them.
void keepMultiples(Near &Sum, llvm::ArrayRef<Difference> Parts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H
