//===--- IterationValues.h - Values a variable cycles through ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_ITERATIONVALUES_H
#define WARPLINT_ANALYSIS_TWOTHREADS_ITERATIONVALUES_H

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {
class CfgView;
class Node;
struct Induction;
} // namespace warplint

namespace warplint::twothreads {

/// The nearest branch that dominates \p Join and from which all paths lead to
/// it; null if none is within a few nodes, or if it lies outside \p View.
const Node *branchOver(const Node &Join, const KernelFacts &Facts);

/// The values of a loop variable that starts with a number and takes only a few
/// values: `phase ^= 1`, `if (++stage == 3) stage = 0`, also where a parameter
/// decides whether an iteration changes it (`if (both) phase = !phase`).
struct IterationValues {
  /// Each value once; the initial one comes first.
  llvm::SmallVector<int64_t, 8> Values;
  /// Each iteration changes a value to the next one, and the last to the first.
  bool IsRing = true;
};

/// The values of the variable of \p Loop, which starts with \p First. Nothing
/// if they are more than eight, if there is only one, or if memory or another
/// variable decides them.
std::optional<IterationValues>
turnedValues(const Induction &Loop, int64_t First, const KernelFacts &Facts);

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_ITERATIONVALUES_H
