//===--- StageFault.h - A fault of a pipeline protocol ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULT_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULT_H

#include "Analysis/KernelIR/Event.h"

namespace warplint::pipelines {

/// A fault that a simulation shows.
struct StageFault {
  enum class Kind : uint8_t {
    TouchedEarly, ///< `At` accesses what `Copy` may still be filling.
    /// `Copy` fills what `At` may still access. As for TouchedEarly, `Copy` may
    /// be a store by a thread.
    RefilledEarly,
    /// The copy `At` fills a stage before its thread knows that the copy before
    /// has completed.
    NotAwaited,
    NeverEnds, ///< `At` waits for a phase that never ends.
    /// `At` accesses an mbarrier of `PeerBlock` before its thread knows that it
    /// has been initialized.
    PeerNotReady,
    /// `PeerBlock` may have exited before `At`, in another block, accesses its
    /// memory.
    PeerHasLeft,
    /// `PeerBlock`, the block of the copy `At`, may exit before the copy into
    /// another block has read its memory.
    SenderLeaves,
    /// `Copy` fills what `At` has accessed, without a proxy fence in between.
    NotFenced,
    /// `Copy` reads what `At` has stored, without a proxy fence in between.
    SentUnfenced
  };
  Kind K = Kind::NeverEnds;
  const Event *At = nullptr; ///< Never null.
  /// Null for NeverEnds and for faults of peers; `At` for NotAwaited.
  const Event *Copy = nullptr;
  /// Of NeverEnds: where another thread waits forever; null if none does. Of
  /// NotFenced: a proxy fence right after `Copy`, where it is useless; null if
  /// there is none.
  const Event *Other = nullptr;
  int64_t OtherThread = 0;
  /// Rank of the thread at `At`, counted through the blocks of the cluster.
  int64_t Thread = 0;
  int64_t Copier = 0;     ///< Rank of the thread at `Copy`.
  unsigned PeerBlock = 0; ///< Rank in the cluster.
  /// Some block may not exist as long as others use its memory.
  bool isOfPeer() const {
    return K == Kind::PeerNotReady || K == Kind::PeerHasLeft ||
           K == Kind::SenderLeaves;
  }
  /// `Copy` is a store by a thread.
  bool isByStore() const { return Copy && !Copy->Op; }
  /// `At` is a bulk copy that reads what threads have stored.
  bool isBySend() const { return isByStore() && At->Op; }
  /// How often the stage was filled, including `Copy`; of NeverEnds, the number
  /// of phases that ended.
  int64_t Times = 0;
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULT_H
