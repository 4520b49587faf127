//===--- TableWindows.h - Threads elected by a sorted table -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (key[t] <= wanted && wanted < key[t + 1])`: each thread has a window of a
// table, from its own element to the next one. Windows of a sorted table do not
// overlap, so at most one thread passes the test. That the table is sorted
// (keys, prefix sums) is an assumption.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_TABLEWINDOWS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_TABLEWINDOWS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {
class Node;
class Term;
} // namespace warplint

namespace warplint::dependence {

/// The table, if only threads reach \p N in whose window of a table a number
/// lies that is the same for all threads of the block; null otherwise.
const Term *windowOver(const Node &N, const KernelFacts &Facts);

/// The table, if only threads reach \p N that find \p Number, which they have
/// loaded, to differ from its neighbour in the table (`key[t] != key[t - 1]`):
/// in a sorted table that is one thread per number. Null otherwise.
const Term *tableOfRunsEnding(const Node &N, const Term *Number,
                              const KernelFacts &Facts);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_TABLEWINDOWS_H
