//===--- WarpRuns.h - Which barriers each warp comes to ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs each warp of one block through the kernel, with given values for the
// kernel's parameters, and writes down the block's hardware barriers that it
// comes to. Branches are decided by thread identity, parameters and loop
// counters. A branch that nothing decides is passed on any path that leads on,
// if no barrier hangs on it; what depends on it is then unknown too. Otherwise
// nothing is known of the whole block.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_WARPRUNS_H
#define WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_WARPRUNS_H

#include "Analysis/Simulation/ConcreteExecutor.h"
#include <vector>

namespace warplint {

/// One warp at one hardware barrier (PTX ISA, "bar, barrier").
struct BarrierCommand {
  const Event *At = nullptr; ///< Never null.
  int64_t Id = 0;
  /// Threads that the barrier counts; 0: all of the block that have not left.
  int64_t Count = 0;
  bool Waits = true;
};

/// The barriers of one warp, in order.
struct WarpRun {
  std::vector<BarrierCommand> Commands;
  /// Between its barriers the warp waits for other threads in some other way.
  bool HearsOtherwise = false;
};

/// \p E is one of the block's barriers that have a number; `__syncthreads()` is
/// number 0.
bool isHardwareBarrier(const Event &E);

/// What the runs of all warps of a kernel share.
ExecutedKernel executedByWarps(const KernelFacts &Facts);

/// One run for each warp of a block of \p BlockDim, whose size is a multiple of
/// the warp's. Nothing where it is not known which barriers a warp comes to, or
/// where \p StepLimit is not enough for all.
std::optional<std::vector<WarpRun>>
runWarps(ExecutedKernel &Of, const std::array<int64_t, 3> &BlockDim,
         const GivenValues &Parameters, unsigned StepLimit);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_WARPRUNS_H
