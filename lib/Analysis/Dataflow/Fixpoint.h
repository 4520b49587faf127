//===--- Fixpoint.h - Dataflow equations solved to a fixpoint ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_FIXPOINT_H
#define WARPLINT_ANALYSIS_DATAFLOW_FIXPOINT_H

#include "Analysis/Expr/Worklist.h"
#include <vector>

namespace warplint {

/// Finds the least states of the nodes of a graph that hold what flows in along
/// its edges. Nodes are numbers below `In.size()`, best in reverse postorder;
/// for a backward analysis the edges are turned around.
///
/// \p In has the state at each node: the bottom of the lattice, and what is
/// given at the nodes \p Starts. `Transfer(Node, State, Flow)` calls
/// `Flow(Successor, StateThere)` for each edge from the node; it may end the
/// analysis by returning false. `Join(Into, From)` makes `Into` the least state
/// above both, and returns whether that changed it. States must not rise
/// without end, and Transfer must be monotone.
///
/// False if Transfer ended the analysis: the states are then too low.
template <typename State, typename Starts, typename TransferFn, typename JoinFn>
bool solveToFixpoint(std::vector<State> &In, const Starts &From,
                     TransferFn Transfer, JoinFn Join) {
  OrderedWorklist Work(unsigned(In.size()));
  for (unsigned Node : From)
    Work.add(Node);
  auto Flow = [&](unsigned To, const State &There) {
    if (Join(In[To], There))
      Work.add(To);
  };
  while (auto Node = Work.next())
    // A copy: the node may be its own successor.
    if (!Transfer(*Node, State(In[*Node]), Flow))
      return false;
  return true;
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_FIXPOINT_H
