//===--- CopyFault.h - Kinds of asynchronous copy faults --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYFAULT_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYFAULT_H

#include <cstdint>

namespace clang {
class Stmt;
} // namespace clang

namespace warplint {
class CallContext;
struct Event;
} // namespace warplint

namespace warplint::mbarriers {

/// A fault of an asynchronous copy or of a pipeline.
struct CopyFault {
  enum class Kind : uint8_t {
    NotWaited, ///< `At` accesses the destination of `Copy` before the wait.
    /// `At` accesses it after a wait that skips `Copy`, since `Copy` was not
    /// committed.
    NotCommitted,
    /// `At` accesses it after `Wait`, in a loop, which leaves its group
    /// pending.
    LeftPending,
    /// `At` accesses the destination of another thread's `Copy`, after a wait
    /// for the thread's own copies only.
    NotSynced,
    /// `At` writes to the source of `Copy` before the wait, or after `Wait`,
    /// which leaves the copy pending.
    SourceInUse,
    /// `At` writes to the source of another thread's `Copy`, after a wait
    /// (`Wait`, in a loop) for the thread's own copies only.
    SourceNotSynced,
    NotFenced, ///< `Copy` reads what `At` wrote, without a proxy fence.
    /// `Copy` reads what other threads wrote at `At`, with a proxy fence only
    /// after the barrier.
    FencedLate,
    /// `Copy` reads what other threads wrote at `At`, with a proxy fence but
    /// without a barrier.
    FencedAlone,
    /// `At` accesses the destination of `Copy` after `Wait`, which releases the
    /// stage.
    ReleasedEarly,
    /// `At` signals to others, and the writes of `Copy`, a bulk store, may not
    /// be there.
    Announced,
    /// `Copy` uses a tensor map that no fence acquires; `Wait` is a fence for
    /// another one.
    MapNotAcquired,
    NotAcquired, ///< `At` fills a stage of a pipeline that was not acquired.
    NothingToWaitFor, ///< `At` waits for a stage before one was committed.
    NeverReleased     ///< `At` waits for stages that nothing releases.
  };
  Kind K = Kind::NotWaited;
  const Event *At = nullptr;
  const Event *Copy = nullptr; ///< Null for the last three.
  /// Of LeftPending and of sources in loops, the wait; of ReleasedEarly, the
  /// release.
  const Event *Wait = nullptr;
  /// Of LeftPending: the last iterations are at fault, which commit nothing
  /// here.
  const Event *Commit = nullptr;
};

/// An access to accumulators of a multiplication that nothing orders with it.
struct RegisterFault {
  enum class Kind : uint8_t {
    NotFenced,   ///< `Multiply` follows `Touch` with no fence between.
    NeverFenced, ///< `Multiply` is the first one, with no fence before it.
    NotWaited,   ///< `Touch` follows `Multiply`, which may still run.
  };
  Kind K = Kind::NotFenced;
  const Event *Multiply = nullptr; ///< Never null.
  /// The expression that accesses the registers, and its call context; null for
  /// NeverFenced.
  const clang::Stmt *Touch = nullptr;
  const CallContext *In = nullptr;
};

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYFAULT_H
