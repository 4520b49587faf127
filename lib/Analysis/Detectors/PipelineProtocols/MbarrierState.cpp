//===--- MbarrierState.cpp - A barrier object that is played --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/MbarrierState.h"

namespace warplint::pipelines {

void MbarrierState::init(int64_t Arrivals) {
  Expected = Missing = Arrivals;
  Phase = Bytes = 0;
}

void MbarrierState::reserve(size_t Slots) {
  if (Pending.empty())
    Pending = Known = VectorClock(Slots, 0);
}

void MbarrierState::endPhaseIfFull(bool IsQuiet) {
  if (Missing != 0 || Expected == 0 || (AnyBytes ? !IsQuiet : Bytes != 0))
    return;
  ++Phase;
  Missing = Expected;
  Bytes = 0;
  AnyBytes = false;
  join(Known, Pending);
}

void MbarrierState::expect(int64_t Number) {
  // Of the phase that begins now, where all is there of the one before.
  if (Missing == 0)
    endPhaseIfFull(/*IsQuiet=*/true);
  AnyBytes |= Number < 0;
  Bytes += std::max<int64_t>(0, Number);
}

void MbarrierState::report(std::optional<int64_t> Number) {
  if (Number)
    Bytes -= *Number;
  else
    AnyBytes = true;
  endPhaseIfFull(/*IsQuiet=*/false);
}

bool MbarrierState::arrive(int64_t Count, const VectorClock &Of) {
  if (Missing == 0)
    endPhaseIfFull(/*IsQuiet=*/true);
  if (Missing < Count)
    return false;
  join(Pending, Of);
  Missing -= Count;
  endPhaseIfFull(/*IsQuiet=*/false);
  return true;
}

} // namespace warplint::pipelines
