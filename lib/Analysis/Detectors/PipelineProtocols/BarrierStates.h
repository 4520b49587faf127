//===--- BarrierStates.h - Threads that come together in a play ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers of warps, blocks and clusters: threads come and wait, or only come,
// or wait later for the meeting that they came to. It takes place when all that
// are counted have come; who has left is not waited for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_BARRIERSTATES_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_BARRIERSTATES_H

#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"
#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"
#include <functional>
#include <map>

namespace warplint {

class BarrierStates {
public:
  /// \p Known is what each of \p Runs knows, \p HasLeft whether one has come to
  /// its end; all outlive the meetings.
  BarrierStates(std::vector<VectorClock> &Known, const StageRuns &Runs,
           std::function<bool(size_t)> HasLeft)
      : Known(Known), Runs(Runs), HasLeft(std::move(HasLeft)),
        HasMet(Known.size(), false) {}

  /// The threads of \p Run come to the barrier of \p C; false as long as they
  /// must wait.
  bool meet(size_t Run, const StageCommand &C);
  void arrive(size_t Run, const StageCommand &C);
  /// For the meeting that they came to last; false as long as they must wait.
  bool await(size_t Run, const StageCommand &C);
  /// Lanes that wait for others of their warp go on; false if none does.
  bool letWarpGo();

private:
  struct Meeting {
    std::vector<size_t> Waiting, Came; ///< Runs; the others that have come.
    VectorClock Pending, Known; ///< By those who came; in meetings that are over.
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
  std::vector<bool> HasMet; ///< The run's meeting has taken place.
  /// Of warps: by their number below 0; of the cluster: by that of its barrier;
  /// of blocks: by the numbers behind it.
  std::map<int64_t, Meeting> All;
  /// How many meetings were over when a run came last.
  std::map<std::pair<size_t, int64_t>, uint32_t> CameAt;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_BARRIERSTATES_H
