//===--- RowBounds.h - Bounds on indices into rows --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test such as `x + 16 * bx < width` on the path to an access bounds a sum of
// a thread's indices.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_ROWBOUNDS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_ROWBOUNDS_H

#include "Analysis/TwoThreads/QuerySymbols.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {
class Term;
struct Event;
class Evaluation;
} // namespace warplint

namespace warplint::dependence {

/// An upper bound of a weighted sum of terms.
struct Limit {
  llvm::SmallVector<std::pair<const Term *, int64_t>, 4> Parts;
  int64_t Most; ///< Inclusive; constants in the sum are subtracted.
};

/// The condition that the byte offset \p Address lies in the thread's row: a
/// loop whose trip count the kernel does not bound does not run beyond a row of
/// constant length that the thread's index selects, and a counter that depends
/// on memory does not run beyond a row that a loop around selects. Consecutive
/// loops share a row. Constant 1 if there is no such row.
const Term *staysInRow(const Term *Address, twothreads::QuerySymbols &Symbols);

/// The array that \p Address indexes last, without members of its elements, and
/// the size of those in bytes; 0 if there is no index.
const Term *indexedArray(const Term *Address);
/// The value of the pointer that \p Access spells before its index; null if it
/// spells none.
const Term *indexedPointer(const Event &Access, const Evaluation &Values);
int64_t sizeOfElement(const Term *Address);
/// What \p Access indexes by is compared on the way with a number that the
/// kernel does not know.
bool endsByUnknown(const Event &Access, const KernelFacts &Facts);

/// The upper bounds in the conjuncts of \p Holds on sums with positive
/// coefficients.
llvm::SmallVector<Limit, 4> limitsIn(const Term *Holds);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_ROWBOUNDS_H
