//===--- CfgView.cpp - Live paths, dominance, control dependence ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Support/GenericDomTreeConstruction.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm {

template <>
struct GraphTraits<warplint::CfgView *> : GraphTraits<warplint::ViewNode *> {
  static NodeRef getEntryNode(warplint::CfgView *V) { return &V->front(); }
  using nodes_iterator =
      pointer_iterator<std::deque<warplint::ViewNode>::iterator>;
  static nodes_iterator nodes_begin(warplint::CfgView *V) {
    return nodes_iterator(V->nodes().begin());
  }
  static nodes_iterator nodes_end(warplint::CfgView *V) {
    return nodes_iterator(V->nodes().end());
  }
  static unsigned size(warplint::CfgView *V) { return V->nodes().size(); }
};

} // namespace llvm

namespace warplint {

void ViewNode::printAsOperand(llvm::raw_ostream &OS, bool) const {
  OS << "N" << (Of ? int(Of->id()) : -1);
}

CfgView::CfgView(InlinedCFG &P, const Evaluation &Values,
                 const NodeSet &Without)
    : ByNumber(P.nodes().size(), nullptr) {
  for (Node *N : P.order())
    if (N->Reached && !Without.count(N)) {
      ViewNode &V = Nodes.emplace_back();
      V.Of = N;
      V.View = this;
      ByNumber[N->id()] = &V;
    }
  Entry = viewOf(P.entry());
  for (ViewNode &V : Nodes)
    for (unsigned I = 0; I < V.Of->successors().size(); ++I) {
      ViewNode *To = viewOf(*V.Of->successors()[I]);
      if (!To || !Values.isLive(*V.Of, I) ||
          llvm::is_contained(V.Successors, To))
        continue;
      V.Successors.push_back(To);
      To->Predecessors.push_back(&V);
    }
  if (!Entry)
    return;
  Dominators = std::make_unique<llvm::DominatorTreeBase<ViewNode, false>>();
  Dominators->recalculate(*this);
  leaveEndlessLoops();
  PostDominators = std::make_unique<llvm::DominatorTreeBase<ViewNode, true>>();
  PostDominators->recalculate(*this);
  computeControls();
  // The exits of endless loops were for the dominators only.
  for (ViewNode &V : Nodes)
    if (!V.Of && !V.Successors.empty())
      joinWithHead(V);
  for (ViewNode &V : Nodes)
    llvm::erase_if(V.Successors, [](ViewNode *To) { return !To->Of; });
}

/// A node before \p Head that all iterations begin with. It stands for nothing.
ViewNode &CfgView::splitBefore(ViewNode &Head) {
  ViewNode &New = Nodes.emplace_back();
  New.View = this;
  std::swap(New.Predecessors, Head.Predecessors);
  for (ViewNode *From : New.Predecessors)
    llvm::replace(From->Successors, &Head, &New);
  New.Successors.push_back(&Head);
  Head.Predecessors.push_back(&New);
  return New;
}

/// Undoes splitBefore, but for the head's name in \p Split.
void CfgView::joinWithHead(ViewNode &Split) {
  ViewNode &Head = *Split.Successors.front();
  for (ViewNode *From : Split.Predecessors)
    llvm::replace(From->Successors, &Split, &Head);
  Head.Predecessors = Split.Predecessors;
}

/// The nodes from which no path leads to where it does not come back from,
/// as far as \p View is reached.
static llvm::DenseSet<const ViewNode *> nodesThatNobodyLeaves(CfgView &View) {
  llvm::DenseSet<const ViewNode *> Found;
  for (auto At = llvm::scc_begin(&View); !At.isAtEnd(); ++At) {
    llvm::DenseSet<const ViewNode *> Part(At->begin(), At->end());
    if (llvm::all_of(*At, [&](const ViewNode *V) {
          return llvm::all_of(V->Successors, [&](const ViewNode *Next) {
            return Part.contains(Next);
          });
        }))
      Found.insert(Part.begin(), Part.end());
  }
  return Found;
}

static bool
isLoopHead(const ViewNode &V,
           const llvm::DominatorTreeBase<ViewNode, false> &Dominators) {
  return llvm::any_of(V.Predecessors, [&](const ViewNode *Last) {
    return Dominators.isReachableFromEntry(Last) &&
           Dominators.dominates(&V, Last);
  });
}

/// Gives each loop without an exit one from its head: where post-dominators
/// know no end, they would take any node for it.
void CfgView::leaveEndlessLoops() {
  Worklist<ViewNode> Ending;
  // Adds a node and all nodes from which a path leads to it.
  auto End = [&](const ViewNode &At) {
    Ending.add(&At);
    while (const ViewNode *To = Ending.next())
      Ending.addAll(To->Predecessors);
  };
  for (ViewNode &V : Nodes)
    if (V.Successors.empty())
      End(V);
  if (Ending.seen().size() == Nodes.size())
    return;
  ViewNode *Out = nullptr;
  const llvm::DenseSet<const ViewNode *> Endless = nodesThatNobodyLeaves(*this);
  auto IsEndlessHead = [&](const ViewNode &V) {
    return Endless.contains(&V) && isLoopHead(V, *Dominators);
  };
  // Where a loop has no head, any of its nodes has to do.
  for (bool AnyNode : {false, true})
    // A node more leaves references to the others valid, but no iterators.
    for (size_t I = 0, Count = Nodes.size(); I < Count; ++I) {
      ViewNode &V = Nodes[I];
      if (!V.Of || Ending.seen().count(&V) || !(AnyNode || IsEndlessHead(V)))
        continue;
      if (!Out) {
        Out = &Nodes.emplace_back();
        Out->View = this;
      }
      // An exit of a head that branches would be a successor of its branch.
      ViewNode &From = V.Successors.size() > 1 ? splitBefore(V) : V;
      From.Successors.push_back(Out);
      Out->Predecessors.push_back(&From);
      End(From);
    }
}

/// Ferrante, Ottenstein, Warren 1987: a branch controls what post-dominates one
/// of its successors up to where the successors meet again.
void CfgView::computeControls() {
  for (ViewNode &V : Nodes) {
    if (!V.Of || V.Successors.size() < 2)
      continue;
    auto *Branch = PostDominators->getNode(&V);
    for (ViewNode *Successor : V.Successors) {
      auto *Runner = PostDominators->getNode(Successor);
      while (Runner && Branch && Runner != Branch->getIDom() &&
             Runner->getBlock()) {
        if (const Node *Controlled = Runner->getBlock()->Of) {
          auto &Of = Controls[Controlled];
          if (Of.empty() || Of.back() != V.Of)
            Of.push_back(V.Of); // Branches come one after the other.
        }
        Runner = Runner->getIDom();
      }
    }
  }
}

CfgView::NodeSet CfgView::leadingOnlyTo(const NodeSet &Ends) const {
  NodeSet Result = Ends;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const ViewNode &V : llvm::reverse(Nodes)) {
      if (!V.Of || Result.count(V.Of) || V.Successors.empty() ||
          !llvm::all_of(V.Successors, [&](const ViewNode *To) {
            return Result.count(To->Of);
          }))
        continue;
      Result.insert(V.Of);
      Changed = true;
    }
  }
  return Result;
}

