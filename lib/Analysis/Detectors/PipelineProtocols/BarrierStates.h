//===--- BarrierStates.h - States of simulated barriers ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers of warps, blocks and clusters in a simulation: threads arrive and
// wait, arrive only, or wait later for the phase that they arrived at. A phase
// ends when all expected threads have arrived; exited threads are not waited
// for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_BARRIERSTATES_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_BARRIERSTATES_H

#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"
#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"
#include <functional>
#include <map>

namespace warplint::pipelines {

/// The barriers of one simulation, other than mbarriers.
class BarrierStates {
public:
  /// \p Known: the clock of each of \p Runs. \p HasLeft: whether a run has
  /// ended. All of them outlive this.
  BarrierStates(std::vector<VectorClock> &Known, const StageRuns &Runs,
                std::function<bool(size_t)> HasLeft)
      : Known(Known), Runs(Runs), HasLeft(std::move(HasLeft)),
        HasMet(Known.size(), false) {}

  /// The threads of \p Run arrive at the barrier of \p C and wait; false as
  /// long as they must wait.
  bool meet(size_t Run, const StageCommand &C);
  /// The threads of \p Run arrive at the barrier of \p C without waiting.
  void arrive(size_t Run, const StageCommand &C);
  /// The threads of \p Run wait for the phase of the barrier of \p C that they
  /// arrived at last; false as long as they must wait.
  bool await(size_t Run, const StageCommand &C);
  /// Releases lanes that wait for other lanes of their warp; false if none do.
  bool letWarpGo();

private:
  struct Meeting {
    /// Runs that wait; other runs that have arrived.
    std::vector<size_t> Waiting, Arrived;
    /// Clocks of arrivals at this phase; of ended phases.
    VectorClock Pending, Known;
    uint32_t Ended = 0;
  };
  Meeting &meetingOf(size_t Run, const StageCommand &C);
  bool isFull(const Meeting &M, size_t Run, const StageCommand &C) const;
  size_t warpOf(size_t Run) const;
  int64_t threadsOf(llvm::ArrayRef<size_t> Of) const;
  void end(Meeting &M);

  std::vector<VectorClock> &Known;
  const StageRuns &Runs;
  std::function<bool(size_t)> HasLeft;
  std::vector<bool> HasMet; ///< The phase that the run waits for has ended.
  /// By number: of warps below 0, of the cluster by the number of its barrier,
  /// of blocks by the numbers above.
  std::map<int64_t, Meeting> All;
  /// How many phases had ended when a run arrived last.
  std::map<std::pair<size_t, int64_t>, uint32_t> ArrivedAt;
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_BARRIERSTATES_H
