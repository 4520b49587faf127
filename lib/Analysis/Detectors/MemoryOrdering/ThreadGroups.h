//===--- ThreadGroups.h - Threads on the same paths -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which threads execute what: all threads of a block, one elected thread, one
// lane of each warp. Branches that depend on thread identity and constants only
// are evaluated for every thread of an example block; other branches may take
// either successor.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADGROUPS_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADGROUPS_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <set>
#include <vector>

namespace warplint::memoryorder {

/// Threads of the example block that take the same successor at every such
/// branch.
struct ThreadGroup {
  /// The value of the condition, by branch.
  llvm::DenseMap<const Node *, bool> Holds;
  std::vector<ThreadOfBlock> Threads;
  std::set<int64_t> Warps; ///< Warps that have a thread in the group.
  llvm::SmallPtrSet<const Node *, 32> Reached;
};

/// The thread groups of one kernel.
class ThreadGroups {
public:
  /// Threads are distinguished where that matters for which threads reach
  /// \p Asked and operations that order memory.
  ThreadGroups(const InlinedCFG &P, const Evaluation &Values,
               const CfgView &View, const LaunchExtents &Launch,
               llvm::ArrayRef<const Node *> Asked);

  /// At least one group.
  llvm::ArrayRef<ThreadGroup> all() const { return Groups; }
  /// The successors of \p From that threads of \p Group may take; all of them
  /// if \p Group is null.
  llvm::SmallVector<const Node *, 2> next(const Node &From,
                                          const ThreadGroup *Group) const;
  /// How threads form warps is known: it does not depend on unknown extents of
  /// the block.
  bool knowsWarps() const { return KnowsWarps; }
  /// Some warp has more than one thread that reaches \p N.
  bool hasSeveralLanes(const Node &N) const;

private:
  void spread(ThreadGroup &Group, const Node &Entry) const;

  const Evaluation &Values;
  const CfgView &View;
  std::vector<ThreadGroup> Groups;
  bool KnowsWarps = true;
};

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADGROUPS_H