CfgView::NodeSet CfgView::endingAt(const Node &End, const Node &Branch) const {
  // From where paths lead to one of some nodes; not through the end.
  auto Before = [&](Worklist<ViewNode> &Found) {
    while (const ViewNode *V = Found.next())
      for (const ViewNode *From : V->Predecessors)
        if (From->Of && From->Of != &End)
          Found.add(From);
  };
  Worklist<ViewNode> Leads{viewOf(End)}, Escapes{viewOf(Branch)};
  Before(Leads);
  for (const ViewNode &V : Nodes)
    if (V.Of && !Leads.seen().count(&V))
      Escapes.add(&V);
  Before(Escapes);
  NodeSet Result;
  for (const ViewNode &V : Nodes)
    if (V.Of && Leads.seen().count(&V) && !Escapes.seen().count(&V))
      Result.insert(V.Of);
  return Result;
}

/// Behind \p N the thread does nothing but to end.
static bool endsBehind(const InlinedCFG &P, const Node &N) {
  const Node *At = &N;
  CfgView::NodeSet Passed;
  while (At != &P.exit()) {
    if (At->successors().size() != 1 || !Passed.insert(At).second)
      return false;
    At = At->successors()[0];
    if (!At->Events.empty())
      return false;
  }
  return true;
}

bool endsThread(const InlinedCFG &P, const Node &N) {
  return (N.hasExplicitReturn() || N.ending() == Node::Ending::Leave) &&
         endsBehind(P, N);
}

std::vector<const Node *> nodesEndingThread(const InlinedCFG &P) {
  // Backwards from the end, for the paths there may have much in common.
  Worklist<Node> Ending{&P.exit()};
  while (const Node *At = Ending.next()) {
    if (!At->Events.empty())
      continue;
    for (const Node *Before : At->predecessors())
      if (Before->successors().size() == 1)
        Ending.add(Before);
  }
  std::vector<const Node *> Result;
  for (const Node *N : P.order())
    if ((N->hasExplicitReturn() || N->ending() == Node::Ending::Leave) &&
        Ending.seen().count(N))
      Result.push_back(N);
  return Result;
}

