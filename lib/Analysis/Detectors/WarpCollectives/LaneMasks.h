//===--- LaneMasks.h - Whether masks name the lanes that come -*- C++ -*-===//
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

#include "Analysis/Detectors/WarpCollectives/Lanes.h"

namespace warplint {

struct MaskFault {
  enum class Kind : uint8_t {
    NamedLaneCannotCome, ///< `Lane` is named and does not come; `Other` does.
    ReadsLaneThatLeft,   ///< `Other` gets the value of `Lane`, which is named
                         ///< and has gone to the kernel's end.
    NamedLaneMayNotCome, ///< The branch depends on data: which lanes come is
                         ///< not known, the mask is a constant all the same.
    ComingLaneNotNamed,  ///< `Lane` comes and has no bit in its own mask.
    MasksDiffer,         ///< `Lane` and `Other` name each other with different
                         ///< masks.
    ActiveMaskIsOlder,   ///< Taken before a branch that then divides the lanes.
    ActiveMaskIsLuck     ///< A shuffle between neighbours relies on which lanes
                         ///< happen to be active.
  };
  Kind K = Kind::NamedLaneCannotCome;
  unsigned Lane = 0, Other = 0;
  LaneMask Mask = 0;            ///< Where it is known.
  const Node *Branch = nullptr; ///< Divides the lanes; null if none does.
  std::optional<WarpAtPoint> At;
  const clang::Stmt *MaskTaken = nullptr; ///< Where the active mask was taken.
};

/// The operation of \p E is a warp collective or warp barrier with a mask, or
/// one of a tile.
bool isMasked(const Event &E);

/// What is wrong with the mask of \p E, nothing if it is right or not known.
std::optional<MaskFault> findMaskFault(const KernelFacts &Facts,
                                       const Event &E);

/// The lane mask \p T stands for if it is a constant.
std::optional<LaneMask> constantMask(const Event &E);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANEMASKS_H
