//===--- CfgView.h - Live paths, dominance, control dependence --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An InlinedCFG without the edges that branches on constants never take and
// without the nodes that the caller leaves out (those of threads that have
// exited). Dominators and control dependence come from LLVM's generic dominator
// trees, on which clang's dominators for its CFG are built, too.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_CFGVIEW_H
#define WARPLINT_ANALYSIS_DATAFLOW_CFGVIEW_H

#include "Analysis/KernelIR/InlinedCFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/iterator.h"
#include "llvm/Support/GenericDomTree.h"
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace warplint {

class CfgView;
class Evaluation;

/// A node of a CfgView, owned by the view.
class ViewNode {
public:
  /// Null for a node that the view has added to compute post-dominators.
  Node *Of = nullptr;
  llvm::SmallVector<ViewNode *, 2> Successors, Predecessors;
  CfgView *View = nullptr;
  CfgView *getParent() const { return View; }
  void printAsOperand(llvm::raw_ostream &OS, bool) const;
};

} // namespace warplint

namespace llvm {

template <> struct GraphTraits<warplint::ViewNode *> {
  using NodeRef = warplint::ViewNode *;
  using ChildIteratorType = SmallVectorImpl<warplint::ViewNode *>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Successors.begin();
  }
  static ChildIteratorType child_end(NodeRef N) { return N->Successors.end(); }
};

template <> struct GraphTraits<Inverse<warplint::ViewNode *>> {
  using NodeRef = warplint::ViewNode *;
  using ChildIteratorType = SmallVectorImpl<warplint::ViewNode *>::iterator;
  static NodeRef getEntryNode(Inverse<NodeRef> G) { return G.Graph; }
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Predecessors.begin();
  }
  static ChildIteratorType child_end(NodeRef N) {
    return N->Predecessors.end();
  }
};

} // namespace llvm

namespace warplint {

/// The live paths of one kernel; see the top of this file. Where a function
/// takes nodes, they are nodes of the InlinedCFG, which must outlive the view.
class CfgView {
public:
  using NodeSet = llvm::SmallPtrSet<const Node *, 16>;

  /// The nodes of \p P that \p Values has reached, except those in \p Without.
  CfgView(InlinedCFG &P, const Evaluation &Values, const NodeSet &Without = {});

  /// Whether \p N is live and was not left out.
  bool contains(const Node &N) const { return viewOf(N); }
  /// The number of nodes of the InlinedCFG, including those that are left out.
  /// Every Node::id() is smaller.
  unsigned nodeCount() const { return ByNumber.size(); }
  /// The branches that \p N is directly control dependent on (Ferrante,
  /// Ottenstein, Warren 1987). Empty if there are none or \p N is left out.
  llvm::ArrayRef<const Node *> controls(const Node &N) const;
  /// The branches that \p N is control dependent on, transitively, nearest
  /// first.
  std::vector<const Node *> allControls(const Node &N) const;
  /// The nodes, by Node::id(), that are control dependent, transitively, on a
  /// branch for which \p IsOne is true. Calls \p IsOne once per branch.
  llvm::BitVector decidedBy(llvm::function_ref<bool(const Node &)> IsOne) const;
  /// The branches that decide by which edge control reaches \p Join. Branches
  /// above the immediate dominator of \p Join are not among them.
  std::vector<const Node *> edgeSelectorsOf(const Node &Join) const;
  /// The nodes, by Node::id(), from which a path leads to one of \p Last, which
  /// are predecessors of \p Join, without passing \p Join in between.
  llvm::BitVector leadingInto(const Node &Join,
                              llvm::ArrayRef<const Node *> Last) const;
  /// The live successors of \p N, each once, in the order of
  /// Node::successors(). Empty for a node that is left out, for example the
  /// exit of a kernel whose loop never ends.
  llvm::ArrayRef<ViewNode *> successors(const Node &N) const;
  /// Whether every path to \p Late passes \p Early.
  bool dominates(const Node &Early, const Node &Late) const {
    return Dominators->dominates(viewOf(Early), viewOf(Late));
  }
  /// The immediate post-dominator of \p N: the first node that all paths from
  /// \p N lead to. Null if there is none, or if \p N is left out.
  const Node *joinOf(const Node &N) const;
  /// Whether every thread that executes \p Late has executed \p Early before.
  bool precedes(const Event &Early, const Event &Late) const {
    return Early.At == Late.At ? &Early < &Late
                               : dominates(*Early.At, *Late.At);
  }
  /// The index, in successors(\p Branch), of the only successor through which
  /// \p N is reached without passing \p Branch again. Paths through \p Without,
  /// if it is not null, do not count. Nullopt if there are several such
  /// successors, or none.
  std::optional<unsigned> successorTo(const Node &Branch, const Node &N,
                                      const Node *Without = nullptr) const;

