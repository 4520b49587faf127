//===--- VectorClock.h - Vector clocks of simulated runs --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_VECTORCLOCK_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_VECTORCLOCK_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplint::pipelines {

/// What is ordered before a step, by slots: for each run, how many of its
/// steps; for each stage, how many copies into it; for each reader, how many of
/// its groups; and for each run again, how many of its steps before a proxy
/// fence.
using VectorClock = std::vector<uint32_t>;

struct VectorClockSlots {
  size_t Threads = 0, Stages = 0, Readers = 0;
  size_t size() const { return 2 * Threads + Stages + Readers; }
  size_t ofStage(size_t Stage) const { return Threads + Stage; }
  size_t ofReader(size_t Reader) const { return Threads + Stages + Reader; }
  size_t ofFenced(size_t Thread) const {
    return Threads + Stages + Readers + Thread;
  }
};

inline void join(VectorClock &Into, const VectorClock &From) {
  for (size_t I = 0; I < Into.size(); ++I)
    Into[I] = std::max(Into[I], From[I]);
}

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_VECTORCLOCK_H
