//===--- MbarrierState.h - A barrier object that is played -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier object counts arrivals and bytes; its phase ends when none is
// missing (PTX ISA, "Phase of the mbarrier object").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_MBARRIERSTATE_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_MBARRIERSTATE_H

#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"
#include <optional>

namespace warplint {

class MbarrierState {
public:
  void init(int64_t Arrivals);
  bool isInitialized() const { return Expected != 0; }
  int64_t phase() const { return Phase; }
  /// All that has been told by the ends of phases.
  const VectorClock &known() const { return Known; }
  /// Something has come in the phase in progress, but not all of it.
  bool isInProgress() const { return Missing < Expected || Bytes != 0; }

  /// Clocks of \p Slots entries are told to it.
  void reserve(size_t Slots);
  /// \p Number bytes more; below 0: not known how many.
  void expect(int64_t Number);
  /// A copy has come, with \p Number bytes if that is known.
  void report(std::optional<int64_t> Number);
  /// False if more come than are expected.
  bool arrive(int64_t Count, const VectorClock &Of);
  /// One arrival fewer, from the next phase on.
  void drop() { --Expected; }
  /// What is told to those who wait for the phase in progress.
  VectorClock &pending() { return Pending; }
  /// \p IsQuiet: no thread can go on, so all copies that belong to the phase
  /// have been made.
  void endPhaseIfFull(bool IsQuiet);

private:
  int64_t Expected = 0, Missing = 0, Bytes = 0;
  /// Bytes are expected or reported of which it is not known how many.
  bool AnyBytes = false;
  int64_t Phase = 0;
  VectorClock Pending, Known; ///< In the phase in progress; in those that have ended.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_MBARRIERSTATE_H
