//===--- Convergence.h - Divergent control and early exits ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads reach a point together if every branch that the point is control
// dependent on takes the same successor for all of them. Exited threads are not
// missing: since sm_70 a block barrier waits for non-exited threads only (CUDA
// Programming Guide, "Synchronization Functions"). Nodes on which threads only
// exit are therefore taken out of the graph, and early exits are listed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_CONVERGENCE_H
#define WARPLINT_ANALYSIS_UNIFORMITY_CONVERGENCE_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Uniformity/EarlyExit.h"
#include "Analysis/Uniformity/Uniformity.h"

namespace warplint {

/// Which branches keep threads from reaching a point together, and the early
/// exits of a kernel. Refers to the arguments of the constructor.
class Convergence {
public:
  /// Looks for Budgets::EarlyExits early exits at most: each costs a dominator
  /// tree.
  Convergence(InlinedCFG &P, const Evaluation &Values,
              const Uniformity &Agreement);

  /// False if the kernel has more early exits: divergentControls() may then
  /// have branches that are early exits.
  bool isComplete() const { return Complete; }

  /// The branches in controls(\p N) on which threads of one \p S may diverge,
  /// nearest first. Branches at which no thread decides that can reach \p N are
  /// left out. Empty: all non-exited threads of one \p S reach \p N together or
  /// not at all.
  std::vector<const Node *> divergentControls(const Node &N, Scope S) const;
  /// The branches that \p N is control dependent on, transitively, nearest
  /// first, in the graph without early exits and without paths to a trap.
  std::vector<const Node *> controls(const Node &N) const;
  llvm::ArrayRef<EarlyExit> earlyExits() const { return Exits; }
  /// Whether threads that reach \p N only exit early or end the launch.
  bool leaves(const Node &N) const { return Gone.count(&N); }

private:
  bool isForOthers(const Node &Branch, const Node &N) const;
  void takeOutAborts();
  bool takeOutNextExit();
  void takeOut(const CfgView::NodeSet &Leaving);

  InlinedCFG &P;
  const Evaluation &Values;
  const Uniformity &Agreement;
  /// The widest scope of the kernel's barriers for a grid or wider, which wait
  /// for exited threads, too; Block if there are none.
  Scope Widest = Scope::Block;
  CfgView::NodeSet Gone;
  std::vector<const Node *> Ends; ///< See nodesEndingThread().
  std::unique_ptr<CfgView> Rest;  ///< The graph without `Gone`.
  /// The controls of nodes in `Gone`, from before they were taken out.
  llvm::DenseMap<const Node *, std::vector<const Node *>> ControlsOfGone;
  std::vector<EarlyExit> Exits;
  bool Complete = true;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_CONVERGENCE_H