bool doesNothingMore(const InlinedCFG &P, const Node &N) {
  const Node *At = &N;
  CfgView::NodeSet Passed;
  for (;;) {
    if (At->firstElement() != At->lastElement() || !At->Events.empty())
      return false;
    if (At == &P.exit())
      return true;
    if (At->successors().size() != 1 || !Passed.insert(At).second)
      return false;
    At = At->successors()[0];
  }
}

llvm::ArrayRef<const Node *> CfgView::controls(const Node &N) const {
  auto Found = Controls.find(&N);
  if (Found == Controls.end())
    return {};
  return Found->second;
}

llvm::ArrayRef<ViewNode *> CfgView::successors(const Node &N) const {
  const ViewNode *View = viewOf(N);
  return View ? llvm::ArrayRef<ViewNode *>(View->Successors)
              : llvm::ArrayRef<ViewNode *>();
}

std::optional<unsigned> CfgView::successorTo(const Node &Branch, const Node &N,
                                             const Node *Without) const {
  std::optional<unsigned> Only;
  llvm::ArrayRef<ViewNode *> Successors = successors(Branch);
  // A successor that dominates the node and has the branch as only predecessor.
  if (!Without && &N != &Branch && contains(N))
    for (unsigned I = 0; I < Successors.size(); ++I)
      if (Successors[I]->Predecessors.size() == 1 &&
          Dominators->dominates(Successors[I], viewOf(N)))
        return I;
  if (isBehindJoin(Branch, N, Without))
    return std::nullopt;
  // The branch and what is left out stop the paths, so they count as found.
  bool IsFound = &N == &Branch || &N == Without;
  for (unsigned I = 0; I < Successors.size(); ++I) {
    if (Successors[I]->Of == Without)
      continue;
    if (!IsFound &&
        !behindSuccessor(*Successors[I], Branch, Without).test(N.id()))
      continue;
    if (Only)
      return std::nullopt;
    Only = I;
  }
  return Only;
}

const Node *CfgView::joinOf(const Node &N) const {
  const auto *At = contains(N) ? PostDominators->getNode(viewOf(N)) : nullptr;
  const auto *Next = At ? At->getIDom() : nullptr;
  const ViewNode *Meet = Next ? Next->getBlock() : nullptr;
  if (Meet && !Meet->Of && !Meet->Successors.empty())
    Meet = Meet->Successors.front(); // The head that was split.
  return Meet ? Meet->Of : nullptr;
}

/// Whether several successors of \p Branch reach its immediate post-dominator
/// and none of them reaches \p N before it, so that no successor alone leads to
/// \p N.
bool CfgView::isBehindJoin(const Node &Branch, const Node &N,
                           const Node *Without) const {
  if (&N == &Branch || &N == Without || !contains(N))
    return false;
  const Node *Join = joinOf(Branch);
  if (!Join)
    return false;
  unsigned Meeting = 0;
  for (const ViewNode *Successor : successors(Branch)) {
    if (Successor->Of == Without || Successor->Of == &Branch)
      continue;
    const auto &Between = betweenSuccessor(*Successor, Branch, *Join, Without);
    if (Between.contains(N.id()))
      return false;
    Meeting += Between.contains(Join->id());
  }
  return Meeting > 1;
}

/// The nodes that paths from \p Successor of \p Branch reach before they come
/// to the branch again or to \p Without, and no further than to \p Join.
const llvm::DenseSet<unsigned> &
CfgView::betweenSuccessor(const ViewNode &Successor, const Node &Branch,
                          const Node &Join, const Node *Without) const {
  std::unique_ptr<llvm::DenseSet<unsigned>> &Found = BetweenSuccessors[{
      {Successor.Of->id(), Branch.id()}, Without ? Without->id() : ~0u}];
  if (Found)
    return *Found;
  Found = std::make_unique<llvm::DenseSet<unsigned>>();
  Found->insert(Successor.Of->id());
  llvm::SmallVector<const Node *, 32> Work{Successor.Of};
  while (!Work.empty()) {
    const Node *At = Work.pop_back_val();
    if (At == &Join)
      continue;
    for (ViewNode *Next : successors(*At))
      if (Next->Of != &Branch && Next->Of != Without &&
          Found->insert(Next->Of->id()).second)
        Work.push_back(Next->Of);
  }
  return *Found;
}

