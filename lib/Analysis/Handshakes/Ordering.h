//===--- Ordering.h - What is ordered between two accesses -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether everything that a thread or its block did before one operation is
// ordered before another, as PTX's memory model has it: by a fence of enough
// scope in the thread, or by a barrier that hands the order on to another
// thread of the block, with a fence on either side of it (PTX ISA, "Release and
// Acquire Patterns", "Causality Order"; CUDA Programming Guide, "Memory Fence
// Functions").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HANDSHAKES_ORDERING_H
#define WARPLINT_ANALYSIS_HANDSHAKES_ORDERING_H

#include "Analysis/Handshakes/ThreadGroups.h"
#include "Analysis/Uniformity/Uniformity.h"

namespace warplint {

enum class Direction : uint8_t {
  Release, ///< Before what announces.
  Acquire, ///< After what was announced.
};

/// What stands between two operations on the worst way from one to the other.
struct Passage {
  bool Possible = false; ///< There is a way at all.
  bool Unfenced = false; ///< On some way no fence of any scope.
  /// On some way without a fence no barrier either.
  bool UnfencedInOneInterval = false;
  /// A fence whose scope is too small, where there is no better one.
  const Event *Narrow = nullptr;
  /// A fence between the two that orders the other way only (one that acquires
  /// before an announcement), if there is one and some way is unfenced.
  const Event *OneSided = nullptr;
  /// A thread that does the first leaves it to another thread to do the second,
  /// and on some way no barrier makes that one wait.
  bool NotWaitedFor = false;
  /// A barrier of the warp would be enough for that.
  bool WithinWarp = false;
};

class Ordering {
public:
  Ordering(const InlinedCFG &P, const Evaluation &Values, const FlowView &View,
           const ThreadGroups &Threads, const Uniformity &Agreement)
      : P(P), Values(Values), View(View), Threads(Threads),
        Agreement(Agreement) {}

  /// The ways from \p From to \p To for a handshake among threads of
  /// \p Needed. Ways through calls that are not seen count as ordered.
  Passage between(const Event &From, const Event &To, Scope Needed,
                  Direction Way) const;

private:
  struct Search;
  using Decisions = llvm::DenseMap<const Term *, bool>;
  Decisions decisionsFor(const Node &N) const;

  const InlinedCFG &P;
  const Evaluation &Values;
  const FlowView &View;
  const ThreadGroups &Threads;
  const Uniformity &Agreement;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HANDSHAKES_ORDERING_H
