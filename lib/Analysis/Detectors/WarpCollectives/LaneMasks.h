//===--- LaneMasks.h - Lane masks of warp collectives -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA Programming Guide, "Warp Vote Functions", "Warp Match Functions", "Warp
// Reduce Functions", "Warp Shuffle Functions", "Synchronization Functions":
// each calling lane has its own bit set in the mask, and all non-exited lanes
// named in the mask execute the same call with the same mask, or the result is
// undefined. The same holds for the lanes of a tile.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANEMASKS_H
#define WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANEMASKS_H

#include "Analysis/Detectors/WarpCollectives/WarpAtPoint.h"
#include "Target/Warp.h"
#include <optional>

namespace clang {
class Stmt;
} // namespace clang

namespace warplint {
class KernelFacts;
class Node;
struct Event;
} // namespace warplint

namespace warplint::collectives {

struct MaskFault {
  enum class Kind : uint8_t {
    /// `Lane` is named but does not reach the call; `Other` does.
    NamedLaneNeverArrives,
    /// `Other` reads the value of `Lane`, which is named but has exited.
    ReadsLaneThatLeft,
    /// The branch depends on data, so it is unknown which lanes reach the call;
    /// yet the mask is constant.
    NamedLaneMayNotArrive,
    /// `Lane` reaches the call but has no bit in its own mask.
    ComingLaneNotNamed,
    MasksDiffer,       ///< `Lane` and `Other` name each other with different
                       ///< masks.
    ActiveMaskIsOlder, ///< The active mask was taken before a divergent branch.
    ActiveMaskIsLuck   ///< A shuffle between neighbours relies on which lanes
                       ///< happen to be active.
  };
  Kind K = Kind::NamedLaneNeverArrives;
  unsigned Lane = 0, Other = 0;
  LaneMask Mask = 0; ///< 0 if unknown.
  /// The divergent branch; null if there is none.
  const Node *Branch = nullptr;
  std::optional<WarpAtPoint> At;
  const clang::Stmt *MaskTaken = nullptr; ///< Where the active mask was taken.
};

/// \p E is a warp collective or warp barrier with a mask, or one of a tile.
bool isMasked(const Event &E);

/// The fault of the mask of \p E; nothing if the mask is right or unknown.
std::optional<MaskFault> findMaskFault(const KernelFacts &Facts,
                                       const Event &E);

/// The lane mask of \p E if it is a constant; nothing otherwise.
std::optional<LaneMask> constantMask(const Event &E);

/// Whether no branch over \p N divides the lanes of a warp; exited threads do
/// not count.
bool areLanesTogether(const Node &N, const KernelFacts &Facts);

} // namespace warplint::collectives

#endif // WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANEMASKS_H
