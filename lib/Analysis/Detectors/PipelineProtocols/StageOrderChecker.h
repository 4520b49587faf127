//===--- StageOrderChecker.h - Order of stage accesses ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the accesses to each stage and element of a simulation. A thread that
// accesses one must know, by its clock, of the accesses before.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEWATCH_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEWATCH_H

#include "Analysis/Detectors/PipelineProtocols/StageOutcome.h"
#include "Analysis/Detectors/PipelineProtocols/StoredElements.h"
#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"

namespace warplint::pipelines {

/// Shared memory that copies fill, with its accesses since then.
struct Stage {
  SharedPlace From;
  int64_t Bytes = 0;
  bool IsReported = false; ///< The number of bytes copied is known.
  uint32_t Fills = 0;
  const StageCommand *Last = nullptr;
  /// By run: its step at its last access, and that access.
  std::vector<std::pair<uint32_t, const StageCommand *>> Touched;
  struct Reading {
    uint32_t Group = 0; ///< The last one that reads the stage; counts from 1.
    const StageCommand *By = nullptr;
  };
  std::vector<Reading> Read; ///< By reader.
};

/// The stages and elements of one simulation, and the faults found.
class StageOrderChecker {
public:
  explicit StageOrderChecker(const StageRuns &Runs);

  VectorClockSlots slots() const { return {Threads, Stages.size(), Readers}; }
  size_t stages() const { return Stages.size(); }
  /// The index of the stage that begins at \p From, and how often it was
  /// filled.
  std::pair<size_t, uint32_t> fillsOf(const SharedPlace &From) const;

  /// The copy \p C fills a stage; \p Signalled is the clock that its completion
  /// passes on.
  void fill(const StageCommand &C, const VectorClock &Known,
            VectorClock &Signalled);
  /// Threads of \p Run execute \p C, which accesses a stage.
  void touch(size_t Run, const StageCommand &C, const VectorClock &Known);
  /// The reader of \p C reads a stage, in its group \p Group.
  void read(const StageCommand &C, const VectorClock &Known, uint32_t Group);
  /// A thread of \p Run loads or stores an element that threads store.
  void passElement(size_t Run, const StageCommand &C, const VectorClock &Known);
  /// A bulk copy of \p Run reads what threads have stored.
  void send(size_t Run, const StageCommand &C, const VectorClock &Known);

  /// The first fault, and the first missing proxy fence
  /// (StageOutcome::Unfenced).
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

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEWATCH_H
