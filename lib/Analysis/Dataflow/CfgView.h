//===--- CfgView.h - Paths, dominance and control dependence -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program's flow graph reduced to the paths that count: successors of branches on
// constants are left out, and so are nodes the caller takes out (threads that
// have left the kernel). Dominators and control dependence come from LLVM's
// generic dominator trees, the ones under clang's own for its CFG.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_CFGVIEW_H
#define WARPLINT_ANALYSIS_DATAFLOW_CFGVIEW_H

#include "Analysis/SymbolicExecution/Evaluation.h"
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
#include <vector>

namespace warplint {

class CfgView;

class ViewNode {
public:
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

class CfgView {
public:
  using NodeSet = llvm::SmallPtrSet<const Node *, 16>;

  CfgView(InlinedCFG &P, const Evaluation &Values,
           const NodeSet &Without = {});

  bool contains(const Node &N) const { return viewOf(N); }
  /// Numbers of nodes are smaller, those of nodes that are left out too.
  unsigned nodeCount() const { return ByNumber.size(); }
  /// Branches that decide directly whether \p N is reached.
  llvm::ArrayRef<const Node *> controls(const Node &N) const;
  /// The same, with the branches that decide over those, nearest first.
  std::vector<const Node *> allControls(const Node &N) const;
  /// Numbers of the nodes for which `allControls` has one that \p IsOne holds
  /// for: it is asked of each branch once.
  llvm::BitVector decidedBy(llvm::function_ref<bool(const Node &)> IsOne) const;
  /// Branches that decide along which edge control comes to \p Join.
  std::vector<const Node *> edgeSelectorsOf(const Node &Join) const;
  /// Numbers of the nodes from which a path leads to \p Join that comes there
  /// from one of \p Last and does not pass \p Join before.
  llvm::BitVector leadingInto(const Node &Join,
                              llvm::ArrayRef<const Node *> Last) const;
  /// None for a node that is left out: no path comes to the end of a kernel
  /// whose loop never ends, where its branches join all the same.
  llvm::ArrayRef<ViewNode *> successors(const Node &N) const;
  /// Every path to \p Late passes \p Early.
  bool dominates(const Node &Early, const Node &Late) const {
    return Dominators->dominates(viewOf(Early), viewOf(Late));
  }
  /// Number of the only successor of \p Branch through which \p N is reached without
  /// coming to \p Branch again; nothing if there are several.
  /// Paths through \p Without do not count.
  std::optional<unsigned> successorTo(const Node &Branch, const Node &N,
                                const Node *Without = nullptr) const;

  /// \p Ends and the nodes from which every path comes to one of them.
  NodeSet leadingOnlyTo(const NodeSet &Ends) const;
  /// \p End and what stands between \p Branch and it: nodes, loops among them,
  /// from which no path ends elsewhere or comes to \p Branch again.
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
  const llvm::BitVector &behindSuccessor(const ViewNode &Successor, const Node &Branch,
                                   const Node *Without) const;

  /// Null for a node that is left out.
  ViewNode *viewOf(const Node &N) const { return ByNumber[N.id()]; }

  std::deque<ViewNode> Nodes;
  ViewNode *Entry = nullptr;
  std::vector<ViewNode *> ByNumber; ///< Of all nodes of the program.
  std::unique_ptr<llvm::DominatorTreeBase<ViewNode, false>> Dominators;
  std::unique_ptr<llvm::DominatorTreeBase<ViewNode, true>> PostDominators;
  llvm::DenseMap<const Node *, std::vector<const Node *>> Controls;
  /// By the numbers of the successor's first node, the branch and what is left out.
  using SuccessorKey = std::pair<std::pair<unsigned, unsigned>, unsigned>;
  mutable llvm::DenseMap<SuccessorKey, llvm::BitVector> BehindSuccessors;
  mutable llvm::DenseMap<SuccessorKey, std::unique_ptr<llvm::DenseSet<unsigned>>>
      BetweenSuccessors;
};

/// \p N ends with a return that the user wrote, or with `exit`, and the thread
/// does nothing more after it.
bool endsThread(const InlinedCFG &P, const Node &N);
/// All of which that holds, in the order of the program.
std::vector<const Node *> nodesEndingThread(const InlinedCFG &P);

/// From \p N on the thread does nothing but to end.
bool doesNothingMore(const InlinedCFG &P, const Node &N);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_CFGVIEW_H
