//===--- PathsToEnd.h - Paths of threads that wait no more ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier of the block waits for non-exited threads only (CUDA Programming
// Guide, "Synchronization Functions"). A thread that takes another path holds
// nobody up if no operation on its path to the end of the kernel waits for
// other threads. A whole warp may wait at barrier 0 on that path: wherever the
// others wait there, it is one of those that arrive.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_PATHSTOEND_H
#define WARPLINT_ANALYSIS_PARTICIPATION_PATHSTOEND_H

#include "Analysis/Participation/PathCondition.h"
#include "llvm/ADT/BitVector.h"

namespace warplint::participation {

/// Answers for one kernel. Refers to \p Facts.
class PathsToEnd {
public:
  explicit PathsToEnd(const KernelFacts &Facts)
      : Facts(Facts), Context(Facts) {}

  /// The nodes, by Node::id(), that threads pass after they have taken
  /// successor \p Successor of \p Branch; nothing if such a thread may wait for
  /// other threads, but for a whole warp at barrier 0, or if that is not known.
  std::optional<llvm::BitVector> from(const Node &Branch,
                                      unsigned Successor) const;

private:
  const KernelFacts &Facts;
  PathContext Context;
  mutable unsigned Assumed = 0; ///< Conditions over the branches so far.
};

} // namespace warplint::participation

#endif // WARPLINT_ANALYSIS_PARTICIPATION_PATHSTOEND_H
