//===--- BarrierRemoval.h - Races of a kernel without a barrier -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel without races has none without a barrier either if no two accesses
// conflict in the intervals that the barrier had divided. What is known of the
// kernel's values holds there, too: up to the first race, an execution without
// the barrier computes what one with it computes, because accesses that do not
// conflict commute. Of atomics and volatile accesses the order may matter
// although they make no race; two of them to one object count as a conflict.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_BARRIERREMOVAL_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_BARRIERREMOVAL_H

#include "Analysis/BarrierIntervals/BarrierSet.h"

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::races {

/// Whether no two accesses of the kernel of \p Facts, which has no races,
/// conflict in the intervals that \p Barriers, events of it, divide. False if
/// that is not known in the launches that are seen. Assumptions that it rests
/// on are counted in KernelFacts::assumptions().
bool isRaceFreeWithout(const BarrierSet &Barriers, const KernelFacts &Facts);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_BARRIERREMOVAL_H
