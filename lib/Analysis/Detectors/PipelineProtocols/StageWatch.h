//===--- StageWatch.h - Who uses stages out of turn -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stages and elements of a play, and who has used them. Whoever comes to one
// must know of those who came before.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEWATCH_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEWATCH_H

#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"
#include "Analysis/Detectors/PipelineProtocols/StageOutcome.h"
#include "Analysis/Detectors/PipelineProtocols/Stages.h"
#include "Analysis/Detectors/PipelineProtocols/StoredElements.h"

namespace warplint {

class StageWatch {
public:
  explicit StageWatch(const StageRuns &Runs);

  VectorClockSlots slots() const { return {Threads, Stages.size(), Readers}; }
  size_t stages() const { return Stages.size(); }
  /// The stage that begins at \p From, and how often it has been filled.
  std::pair<size_t, uint32_t> fillsOf(const SharedPlace &From) const;

  /// \p Signalled is what copies tell when they have come.
  void fill(const StageCommand &C, const VectorClock &Known, VectorClock &Signalled);
  /// Threads of \p Run do \p C.
  void touch(size_t Run, const StageCommand &C, const VectorClock &Known);
  /// The reader of \p C reads, in its group \p Group.
  void read(const StageCommand &C, const VectorClock &Known, uint32_t Group);
  void passElement(size_t Run, const StageCommand &C, const VectorClock &Known);
  /// A bulk copy of \p Run reads what threads have stored.
  void send(size_t Run, const StageCommand &C, const VectorClock &Known);

  /// The first fault, and the first one that only the memory model knows.
  const std::optional<StageFault> &found() const { return Found; }
  const std::optional<StageFault> &unfenced() const { return Unfenced; }
  /// Some stage or element was filled twice.
  bool areRefilled() const;

private:
  std::vector<Stage *> filled(const StageCommand &C, const VectorClock &Known);
  void fault(StageFault::Kind K, const StageCommand &At, const Stage &Of);
  void fillStage(size_t I, bool IsThis, const StageCommand &C,
                 const VectorClock &Known);
  void noteUnfenced(const Stage &S, const VectorClock &Known);
  void note(const std::optional<UnorderedStore> &Clash);

  size_t Threads, Readers;
  std::vector<Stage> Stages;
  StoredElements Elements;
  std::optional<StageFault> Found, Unfenced;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEWATCH_H
