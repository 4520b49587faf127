//===--- WitnessReplay.h - A race, run once more ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether two threads, run with the values of a witness, reach one place
// between the same two barriers: the question that was answered with symbols,
// asked again of the kernel itself. It knows nothing of how the witness was
// found.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SIMULATION_WITNESSREPLAY_H
#define WARPLINT_ANALYSIS_SIMULATION_WITNESSREPLAY_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <map>

namespace warplint::simulation {

/// What memory that no thread writes holds, by address and type.
using ReplayedMemory = std::map<std::pair<int64_t, const void *>, int64_t>;

/// One of the two threads.
struct ReplayedThread {
  ThreadOfBlock Self;
  const Event *Access = nullptr;
  /// Values of loads, results and what is not modelled that were chosen for
  /// this thread, whichever iteration makes them.
  GivenValues Chosen;
};

/// What two threads need to be run.
struct ReplayedWitness {
  ReplayedThread Threads[2];
  /// Parameters, and the addresses where objects begin: far apart.
  GivenValues Given;
  ReplayedMemory Memory;
  const Interval *In = nullptr; ///< In which both accesses lie.
};

enum class Replay : uint8_t {
  Meets,  ///< Both threads reach places that have a byte in common.
  Misses, ///< They do not, and every value that decides it is known.
  Unknown ///< A value that decides it is not known, or it takes too long.
};

/// Runs both threads, each through the whole kernel. \p Steps: nodes that may
/// still be passed for witnesses of the kernel (ReplaySteps), lowered by those
/// that were; none left is Unknown, and no cut: a finding stays as it is.
Replay replay(const ReplayedWitness &Of, const KernelFacts &Facts,
              uint64_t &Steps);

/// The type of what \p Load reads, to look it up in a ReplayedMemory; null if
/// it is not known.
const void *typeRead(const LoadTerm &Load);

} // namespace warplint::simulation

#endif // WARPLINT_ANALYSIS_SIMULATION_WITNESSREPLAY_H
