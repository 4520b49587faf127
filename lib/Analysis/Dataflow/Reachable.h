//===--- Reachable.h - Where paths lead -------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_REACHABLE_H
#define WARPLINT_ANALYSIS_DATAFLOW_REACHABLE_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/Worklist.h"

namespace warplint {

/// The nodes that are reached from those of \p Work in one step or more, by
/// Node::id(), which is less than \p Count. `Next(N, Add)` calls `Add(To)` for
/// each node one step from N.
template <typename Fn>
llvm::BitVector reachedIn(unsigned Count,
                          llvm::SmallVector<const Node *, 32> Work, Fn Next) {
  llvm::BitVector Found(Count);
  auto Add = [&](const Node *To) {
    if (Found.test(To->id()))
      return;
    Found.set(To->id());
    Work.push_back(To);
  };
  while (!Work.empty())
    Next(*Work.pop_back_val(), Add);
  return Found;
}

/// The nodes that paths of \p View from the end of \p From reach, by
/// Node::id(). They enter only nodes for which \p MayEnter is true; \p From is
/// among them only if a path returns to it.
template <typename Fn>
llvm::BitVector nodesBehind(const CfgView &View, const Node &From,
                            Fn MayEnter) {
  return reachedIn(View.nodeCount(), {&From}, [&](const Node &N, auto Add) {
    for (const ViewNode *Next : View.successors(N))
      if (MayEnter(*Next->Of))
        Add(Next->Of);
  });
}

/// Whether a path of \p View from the end of \p From reaches \p To. On the way
/// it enters only nodes for which \p MayEnter is true.
template <typename Fn>
bool leads(const CfgView &View, const Node &From, const Node &To, Fn MayEnter) {
  Worklist<Node> Work;
  for (const Node *Now = &From; Now; Now = Work.next())
    for (const ViewNode *Next : View.successors(*Now)) {
      if (Next->Of == &To)
        return true;
      if (MayEnter(*Next->Of))
        Work.add(Next->Of);
    }
  return false;
}
inline bool leads(const CfgView &View, const Node &From, const Node &To) {
  return leads(View, From, To, [](const Node &) { return true; });
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_REACHABLE_H
