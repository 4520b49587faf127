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
// thread or of both together, which lie in a range. Conditions on the paths of
// the threads bound values and sums of values. The addresses meet where the sum
// is small enough.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H
#define WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H

#include "Analysis/TwoThreads/QuerySymbols.h"

namespace warplint::dependence {

/// Numbers from `Least` to `Most`: the distances in bytes at which two accesses
/// meet, for example.
struct Near {
  int64_t Least = 0, Most = 0;
};

/// Values equal in both threads where their addresses meet.
struct EqualParts {
  /// Values of thread 2, each with the value of thread 1 that equals it.
  twothreads::QuerySymbols::Renaming Twins;
  /// The distance depends on no other values that can differ.
  bool IsAll = false;
};

/// The values that are equal wherever \p Distance lies \p Within. The distance
/// is a sum of weighted differences; a value is equal if the weight of its
/// difference exceeds everything that smaller ones and the rest can sum up to.
/// Nothing if there is no such value. The dividend of a remainder counts as
/// quotient and remainder: `4 * i - 3 * (i % 64)` is `256 * (i / 64) + i % 64`.
/// \p Holds: conditions that hold in thread 1 and in thread 2, in this order;
/// they bound values and sums of values.
std::optional<EqualParts> equalWhere(twothreads::QuerySymbols &Symbols,
                                     const Term *Distance,
                                     llvm::ArrayRef<const Term *> Holds = {},
                                     Near Within = {});

/// \p Distance never lies \p Within, by the same arithmetic; false if unknown.
/// \p Holds as for `equalWhere`.
bool areApart(twothreads::QuerySymbols &Symbols, const Term *Distance,
              llvm::ArrayRef<const Term *> Holds = {}, Near Within = {});

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_ADDRESSDIFFERENCES_H
