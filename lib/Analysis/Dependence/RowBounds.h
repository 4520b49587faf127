//===--- RowBounds.h - How far threads come in their rows -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `x + 16 * bx < width`, on the path to an access: sums of what is a thread's
// own stay below a number.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_ROWBOUNDS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_ROWBOUNDS_H

#include "Analysis/TwoThreads/QuerySymbols.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// A sum of what is a thread's own stays below or at a number.
struct Limit {
  llvm::SmallVector<std::pair<const Term *, int64_t>, 4> Parts;
  int64_t Most; ///< Without what is constant in the sum.
};

/// What must hold for \p Address, a number of bytes, to lie in the thread's
/// row: a loop of which the kernel does not say how long it runs does not run
/// beyond a row of constant length that the thread's place chooses, nor what
/// data count on beyond one that a loop around chooses. Loops one after the
/// other share a row.
const Term *staysInRow(const Term *Address, QuerySymbols &Symbols);

/// What the conjuncts of \p Holds say of sums that only grow with their parts.
llvm::SmallVector<Limit, 4> limitsIn(const Term *Holds);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DEPENDENCE_ROWBOUNDS_H
