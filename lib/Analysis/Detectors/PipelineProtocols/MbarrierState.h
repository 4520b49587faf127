//===--- MbarrierState.h - State of a simulated mbarrier --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mbarrier counts pending arrivals and bytes; its phase ends when both are
// zero (PTX ISA, "Phase of the mbarrier object").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_MBARRIERSTATE_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_MBARRIERSTATE_H

#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"
#include <optional>

namespace warplint::pipelines {

/// One mbarrier in a simulation.
class MbarrierState {
public:
  void init(int64_t Arrivals);
  bool isInitialized() const { return Expected != 0; }
  int64_t phase() const { return Phase; }
  /// The clock that the ends of phases pass on to waiting threads.
  const VectorClock &known() const { return Known; }
  /// The current phase has begun: something has arrived or is expected, but not
  /// everything has arrived.
  bool isInProgress() const { return Missing < Expected || Bytes != 0; }

  /// Clocks have \p Slots entries.
  void reserve(size_t Slots);
  /// Expects \p Number more bytes; negative: an unknown number.
  void expect(int64_t Number);
  /// A copy completes, with \p Number bytes; nothing if unknown.
  void report(std::optional<int64_t> Number);
  /// \p Count arrivals by threads with the clock \p Of. False if the phase
  /// expects fewer.
  bool arrive(int64_t Count, const VectorClock &Of);
  /// Expects one arrival fewer from the next phase on.
  void drop() { --Expected; }
  /// The clock that the end of the current phase will pass on.
  VectorClock &pending() { return Pending; }
  /// Ends the phase if nothing is missing. \p IsQuiet: no thread can continue,
  /// so all copies of the phase have completed, even those of unknown size.
  void endPhaseIfFull(bool IsQuiet);

private:
  int64_t Expected = 0, Missing = 0, Bytes = 0;
  /// An unknown number of bytes is expected or has been reported.
  bool AnyBytes = false;
  int64_t Phase = 0;
  VectorClock Pending, Known; ///< Clocks of the current phase; of ended phases.
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_MBARRIERSTATE_H