/// The numbers of the nodes that paths from \p Successor of \p Branch reach
/// before they reach the branch again or \p Without.
const llvm::BitVector &CfgView::behindSuccessor(const ViewNode &Successor,
                                                const Node &Branch,
                                                const Node *Without) const {
  llvm::BitVector &Found = BehindSuccessors[{{Successor.Of->id(), Branch.id()},
                                             Without ? Without->id() : ~0u}];
  if (!Found.empty())
    return Found;
  Found.resize(nodeCount());
  Worklist<Node> Work{Successor.Of};
  while (const Node *N = Work.next()) {
    Found.set(N->id());
    for (const ViewNode *Next : successors(*N))
      if (Next->Of != &Branch && Next->Of != Without)
        Work.add(Next->Of);
  }
  return Found;
}

/// Breadth first, so that nearer branches come first.
void CfgView::appendControls(std::vector<const Node *> &Found,
                             const Node &Of) const {
  size_t Next = Found.size();
  llvm::BitVector Seen(nodeCount());
  for (const Node *Branch : Found)
    Seen.set(Branch->id());
  auto Append = [&](const Node &N) {
    for (const Node *Branch : controls(N))
      if (!Seen.test(Branch->id())) {
        Seen.set(Branch->id());
        Found.push_back(Branch);
      }
  };
  Append(Of);
  for (; Next < Found.size(); ++Next)
    Append(*Found[Next]);
}

/// The head of an endless loop decides nothing; it only hands on what decides
/// over the loop.
void CfgView::eraseEndlessHeads(std::vector<const Node *> &Found) const {
  llvm::erase_if(Found, [&](const Node *Branch) {
    return successors(*Branch).size() < 2;
  });
}

std::vector<const Node *> CfgView::allControls(const Node &N) const {
  std::vector<const Node *> Found;
  appendControls(Found, N);
  eraseEndlessHeads(Found);
  return Found;
}

llvm::BitVector
CfgView::decidedBy(llvm::function_ref<bool(const Node &)> IsOne) const {
  llvm::DenseMap<const Node *, llvm::SmallVector<const Node *, 4>> Controlled;
  for (const auto &[N, Branches] : Controls)
    for (const Node *Branch : Branches)
      Controlled[Branch].push_back(N);
  llvm::SmallVector<const Node *, 32> Work;
  for (const ViewNode &V : Nodes)
    if (V.Of && V.Successors.size() > 1 && Controlled.contains(V.Of) &&
        IsOne(*V.Of))
      Work.push_back(V.Of);
  llvm::BitVector Found(nodeCount());
  while (!Work.empty())
    for (const Node *N : Controlled.lookup(Work.pop_back_val()))
      if (!Found.test(N->id())) {
        Found.set(N->id());
        Work.push_back(N);
      }
  return Found;
}

std::vector<const Node *> CfgView::edgeSelectorsOf(const Node &Join) const {
  std::vector<const Node *> Found;
  ViewNode *At = viewOf(Join);
  if (!At || At->Predecessors.size() < 2)
    return Found;
  for (ViewNode *From : At->Predecessors) {
    if (From->Successors.size() > 1 && !llvm::is_contained(Found, From->Of))
      Found.push_back(From->Of);
    appendControls(Found, *From->Of);
  }
  eraseEndlessHeads(Found);
  // Branches above the point from which all paths come bring all threads here
  // or none.
  auto *Dominated = Dominators->getNode(At);
  ViewNode *Above = Dominated && Dominated->getIDom()
                        ? Dominated->getIDom()->getBlock()
                        : nullptr;
  if (Above)
    llvm::erase_if(Found, [&](const Node *Branch) {
      return !Dominators->dominates(Above, viewOf(*Branch));
    });
  return Found;
}

llvm::BitVector CfgView::leadingInto(const Node &Join,
                                     llvm::ArrayRef<const Node *> Last) const {
  llvm::BitVector Found(ByNumber.size());
  llvm::SmallVector<const ViewNode *, 32> Work;
  auto Add = [&](const ViewNode *V) {
    if (!V || !V->Of || Found.test(V->Of->id()))
      return;
    Found.set(V->Of->id());
    if (V->Of != &Join)
      Work.push_back(V);
  };
  for (const Node *N : Last)
    Add(viewOf(*N));
  while (!Work.empty())
    for (const ViewNode *From : Work.pop_back_val()->Predecessors)
      Add(From);
  return Found;
}

} // namespace warplint
