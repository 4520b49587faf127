//===--- StageCommands.h - What threads do to stages ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGECOMMANDS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGECOMMANDS_H

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "Target/Limits.h"

namespace warplint::pipelines {

/// A byte of shared memory, by the member of a variable that it lies in.
struct SharedPlace {
  unsigned Member = 0; ///< Its number in StageRuns::Members.
  int64_t Offset = 0;
  unsigned Block = 0; ///< The rank in the cluster of the block that owns it.
  friend bool operator<(const SharedPlace &L, const SharedPlace &R) {
    return std::tie(L.Block, L.Member, L.Offset) <
           std::tie(R.Block, R.Member, R.Offset);
  }
  friend bool operator==(const SharedPlace &L, const SharedPlace &R) {
    return !(L < R) && !(R < L);
  }
};

/// One step of a thread in a simulation.
struct StageCommand {
  enum class Kind : uint8_t {
    Init,       ///< `Object` expects `Number` arrivals a phase.
    Arrive,     ///< `Number` arrivals.
    Drop,       ///< One arrival, and one fewer from the next phase on.
    Expect,     ///< `Number` more bytes; -1 for an unknown number.
    WaitFor,    ///< Waits for the phase of parity `Number`.
    WaitOwn,    ///< Waits for the phase of the thread's last arrival.
    Copy,       ///< Fills `Bytes` bytes at `Place`, and completes on `Object`.
    Touch,      ///< Reads or writes at `Place`, which copies fill.
    Load,       ///< Reads at `Place` what threads store.
    Store,      ///< Writes at `Place`, which no copy fills, for other threads.
    Send,       ///< A bulk copy reads at `Place` what threads have stored.
    Read,       ///< `Reader` starts to read at `Place`.
    Commit,     ///< The reads of `Reader` so far become one group.
    WaitRead,   ///< Waits for `Reader`, except its last `Number` groups.
    ArriveRead, ///< Commits; arrives on `Object` when all has been read.
    /// Barrier `Number` of the block, or of the cluster if it is
    /// ClusterBarrier, for `Bytes` threads (0: all).
    Meet,
    MeetArrive, ///< Arrives at that barrier without waiting.
    MeetAwait,  ///< Waits for the phase of the last arrival at that barrier.
    MeetWarp,   ///< Waits for the other lanes of the warp.
    Fence,      ///< A proxy fence: orders what is known before later copies.
  };
  Kind K = Kind::Touch;
  const Event *At = nullptr; ///< Never null.
  SharedPlace Object, Place;
  int64_t Number = 0, Bytes = 0;
  /// The asynchronous reader, if any: see StageRuns::Readers.
  unsigned Reader = 0;
  /// Of a copy: the bytes that it completes; nothing if the kernel does not
  /// show them, since the tensor map's box has them.
  std::optional<int64_t> Reports;
  bool ReadsOwn = false; ///< Of a copy: from memory of the thread's own block.
  /// The copy itself makes the barrier expect its bytes.
  bool IsExpected = false;
  /// Rank of the thread, or of the first of those, counted through the blocks
  /// of the cluster.
  size_t Thread = 0;
};

/// The steps of threads of one warp that do the same, each by itself. Where
/// they access different places, each command has its own thread.
struct StageRun {
  size_t Thread = 0; ///< Rank of the first one in the cluster.
  unsigned Lanes = 1;
  std::vector<StageCommand> Commands;
  bool GoesOn = false; ///< They do more, which was not followed.
};

/// Numbers above those of named barriers and `cg::sync(block)`.
inline constexpr int64_t ClusterBarrier = NamedBarriers + 1;

/// The steps of all threads of a block or cluster.
struct StageRuns {
  /// Number of asynchronous readers: the matrix unit of four warps, bulk
  /// copies, or the tensor core for one thread. Each reads in the order of its
  /// commands, as far as groups say so.
  unsigned Readers = 0;
  /// One location in each member, by its number.
  std::vector<AccessPath> Members;
  std::vector<StageRun> All; ///< In the order of their threads.
  /// Proxy fences of which it is unknown whether threads reach them: a run may
  /// lack one that it executes.
  std::vector<const Event *> GuessedFences;
  size_t ThreadsPerBlock = 0;
  bool UseParameters = false; ///< Other parameter values may give other runs.
  /// The rank in the cluster of the block of \p Run.
  size_t blockOf(size_t Run) const { return All[Run].Thread / ThreadsPerBlock; }
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGECOMMANDS_H
