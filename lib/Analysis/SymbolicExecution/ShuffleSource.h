//===--- ShuffleSource.h - Values that shuffles return ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shuffle returns a value that another lane of the warp has computed (CUDA
// Programming Guide, "Warp Shuffle Functions"). If the value is a function of
// the thread's position, the result is known: a warp-uniform value is returned
// unchanged, and a constant source lane has a known position. Kernels use this
// to show the compiler that a value is warp-uniform:
// `__shfl_sync(0xffffffff, threadIdx.x / 128, 0)`.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_SHUFFLESOURCE_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_SHUFFLESOURCE_H

#include "Analysis/Expr/TermArena.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Assumptions/Assumptions.h"

namespace warplint {

class Evaluation;

/// Whether \p Sum contains the thread's rank in its block, spelled out for the
/// extents of \p Launch, like `threadIdx.x + 8 * threadIdx.y`. Axes that do not
/// differ within a warp may be missing.
bool writesOutRank(const LinearTerm &Sum, const LaunchExtents &Launch);

/// Whether the block size is a multiple of the warp size. True for a launch of
/// unknown size, if that may be assumed.
inline bool mayAssumeWholeWarps(const TermArena &Arena) {
  uint64_t Size = Arena.launch().blockSize();
  return Size % LanesPerWarp == 0 &&
         (Size || Arena.assumptions().assume(Assumption::WholeWarps));
}

/// Whether the warp operation \p E is for all lanes of the warp: by a constant
/// full lane mask, or by a tile of warp size.
bool isOfWholeWarp(const Event &E);

/// The number of lanes of each segment in which the lanes of a warp or tile
/// take part in \p E together; nothing if some lanes may not, or if it is not
/// known.
std::optional<int64_t> lanesTogether(const Event &E, const Evaluation &Values);

/// The number of lanes per segment (the width) of the shuffle \p E; nullopt if
/// it is not a constant.
std::optional<int64_t> lanesPerSegment(const Event &E,
                                       const Evaluation &Values);

/// The number below which the result of \p E is, which is not negative; 0 if
/// none is known. Lanes get one of their operands, or what they have in common.
int64_t resultBelow(const Event &E, TermArena &Arena);

/// The result of the shuffle \p E as a function of the position of the thread
/// that receives it. \p OverWarps: the segments are whole warps. Null if the
/// result is not known.
const Term *shuffleResult(const Event &E, bool OverWarps, TermArena &Arena);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_SHUFFLESOURCE_H
