//===--- ThreadWalk.h - One thread that stages are handed by ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_STAGEPROTOCOLS_THREADWALK_H
#define WARPLINT_ANALYSIS_STAGEPROTOCOLS_THREADWALK_H

#include "Analysis/StageProtocols/ThreadCourse.h"

namespace warplint {

/// Loads and stores of elements by all threads of one block together: they are
/// kept until the play is over.
inline constexpr size_t ElementLimit = size_t(1) << 19;

/// One thread on its way.
class ThreadWalk : KernelWalk {
public:
  /// \p BlockRank: of \p Block in its cluster.
  ThreadWalk(ThreadCourse &Of, llvm::ArrayRef<ThreadOfBlock> Block,
             unsigned BlockRank, size_t Rank, const GivenValues &Parameters,
             unsigned &StepsLeft, std::vector<StageCommand> &Made)
      : KernelWalk(Of.Walked, Parameters, StepsLeft), Of(Of), Block(Block),
        BlockRank(BlockRank), Self(Block[Rank]), Made(Made),
        ElementsLeft(ElementLimit / (Block.size() * Of.Cluster.size())) {
    for (const Term *Elected : Of.Elections)
      Now[Elected] = Self.rank() % LanesPerWarp == 0;
  }

  /// False if the thread cannot be followed.
  bool run() { return walk(); }

private:
  std::optional<int64_t> agreed(const Term *T) override;
  bool pass(const Event &E) override;
  std::optional<int64_t> operand(const std::optional<uint64_t> &Immediate,
                                 const Term *T, int64_t Otherwise);
  const Term *chosen(const Term *Address);
  std::optional<SharedPlace> placeOf(const Term *Address);
  std::optional<SharedPlace> placeAtPeer(const Term *Address);
  std::optional<SharedPlace> objectOf(const Event &E);
  std::optional<uint64_t> destinations(const Event &E);
  bool passObject(const Event &E);
  bool passCopy(const Event &E);
  bool passBarrier(const Event &E);
  void passAccess(const Event &E);
  bool passMultiply(const Event &E);
  bool passGroup(const Event &E);
  void addRead(const Event &E, const SharedPlace &From, int64_t Bytes);
  void passShuffle(const Event &E);
  bool add(StageCommand::Kind K, const Event &E, const SharedPlace &Object,
           std::optional<int64_t> Number);
  void answer(const Event &E, int64_t Answer);
  bool passTry(const Event &E);
  bool makePipeline(const Event &E);
  bool passPipeline(const Event &E);

  ThreadCourse &Of;
  llvm::ArrayRef<ThreadOfBlock> Block;
  unsigned BlockRank;
  const ThreadOfBlock &Self;
  std::vector<StageCommand> &Made;
  /// Loads and stores beyond are left out: what orders the others is not.
  size_t ElementsLeft;
  /// Of the pipeline: stages that the thread has committed and released.
  int64_t Committed = 0, Released = 0;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_STAGEPROTOCOLS_THREADWALK_H
