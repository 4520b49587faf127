//===--- BlockShapeInference.h - Launches that a kernel may be made for -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H

#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace warplint {

/// What is taken as telling of a block's extents.
enum class ShapeEvidence : uint8_t {
  /// How the kernel counts, and shared arrays of which each thread writes its
  /// own element: they have as many elements as a block has threads, where
  /// nothing else tells.
  Arrays,
  /// The same, but not that it has barriers of warps only.
  ArraysOfWarps,
  Counts, ///< How the kernel counts.
  /// The same, but no pitch is one of rows of threads: none if it tells nothing
  /// else.
  CountsButPitches,
  None    ///< Nothing but the axes it looks at: common extents.
};

/// Complete extents to examine a kernel with. Extents that the unit shows are
/// kept. The others follow from how the kernel counts (`i += 128` after
/// `i = threadIdx.x`, `threadIdx.y * 16 + threadIdx.x`), from
/// `__launch_bounds__`, or are common ones; an axis that the kernel never looks
/// at has extent 1. What is said of a kernel must hold for all of them: the
/// kernel is made for one, and it is not known which. Blocks of one warp or
/// less come last.
///
/// \p Known: the extents that are known. \p By: what tells of the others.
std::vector<LaunchExtents> inferBlockShapes(const KernelFacts &Facts,
                                        const LaunchExtents &Known,
                                        ShapeEvidence By = ShapeEvidence::Arrays);

/// Axes of the grid along which one block does the work of all, since loops of the
/// kernel go on by all blocks, and its threads have shares of their own. Where it counts its blocks along others, too, those
/// axes together, otherwise each of several by itself: some axis has the blocks.
std::vector<std::array<bool, 3>> dispensableAxes(const KernelFacts &Facts);

/// A launch that a kernel is examined with.
struct LaunchScenario {
  /// Complete extents, at least one. A race of the launch is one that shows in
  /// all of them.
  std::vector<LaunchExtents> Shapes;
  /// Of more blocks, for accesses that nobody comes to in any of those: the
  /// first that somebody comes to them in tells.
  std::vector<LaunchExtents> Larger = {};
  bool BlockIsKnown = false; ///< The unit or the user says how large it is.
  /// The launch of the build that it is, if that says how large it is.
  const KernelLaunch *Made = nullptr;
  /// How the arguments and the extents belong together; null if nothing is
  /// known. The shapes are possible ones.
  const LaunchConstraint *Said = nullptr;
  /// Axes along which some shapes have one block for no other reason than that
  /// nothing tells of more.
  std::array<bool, 3> OfOneBlock = {};

  /// \p Shape has one block along such an axis, and the first shape more.
  bool isOfOneBlock(const LaunchExtents &Shape) const;
};

/// The launches that the unit makes, each by itself: a race in one of them is a
/// race. Where extents of blocks are not known, one more with the shapes of
/// several warps that \p FitsInAll or at least \p Fits, which asks for the first
/// iteration of loops only, says the kernel is made for, common ones if none
/// that the kernel tells of does; if there are none, one with part of the rows,
/// or the largest of those that fit into one warp.
/// Of several shapes, only those that \p IsMeant holds for, if it does for any.
std::vector<LaunchScenario>
launchScenarios(const KernelFacts &Facts,
                 llvm::function_ref<bool(const LaunchExtents &)> Fits,
                 llvm::function_ref<bool(const LaunchExtents &)> FitsInAll,
                 llvm::function_ref<bool(const LaunchExtents &)> IsMeant);

/// A launch of shape \p Shape has two threads that are \p Relation.
bool hasThreads(ThreadRelation Relation, const LaunchExtents &Shape);

/// Some of \p Launches passes one pointer for the parameters that \p A and \p B
/// lead from.
bool arePassedTwice(const Event &A, const Event &B,
                    llvm::ArrayRef<LaunchScenario> Launches);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H
