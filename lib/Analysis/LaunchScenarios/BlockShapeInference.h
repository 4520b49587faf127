//===--- BlockShapeInference.h - Block extents to judge with ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H

#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include <vector>

namespace warplint {
struct Event;
} // namespace warplint

namespace warplint::launches {
struct KernelLaunch;
} // namespace warplint::launches

namespace warplint::scenarios {

/// The evidence about a block's extents that is used.
enum class ShapeEvidence : uint8_t {
  /// The strides of the kernel's indices, and shared arrays of which each
  /// thread writes its own element, which have one element per thread of a
  /// block.
  Arrays,
  /// As Arrays, even if the kernel synchronizes warps only.
  ArraysOfWarps,
  Counts, ///< The strides of the kernel's indices.
  /// As Counts, but pitches are not row lengths of a block. No shapes if there
  /// is no other evidence.
  CountsButPitches,
  None ///< Only which axes the kernel uses: common extents.
};

/// Complete extents to judge a kernel with. Extents that are known are kept.
/// The others follow from strides of indices (`i += 128` after `i =
/// threadIdx.x`, `threadIdx.y * 16 + threadIdx.x`), from `__launch_bounds__`,
/// or are common ones; an axis that the kernel never reads has extent 1. A
/// finding must hold for all of them, since the kernel is written for one of
/// them and it is unknown for which. Blocks of one warp or less come last.
///
/// \p Known: the extents that are known. \p By: the evidence for the others.
/// \p AreCommon, if not null, becomes whether no evidence was found, so that
/// blocks are common ones.
std::vector<LaunchExtents>
inferBlockShapes(const KernelFacts &Facts, const LaunchExtents &Known,
                 ShapeEvidence By = ShapeEvidence::Arrays,
                 bool *AreCommon = nullptr);

/// Sets of axes of the grid along which one block can do the work of all, since
/// loops of the kernel stride by all blocks along them and its threads share
/// the work. If the kernel also uses block indices along other axes, one set of
/// all axes with such loops. Otherwise one set for each of several such axes,
/// since some axis must have the blocks; none for a single one.
std::vector<std::array<bool, 3>> dispensableAxes(const KernelFacts &Facts);

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H
