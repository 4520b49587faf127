//===--- WarpRuns.h - Named barriers that warps execute ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes each warp of one block with given values of the kernel's parameters,
// and records the hardware barriers of the block that it executes. Branches are
// decided by thread identity, parameters and loop counters. A branch with an
// unknown condition is skipped if no barrier depends on it; what depends on it
// is unknown then, too. Otherwise nothing is known of the block.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_WARPRUNS_H
#define WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_WARPRUNS_H

#include "Analysis/Simulation/ConcreteExecutor.h"
#include <vector>

namespace warplint::namedbarriers {

/// A hardware barrier executed by one warp (PTX ISA, "bar, barrier").
struct BarrierCommand {
  const Event *At = nullptr; ///< Never null.
  int64_t Id = 0;
  /// Threads that the barrier counts; 0: all threads of the block that have not
  /// exited.
  int64_t Count = 0;
  bool Waits = true;
};

/// The barriers of one warp, in order.
struct WarpRun {
  std::vector<BarrierCommand> Commands;
  /// Between its barriers the warp waits for other threads in another way.
  bool HearsOtherwise = false;
};

/// \p E is a barrier of the block with a number; `__syncthreads()` has number
/// 0.
bool isHardwareBarrier(const Event &E);

/// What the executions of all warps of a kernel share.
simulation::ExecutedKernel executedByWarps(const KernelFacts &Facts);

/// One run for each warp of a block of \p BlockDim, whose size is a multiple of
/// the warp size. Nothing if it is unknown which barriers a warp executes, or
/// if Budgets::NamedBarrierSteps are not enough.
std::optional<std::vector<WarpRun>>
runWarps(simulation::ExecutedKernel &Of, const std::array<int64_t, 3> &BlockDim,
         const GivenValues &Parameters);

} // namespace warplint::namedbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_WARPRUNS_H