  /// \p Ends and the nodes from which every path reaches one of \p Ends. Nodes
  /// from which a path may stay in a loop for ever are not among them.
  NodeSet leadingOnlyTo(const NodeSet &Ends) const;
  /// \p End and the nodes from which every path that ends reaches \p End and
  /// does not pass \p Branch before. Unlike leadingOnlyTo(), this assumes that
  /// loops from which \p End can be reached terminate.
  NodeSet endingAt(const Node &End, const Node &Branch) const;

  // For GraphTraits.
  ViewNode &front() const { return *Entry; }
  std::deque<ViewNode> &nodes() { return Nodes; }

private:
  void computeControls();
  void leaveEndlessLoops();
  ViewNode &splitBefore(ViewNode &Head);
  static void joinWithHead(ViewNode &Split);
  void eraseEndlessHeads(std::vector<const Node *> &Found) const;
  void appendControls(std::vector<const Node *> &Found, const Node &Of) const;

  bool isBehindJoin(const Node &Branch, const Node &N,
                    const Node *Without) const;
  const llvm::DenseSet<unsigned> &betweenSuccessor(const ViewNode &Successor,
                                                   const Node &Branch,
                                                   const Node &Join,
                                                   const Node *Without) const;
  const llvm::BitVector &behindSuccessor(const ViewNode &Successor,
                                         const Node &Branch,
                                         const Node *Without) const;

  /// Null for a node that is left out.
  ViewNode *viewOf(const Node &N) const { return ByNumber[N.id()]; }

  std::deque<ViewNode> Nodes;
  ViewNode *Entry = nullptr;
  std::vector<ViewNode *> ByNumber; ///< Of all nodes of the program.
  std::unique_ptr<llvm::DominatorTreeBase<ViewNode, false>> Dominators;
  std::unique_ptr<llvm::DominatorTreeBase<ViewNode, true>> PostDominators;
  llvm::DenseMap<const Node *, std::vector<const Node *>> Controls;
  /// Node::id() of the successor, of the branch, and of the node whose paths do
  /// not count (~0u if none).
  using SuccessorKey = std::pair<std::pair<unsigned, unsigned>, unsigned>;
  mutable llvm::DenseMap<SuccessorKey, llvm::BitVector> BehindSuccessors;
  mutable llvm::DenseMap<SuccessorKey,
                         std::unique_ptr<llvm::DenseSet<unsigned>>>
      BetweenSuccessors;
};

/// Whether \p N ends with an explicit `return` or with PTX `exit`, and the
/// thread has no event and no branch between the end of \p N and its own end.
bool endsThread(const InlinedCFG &P, const Node &N);
/// All nodes for which endsThread() is true, in the order of
/// InlinedCFG::order().
std::vector<const Node *> nodesEndingThread(const InlinedCFG &P);

/// Whether the thread evaluates nothing and does not branch from the start of
/// \p N to its end.
bool doesNothingMore(const InlinedCFG &P, const Node &N);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_CFGVIEW_H
