//===--- IterationValues.h - What an iteration makes of a variable -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_ITERATIONVALUES_H
#define WARPLINT_ANALYSIS_TWOTHREADS_ITERATIONVALUES_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// The branch from which all paths come to \p Join, the nearest; null if there
/// is none in sight.
const Node *branchOver(const Node &Join, const CfgView &View);

/// The values of a variable that starts with a number and takes only a few:
/// `phase ^= 1`, `if (++stage == 3) stage = 0`, and where what the kernel is
/// given decides whether an iteration goes on at all, `if (both) phase = !phase`.
struct IterationValues {
  /// The first one first.
  llvm::SmallVector<int64_t, 8> Values;
  /// Each iteration goes on to the next, and from the last to the first.
  bool IsRing = true;
};

/// Nothing if there are many, or if memory or another variable decides them.
std::optional<IterationValues> turnedValues(const Induction &Loop, int64_t First,
                                         const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_ITERATIONVALUES_H
