//===--- TableWindows.h - Who finds himself in a sorted table ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (key[t] <= wanted && wanted < key[t + 1])`: each thread has a window of a
// table, from its own number to the next. The windows of a sorted table do not
// overlap, so one thread comes. That the table is sorted (keys, running sums)
// is assumed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_TABLEWINDOWS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_TABLEWINDOWS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// Only threads come to \p N in whose window of a table a number lies that all
/// of the block look for: the table that is read there; null if there is none.
const Term *windowOver(const Node &N, const KernelFacts &Facts);

/// Only threads come to \p N that find \p Number, which they have read, to differ
/// from its neighbour in the table (`key[t] != key[t - 1]`): in a sorted one that
/// is one thread for each number. The table; null if it is not like that.
const Term *tableOfRunsEnding(const Node &N, const Term *Number,
                              const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DEPENDENCE_TABLEWINDOWS_H
