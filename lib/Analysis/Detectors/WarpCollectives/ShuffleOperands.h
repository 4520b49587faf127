//===--- ShuffleOperands.h - Faults in operands of shuffles -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_SHUFFLEOPERANDS_H
#define WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_SHUFFLEOPERANDS_H

#include "Analysis/Detectors/WarpCollectives/WarpAtPoint.h"
#include "Target/Limits.h"
#include <optional>

namespace warplint {
class KernelFacts;
class Node;
struct Event;
} // namespace warplint

namespace warplint::collectives {

/// A fault of a shuffle. CUDA Programming Guide, "Warp Shuffle Functions":
/// width is a power of two up to 32; data is read from participating lanes,
/// others give undefined values.
struct ShuffleFault {
  enum class Kind : uint8_t {
    Width, ///< `Value` is no power of two up to the lanes of a warp.
    /// Delta or xor mask `Value` leads out of all segments of `Limit` lanes.
    LeavesSegment,
    SourceBeyond,    ///< Source lane `Value` is not less than `Limit`.
    SourceNotNamed,  ///< Source lane `Value` is not in the mask.
    SourcesNotNamed, ///< Each lane of the mask reads a lane that is not in it.
    SourceLeft,      ///< Each lane of `Coming` reads a lane that has exited.
    /// Lane `Limit` reads lane `Value`, for which the block has no thread; the
    /// warp has those of `Coming`.
    SourceAbsent,
    LaneForRank,   ///< A lane is asked for by number where ranks count.
    Uninitialized, ///< The variable has no value in `Unset` lanes.
    AddedUnguarded ///< Lanes without a source add their own value again.
  };
  Kind K = Kind::Width;
  int64_t Value = 0, Limit = LanesPerWarp;
  LaneMask Mask = 0;
  LaneMask Unset = 0; ///< Of the first warp that has some.
  /// Of the first warp of which some lanes reach the shuffle.
  LaneMask Coming = 0;
  /// The branch that controls assignment or exit.
  const Node *Branch = nullptr;
};

/// The fault of the shuffle \p E; nothing if there is none, or if unknown.
std::optional<ShuffleFault> findShuffleFault(const KernelFacts &Facts,
                                             const Event &E);

} // namespace warplint::collectives

#endif // WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_SHUFFLEOPERANDS_H
