//===--- IterationValues.h - Values a variable cycles through ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LOOPEVOLUTION_ITERATIONVALUES_H
#define WARPLINT_ANALYSIS_LOOPEVOLUTION_ITERATIONVALUES_H

#include "Analysis/LoopEvolution/LoopEvolution.h"

namespace warplint {

/// The nearest branch that dominates \p Join and from which all paths lead to
/// it; null if none is within a few nodes, or if it is not live.
const Node *branchOver(const Node &Join, const LoopEvolution &Loops);

/// The values of a loop variable that starts with a number and takes only a few
/// values: `phase ^= 1`, `if (++stage == 3) stage = 0`, also where a parameter
/// decides whether an iteration changes it (`if (both) phase = !phase`).
struct IterationValues {
  /// Each value once; the initial one comes first.
  llvm::SmallVector<int64_t, 8> Values;
  /// The index of the value that comes behind the last one, if each value has
  /// one only that comes behind it, which is the next: 0 of `phase ^= 1`, the
  /// last of `n >>= 1`. Nothing if something else decides what comes.
  std::optional<size_t> Back;

  bool isRing() const { return Back == 0u; }
};

/// The values of the variable of \p Loop, which starts with \p First. Nothing
/// if they are more than eight, if there is only one, or if memory or another
/// variable decides them.
std::optional<IterationValues>
turnedValues(const Induction &Loop, int64_t First, const LoopEvolution &Loops);

/// Whether \p T differs in each iteration of \p Of from what it was in the one
/// before: `slot ^ 1`, `i % 3`, `(i & 1) + 2`, `stage == 3 ? 0 : stage + 1`.
/// False if that is not known. It may come back later on.
bool changesAlways(const Term *T, const Loop &Of, const LoopEvolution &Loops);

/// Whether \p T rises in each iteration of \p Of, or falls in each, so that it
/// never comes back. False if that is not known.
bool movesOn(const Term *T, const Loop &Of, const LoopEvolution &Loops);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LOOPEVOLUTION_ITERATIONVALUES_H
