//===--- NamedBarrierSimulator.h - Whether barriers add up ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each hardware barrier of a block is an automaton: it counts the threads that
// come, and when as many have come as the instructions say, those that wait go
// on and it starts anew (PTX ISA, "bar, barrier"). The runs of all warps are
// played against each other. What one order of play shows holds for all, as far
// as every use of a barrier comes after the one before it had completed (Sharma
// et al., "Verification of Producer-Consumer Synchronization in GPU Programs",
// PLDI 2015); a use that does not is a fault itself.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H
#define WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H

#include "Analysis/Detectors/NamedBarriers/WarpRuns.h"

namespace warplint {

struct ProtocolFault {
  enum class Kind : uint8_t {
    CountsDiffer, ///< Two that come to one phase count different threads.
    TooMany,      ///< More threads come to a phase than are counted.
    NeverFull,    ///< A warp waits for threads that never come.
    NotInTurn,    ///< A warp may come before the last use is over.
    SeveralPlaces ///< Two that come to one phase wait at different places, with
                  ///< a form that says that there is one.
  };
  Kind K = Kind::CountsDiffer;
  const Event *At = nullptr; ///< Never null.
  /// CountsDiffer, NotInTurn, SeveralPlaces: what came before.
  const Event *Other = nullptr;
  int64_t Id = 0;
  int64_t Count = 0;      ///< Threads that are counted at `At`.
  int64_t OtherCount = 0; ///< CountsDiffer.
  int64_t Came = 0;       ///< TooMany, NeverFull: threads that come.
  int64_t Warp = 0;       ///< The warp that comes to `At`.
  int64_t OtherWarp = -1; ///< That of `Other`.
};

/// The first fault in the order of play, SeveralPlaces only where there is no
/// other; nothing if the barriers add up, or if
/// warps also wait for each other in paths that the runs do not hold and the
/// fault could come from that.
std::optional<ProtocolFault> simulateBarriers(const std::vector<WarpRun> &Runs);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H
