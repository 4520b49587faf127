//===--- StageOutcome.h - What a play of stages shows -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEOUTCOME_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEOUTCOME_H

#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"

namespace warplint {

struct StageFault {
  enum class Kind : uint8_t {
    TouchedEarly,  ///< `At` touches what `Copy` may still be filling.
    RefilledEarly, ///< `Copy` fills what `At` may still be about to touch.
                   ///< Of both: `Copy` may be a thread's own store.
    NotAwaited,    ///< `At`, a copy, fills a stage of which nothing tells the
                   ///< thread that the copy before has come.
    NeverEnds,     ///< `At` waits for a phase that never ends.
    PeerNotReady,  ///< `At` comes to an object of `PeerBlock` of which nothing
                   ///< tells the thread that it has been initialized.
    PeerHasLeft,   ///< `PeerBlock` may have left before `At`, in another block,
                   ///< has come to its memory.
    SenderLeaves, ///< The block of the copy `At`, `PeerBlock`, may leave before
                  ///< the copy into another block has read its memory.
    NotFenced,    ///< `Copy` fills what `At` has touched, and no proxy fence
                  ///< lies between.
    SentUnfenced  ///< `Copy` reads what `At` has stored, and no proxy fence
                  ///< lies between.
  };
  Kind K = Kind::NeverEnds;
  const Event *At = nullptr; ///< Never null.
  /// Null for NeverEnds and for those of a peer; `At` of NotAwaited.
  const Event *Copy = nullptr;
  /// Of NeverEnds: where another thread waits in vain; null if none does. Of
  /// NotFenced: a proxy fence that comes right behind `Copy`, in vain.
  const Event *Other = nullptr;
  int64_t OtherThread = 0;
  /// Rank of the thread at `At`: of all of the cluster, block after block.
  int64_t Thread = 0;
  int64_t Copier = 0;     ///< That of the one that makes `Copy`.
  unsigned PeerBlock = 0; ///< Rank in the cluster.
  /// A fault that concerns whether blocks are there as long as they must be.
  bool isOfPeer() const {
    return K == Kind::PeerNotReady || K == Kind::PeerHasLeft ||
           K == Kind::SenderLeaves;
  }
  /// `Copy` is a store by its thread.
  bool isByStore() const { return Copy && !Copy->Op; }
  /// `At` is a bulk copy that reads what threads have stored.
  bool isBySend() const { return isByStore() && At->Op; }
  /// How often the stage has been filled, `Copy` counted; of NeverEnds, the
  /// phases that have ended.
  int64_t Times = 0;
};

struct StageOutcome {
  std::optional<StageFault> Fault;
  /// The first stage that is filled anew with no proxy fence since it was
  /// touched: the memory model asks for one (PTX ISA, "Proxies"), and no
  /// hardware is known to need it.
  std::optional<StageFault> Unfenced;
  /// Of NeverEnds: whoever could end the phase has come to its end. Whether
  /// some make fewer iterations than others can hang on how parameters belong
  /// together.
  bool HasLeft = false;
  /// Some stage or element was filled twice: the protocol has shown itself.
  bool IsTelling = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEOUTCOME_H
