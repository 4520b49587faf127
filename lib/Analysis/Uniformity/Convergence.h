//===--- Convergence.h - Which threads come to a point -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads come to a point together when every branch that decides over it goes
// the same way for all of them. Threads that have left the kernel count as
// gone, not as missing: since sm_70 a block barrier waits for non-exited
// threads only (CUDA Programming Guide, "Synchronization Functions"). Early
// exits are a fact of their own.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_CONVERGENCE_H
#define WARPLINT_ANALYSIS_UNIFORMITY_CONVERGENCE_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Uniformity/Uniformity.h"

namespace warplint {

/// A return that only some threads of the block take; in a kernel with a
/// barrier for the grid, also one that only some blocks take.
struct EarlyExit {
  const Node *At = nullptr;     ///< Ends with the return.
  const Node *Branch = nullptr; ///< The nearest branch that sends some there.
};

class Convergence {
public:
  /// Looks for \p MostExits early exits at most: each costs a dominator tree.
  Convergence(InlinedCFG &P, const Evaluation &Values,
              const Uniformity &Agreement, unsigned MostExits);

  /// False if there are more exits: what seems to diverge may be behind one.
  bool isComplete() const { return Complete; }

  /// Branches over \p N on which threads of one \p S do not agree, nearest
  /// first; early exits left out, and branches that only others come to. Empty:
  /// all threads of \p S that are still running and come here come together.
  std::vector<const Node *> divergentControls(const Node &N, Scope S) const;
  /// All branches over \p N, nearest first, early exits left out.
  std::vector<const Node *> controls(const Node &N) const;
  llvm::ArrayRef<EarlyExit> earlyExits() const { return Exits; }
  /// Threads that come to \p N take an early exit, or end the launch.
  bool leaves(const Node &N) const { return Gone.count(&N); }

private:
  bool isForOthers(const Node &Branch, const Node &N) const;
  void takeOutAborts();
  bool takeOutNextExit();
  void takeOut(const CfgView::NodeSet &Leaving);

  InlinedCFG &P;
  const Evaluation &Values;
  const Uniformity &Agreement;
  /// The widest scope that a barrier of the kernel waits for, if wider than a
  /// block and waiting for exited threads too.
  Scope Widest = Scope::Block;
  CfgView::NodeSet Gone;
  std::vector<const Node *> Ends; ///< Nodes that end a thread.
  std::unique_ptr<CfgView> Rest;
  /// Controls of nodes on the path out, as they were before they were taken out.
  llvm::DenseMap<const Node *, std::vector<const Node *>> ControlsOfGone;
  std::vector<EarlyExit> Exits;
  bool Complete = true;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_CONVERGENCE_H
