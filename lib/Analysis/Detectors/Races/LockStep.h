//===--- LockStep.h - Races that lock step settles as built -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory model orders no accesses of two lanes without a barrier between.
// Compilers for GPUs let the lanes of a warp meet again where a divergent
// branch joins, and converged lanes execute each instruction together. Their
// accesses come in the order of the instructions, which is that of the source
// unless the compiler may change it: it keeps the order of what one thread may
// access twice.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_LOCKSTEP_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_LOCKSTEP_H

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::races {

struct Race;

/// Whether the lanes of \p R are converged from its first access to its second
/// one, or meet between, and the compiler keeps the order of the two: all lanes
/// then have made the first access before any makes the second. False if
/// unknown.
bool holdsInLockStep(const Race &R, const KernelFacts &Facts);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_LOCKSTEP_H
