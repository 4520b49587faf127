//===--- CopyFault.h - What is wrong with an asynchronous copy --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYFAULT_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYFAULT_H

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"

namespace warplint {

struct CopyFault {
  enum class Kind : uint8_t {
    NotWaited,    ///< `At` touches the destination of `Copy` before the wait.
    NotCommitted, ///< The same: the wait passes by what was not committed.
    LeftPending,  ///< The same: `Wait`, in a loop, leaves its group pending.
    NotSynced,    ///< `At` touches what another thread's `Copy` brings, after a
                  ///< wait that is for the thread's own copies.
    SourceInUse,  ///< `At` writes to the source of `Copy` before the wait, or
                  ///< behind `Wait`, which leaves it pending.
    SourceNotSynced, ///< `At` writes to the source of another thread's `Copy`,
                     ///< after a wait (`Wait`, in a loop) that is for the
                     ///< thread's own copies.
    NotFenced,       ///< `Copy` reads what `At` wrote, without a proxy fence.
    FencedLate,  ///< `Copy` reads what other threads wrote at `At`: fenced only
                 ///< behind the barrier.
    FencedAlone, ///< `Copy` reads what other threads wrote at `At`: fenced, but
                 ///< not synchronized.
    ReleasedEarly, ///< `At` touches what `Copy` brings, behind `Wait`, which
                   ///< gives the stage back.
    NotAcquired,   ///< `At` fills a stage of a pipeline that was not acquired.
    NothingToWaitFor, ///< `At` waits for a stage before any was committed.
    NeverReleased     ///< `At` waits for stages that nothing releases.
  };
  Kind K = Kind::NotWaited;
  const Event *At = nullptr;
  const Event *Copy = nullptr; ///< Null for the last three.
  /// Of LeftPending and of sources in loops; of ReleasedEarly the release.
  const Event *Wait = nullptr;
  /// Of LeftPending: the iterations are the last ones, which commit nothing there.
  const Event *Commit = nullptr;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYFAULT_H
