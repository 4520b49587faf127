//===--- ShuffleSource.h - What lanes take from others ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shuffle hands on what another lane of the warp has computed (CUDA
// Programming Guide, "Warp Shuffle Functions"). Where that follows from which
// thread computes it, it is known: what all lanes of a warp have alike is the
// lane's own, and what lane 3 has is the same for the third thread of the warp.
// Kernels tell the compiler that a number is the same in a warp that way:
// `__shfl_sync(0xffffffff, threadIdx.x / 128, 0)`.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_SHUFFLESOURCE_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_SHUFFLESOURCE_H

#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Expr/TermArena.h"

namespace warplint {

class Evaluation;

/// The thread's rank is among what \p Sum adds, written out for blocks of this
/// width: threadIdx.x + 8 * threadIdx.y. What is left out does not tell lanes
/// of a warp apart.
bool writesOutRank(const LinearTerm &Sum, const LaunchExtents &Launch);

/// No warp of a block has fewer lanes than others, or it is not known: launches
/// of unknown size are taken for that.
inline bool mayAssumeWholeWarps(const LaunchExtents &Launch) {
  return Launch.blockSize() % LanesPerWarp == 0;
}

/// All lanes of the warp take part in the operation \p E.
bool isOfWholeWarp(const Event &E);

/// Lanes per segment of the shuffle \p E; nothing if it is not a constant.
std::optional<int64_t> lanesPerSegment(const Event &E,
                                       const Evaluation &Values);

/// What each lane gets from the shuffle \p E, as a term of its own place.
/// \p OverWarps if lanes are numbered within warps, not within parts of them.
/// Null if that is not known.
const Term *shuffleResult(const Event &E, bool OverWarps, TermArena &Arena);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_SHUFFLESOURCE_H
