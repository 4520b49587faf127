//===--- ThreadGroups.h - Threads that go the same way -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who executes what: all threads of a block, one elected thread, one lane of
// each warp. Branches that thread identity and constants alone decide are run
// for every thread of an example block; other branches can go either way.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADGROUPS_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADGROUPS_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <set>
#include <vector>

namespace warplint {

/// Threads of the example block that take the same way at every such branch.
struct ThreadGroup {
  /// Whether the condition holds, by branch.
  llvm::DenseMap<const Node *, bool> Holds;
  std::vector<ThreadOfBlock> Threads;
  std::set<int64_t> Warps; ///< Those that have a thread in the group.
  llvm::SmallPtrSet<const Node *, 32> Reached;
};

class ThreadGroups {
public:
  /// Threads are told apart where it matters for who comes to \p Asked, and to
  /// what orders memory.
  ThreadGroups(const InlinedCFG &P, const Evaluation &Values,
               const CfgView &View, const LaunchExtents &Launch,
               llvm::ArrayRef<const Node *> Asked);

  /// At least one.
  llvm::ArrayRef<ThreadGroup> all() const { return Groups; }
  /// Successors of \p From that the threads of \p Group may go to; of a null
  /// group, all.
  llvm::SmallVector<const Node *, 2> next(const Node &From,
                                          const ThreadGroup *Group) const;
  /// Which threads make a warp is more than an example: it does not hang on
  /// the length of rows that is not known.
  bool knowsWarps() const { return KnowsWarps; }
  /// Some warp has more than one thread that comes to \p N.
  bool hasSeveralLanes(const Node &N) const;

private:
  void spread(ThreadGroup &Group, const Node &Entry) const;

  const Evaluation &Values;
  const CfgView &View;
  std::vector<ThreadGroup> Groups;
  bool KnowsWarps = true;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADGROUPS_H
