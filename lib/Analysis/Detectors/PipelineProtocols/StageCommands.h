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
#include "CudaModel/Hardware.h"

namespace warplint {

/// Bytes of shared memory: of one member of one variable.
struct SharedPlace {
  unsigned Member = 0; ///< Its number in StageRuns::Members.
  int64_t Offset = 0;
  unsigned Block = 0; ///< Whose memory it is: rank in the cluster.
  friend bool operator<(const SharedPlace &L, const SharedPlace &R) {
    return std::tie(L.Block, L.Member, L.Offset) <
           std::tie(R.Block, R.Member, R.Offset);
  }
  friend bool operator==(const SharedPlace &L, const SharedPlace &R) {
    return !(L < R) && !(R < L);
  }
};

struct StageCommand {
  enum class Kind : uint8_t {
    Init,       ///< `Object` expects `Number` arrivals a phase.
    Arrive,     ///< `Number` arrivals.
    Drop,       ///< One arrival, and one fewer from the next phase on.
    Expect,     ///< `Number` bytes more, or not known how many (-1).
    WaitFor,    ///< For the phase of parity `Number`.
    WaitOwn,    ///< For the phase of the thread's last arrival.
    Copy,       ///< Fills `Bytes` from `Place` on, and reports to `Object`.
    Touch,      ///< Reads or writes there.
    Load,       ///< Reads there what threads store, not copies.
    Store,      ///< Writes there what threads read, where no copy does.
    Send,       ///< A bulk copy reads there what threads have stored.
    Read,       ///< `Reader` reads there, from now on.
    Commit,     ///< What `Reader` was given to read is one group.
    WaitRead,   ///< For `Reader`, but for the last `Number` groups.
    ArriveRead, ///< Commits; one arrival on `Object` when all has been read.
    Meet, ///< Barrier `Number` of the block, for `Bytes` threads (0: all);
          ///< ClusterBarrier: of the cluster.
    MeetArrive, ///< There, too: comes, and goes on.
    MeetAwait,  ///< Until the meeting is over that the thread came to last.
    MeetWarp,   ///< With the other lanes of the warp.
    Fence,      ///< What is known so far comes before what copies do later.
  };
  Kind K = Kind::Touch;
  const Event *At = nullptr; ///< Never null.
  SharedPlace Object, Place;
  int64_t Number = 0, Bytes = 0;
  /// Who reads beside the threads: see StageRuns::Readers.
  unsigned Reader = 0;
  /// Of a copy: the bytes that it reports; nothing if only its box, which the
  /// kernel does not show, says how many.
  std::optional<int64_t> Reports;
  bool ReadsOwn = false;   ///< Of a copy: out of the thread's own block.
  bool IsExpected = false; ///< The barrier expects them by the copy itself.
  /// Rank of the thread that does it, block after block, or of the first one of
  /// those that do.
  size_t Thread = 0;
};

/// What threads of one warp do: each on its own, all the same. They may touch
/// different places: then it is told who does.
struct StageRun {
  size_t Thread = 0; ///< The first one's rank, block after block.
  unsigned Lanes = 1;
  std::vector<StageCommand> Commands;
  bool GoesOn = false; ///< They do more, which is not known.
};

/// Behind the barriers that a block has numbers for and `cg::sync(block)`.
inline constexpr int64_t ClusterBarrier = NamedBarriers + 1;

struct StageRuns {
  /// What reads beside the threads: the matrix unit of four warps, bulk copies
  /// or the tensor core of one thread. Each reads in the order in which it is
  /// told to, as far as groups say so.
  unsigned Readers = 0;
  std::vector<Location> Members; ///< One location in each.
  std::vector<StageRun> All;     ///< In the order of their threads.
  /// Proxy fences of which it was not known whether some thread comes to them:
  /// its run may be without one that it executes.
  std::vector<const Event *> GuessedFences;
  size_t ThreadsPerBlock = 0;
  bool UseParameters = false; ///< With others, they may be others.
  /// The rank in the cluster of the block of \p Run.
  size_t blockOf(size_t Run) const { return All[Run].Thread / ThreadsPerBlock; }
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGECOMMANDS_H
