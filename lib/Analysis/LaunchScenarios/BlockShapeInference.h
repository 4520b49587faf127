//===--- BlockShapeInference.h - Block extents to judge with ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H

#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace warplint {

struct Event;
struct KernelLaunch;
struct LaunchConstraint;

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
std::vector<LaunchExtents>
inferBlockShapes(const KernelFacts &Facts, const LaunchExtents &Known,
                 ShapeEvidence By = ShapeEvidence::Arrays);

/// Sets of axes of the grid along which one block can do the work of all, since
/// loops of the kernel stride by all blocks along them and its threads share
/// the work. If the kernel also uses block indices along other axes, one set of
/// all axes with such loops. Otherwise one set for each of several such axes,
/// since some axis must have the blocks; none for a single one.
std::vector<std::array<bool, 3>> dispensableAxes(const KernelFacts &Facts);

/// A launch that a kernel is judged with.
struct LaunchScenario {
  /// Complete extents, at least one. A race of the scenario occurs in all of
  /// them.
  std::vector<LaunchExtents> Shapes;
  /// Extents with more blocks, for accesses that no thread reaches in any of
  /// `Shapes`: the first of these in which a thread does decides.
  std::vector<LaunchExtents> Larger = {};
  /// The unit or the user gives the block's extents.
  bool BlockIsKnown = false;
  /// The launch of the translation unit that the scenario is, if that has known
  /// extents; null otherwise.
  const KernelLaunch *Made = nullptr;
  /// How arguments and extents belong together; null if nothing is known.
  /// `Shapes` satisfy it.
  const LaunchConstraint *Said = nullptr;
  /// Axes along which some shapes have one block only because nothing says that
  /// there are more.
  std::array<bool, 3> OfOneBlock = {};

  /// \p Shape has one block along an axis of `OfOneBlock` along which the first
  /// shape has more.
  bool isOfOneBlock(const LaunchExtents &Shape) const;
};

/// The scenarios of a kernel. First the launches in the translation unit, each
/// by itself: a race in one of them is a race. If the extents of a block are
/// unknown, one more scenario, whose shapes of several warps satisfy
/// \p FitsInAll or at least \p Fits, which looks at the first iteration of
/// loops only: inferred shapes, or common ones if no inferred shape fits. If
/// there are none, shapes with part of the rows, or the largest of those that
/// fit into one warp. Of several shapes only those that satisfy \p IsMeant are
/// kept, if any does.
std::vector<LaunchScenario>
launchScenarios(const KernelFacts &Facts,
                llvm::function_ref<bool(const LaunchExtents &)> Fits,
                llvm::function_ref<bool(const LaunchExtents &)> FitsInAll,
                llvm::function_ref<bool(const LaunchExtents &)> IsMeant);

/// Where the block's extents in \p Of come from.
Provenance provenanceOf(const LaunchScenario &Of, const KernelFacts &Facts);

/// A launch of shape \p Shape has two threads that are \p Relation.
bool hasThreads(ThreadRelation Relation, const LaunchExtents &Shape);

/// Some of \p Launches passes one pointer both for the parameter that \p A
/// accesses and for the one that \p B accesses.
bool arePassedTwice(const Event &A, const Event &B,
                    llvm::ArrayRef<LaunchScenario> Launches);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_BLOCKSHAPEINFERENCE_H
