//===--- NamedBarrierSimulator.h - Simulates named barriers -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each hardware barrier of a block is an automaton: it counts arriving threads;
// when as many have arrived as the instructions say, the waiting threads
// continue and it starts again (PTX ISA, "bar, barrier"). The runs of all warps
// are simulated against each other. The result of one interleaving holds for
// all of them as long as every use of a barrier comes after the previous one
// has completed (Sharma et al., "Verification of Producer-Consumer
// Synchronization in GPU Programs", PLDI 2015); a use that does not is a fault
// itself.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H
#define WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H

#include "Analysis/Detectors/NamedBarriers/WarpRuns.h"

namespace warplint {

/// What is wrong with the barriers of a simulated block.
struct ProtocolFault {
  enum class Kind : uint8_t {
    CountsDiffer, ///< Two arrivals at one phase give different thread counts.
    TooMany,      ///< More threads arrive at a phase than it counts.
    NeverFull,    ///< A warp waits for threads that never arrive.
    NotInTurn,    ///< A warp may arrive before the previous use has completed.
    /// Arrivals at one phase of an aligned form come from different
    /// instructions.
    SeveralPlaces
  };
  Kind K = Kind::CountsDiffer;
  const Event *At = nullptr; ///< Never null.
  /// Of CountsDiffer, NotInTurn, SeveralPlaces: the earlier arrival.
  const Event *Other = nullptr;
  int64_t Id = 0;
  int64_t Count = 0;      ///< Threads that the phase counts by `At`.
  int64_t OtherCount = 0; ///< Of CountsDiffer: by `Other`.
  int64_t Came = 0;       ///< Of TooMany, NeverFull: threads that arrive.
  int64_t Warp = 0;       ///< The warp that arrives at `At`.
  int64_t OtherWarp = -1; ///< The warp that arrives at `Other`.
};

/// The first fault of the simulation; SeveralPlaces only if there is no other.
/// Nothing if there is no fault, or if warps also wait for each other in ways
/// that \p Runs do not have and the fault may come from that.
std::optional<ProtocolFault> simulateBarriers(const std::vector<WarpRun> &Runs);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H
