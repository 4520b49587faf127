//===--- CollidingThreads.h - Two threads at one update ----------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COLLIDINGTHREADS_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COLLIDINGTHREADS_H

#include "Analysis/LaunchScenarios/Assumptions.h"
#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"

namespace warplint {

/// Two threads that come to an update at once, and the launch in which they do.
struct CollidingThreads {
  std::array<int64_t, 3> First = {}, Second = {}; ///< Indices in the block.
  bool OfTwoBlocks = false; ///< Of blocks 0 and 1; of one block otherwise.
  std::array<int64_t, 3> BlockDim = {};
  bool ShapeIsKnown = false; ///< BlockDim is the launch's, not an example.
};

/// Two threads that can both come to the write of \p U and that it leads to one
/// element, if what they read from memory, \p From, is the same. Parameters are
/// taken to be larger than what is added to their multiples. Nothing where that
/// is not so, is not known, or where the thread that comes was chosen among
/// others, which \p IsChosen tells then.
std::optional<CollidingThreads> collidingThreads(const PlaceUpdate &U,
                                             const IndexSource &From,
                                             const KernelFacts &Facts,
                                             std::optional<Assumption::Kind> &If);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COLLIDINGTHREADS_H
