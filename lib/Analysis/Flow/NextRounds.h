//===--- NextRounds.h - Where the next round of a loop goes -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under `if (++done % 128 == 0)` a round fetches what the rounds behind it
// read; `if (done % 128 == 0) __syncthreads();` at the start of each round then
// waits in the very next one, since it asks the same about the same number.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_FLOW_NEXTROUNDS_H
#define WARPLINT_ANALYSIS_FLOW_NEXTROUNDS_H

#include "Analysis/Flow/FirstRoundArms.h"

namespace warplint {

/// The round that follows the one in which a thread was at some node.
struct NextRound {
  const Loop *Of = nullptr;
  /// Branches that go one way in it, with the node that they go to. Looked up.
  llvm::DenseMap<const Node *, const Node *> Only;
};

/// What is known of the next rounds of the loops around \p Start, the smallest
/// first; loops of which nothing is known are left out. \p View is what the
/// loops of \p Arms were found in.
std::vector<NextRound> nextRoundsAfter(const Node &Start,
                                       const FirstRoundArms &Arms,
                                       const FlowView &View);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_FLOW_NEXTROUNDS_H
