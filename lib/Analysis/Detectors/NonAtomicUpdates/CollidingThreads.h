//===--- CollidingThreads.h - Two threads at one update ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COLLIDINGTHREADS_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COLLIDINGTHREADS_H

#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Assumptions/Evidence.h"

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::updates {

/// Two threads that execute an update at once, in a launch.
struct CollidingThreads {
  std::array<int64_t, 3> First = {}, Second = {}; ///< Indices in the block.
  bool OfTwoBlocks = false; ///< Of blocks 0 and 1; of one block otherwise.
  std::array<int64_t, 3> BlockDim = {};
  bool ShapeIsKnown = false; ///< BlockDim is that of a launch.
};

/// Two threads that can both reach the write of \p U, whose addresses are equal
/// if the values \p From that they load are. Parameters are assumed larger than
/// what is added to their multiples. Nothing if there are no such threads, if
/// that is unknown, or if the thread that writes was elected or owns its
/// element, which is an assumption then.
Answer<std::optional<CollidingThreads>>
collidingThreads(const PlaceUpdate &U, const IndexSource &From,
                 const KernelFacts &Facts);

} // namespace warplint::updates

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COLLIDINGTHREADS_H
