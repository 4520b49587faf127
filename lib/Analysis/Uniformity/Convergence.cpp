//===--- Convergence.cpp - Divergent control and early exits --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/Convergence.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/TermTraversal.h"

using namespace clang;

namespace warplint {

Convergence::Convergence(InlinedCFG &P, const Evaluation &Values,
                         const Uniformity &Agreement)
    : P(P), Values(Values), Agreement(Agreement), Ends(nodesEndingThread(P)) {
  Rest = std::make_unique<CfgView>(P, Values);
  for (const Event &E : P.events())
    if (E.isSync(SyncKind::Barrier) && E.Op->Scope >= Scope::Grid)
      Widest = std::max(Widest, E.Op->Scope);
  takeOutAborts();
  while (takeOutNextExit())
    if (Exits.size() > Values.limits().budgets().EarlyExits) {
      Complete = false;
      break;
    }
}

void Convergence::takeOut(const CfgView::NodeSet &Leaving) {
  for (const Node *N : Leaving)
    ControlsOfGone[N] = Rest->allControls(*N);
  Gone.insert(Leaving.begin(), Leaving.end());
  Rest = std::make_unique<CfgView>(P, Values, Gone);
}

/// What happens at \p N can be what a thread waits for, or does as long as it
/// likes: a loop without anything of it ends.
static bool mayGoOn(const Node &N) {
  return llvm::any_of(N.Events, [](const Event &E) {
    return !E.isAccess() || E.Volatile || E.Access == AccessKind::Atomic;
  });
}

/// Erases \p From from \p Nodes, and all nodes of \p Nodes from which a path
/// leads to a node of \p From.
static void eraseLeadingTo(CfgView::NodeSet &Nodes, const CfgView &View,
                           const CfgView::NodeSet &From) {
  llvm::SmallVector<const Node *, 16> Work(From.begin(), From.end());
  for (const Node *N : From)
    Nodes.erase(N);
  while (!Work.empty())
    for (const Node *Before : Work.pop_back_val()->predecessors())
      if (View.contains(*Before) && Nodes.count(Before) &&
          llvm::any_of(View.successors(*Before), [&](const ViewNode *To) {
            return To->Of && !Nodes.count(To->Of);
          })) {
        Nodes.erase(Before);
        Work.push_back(Before);
      }
}

/// \p Ends and all from which threads reach one of them sooner or later.
static CfgView::NodeSet warpsAt(const CfgView &View, const InlinedCFG &P,
                                const CfgView::NodeSet &Ends) {
  CfgView::NodeSet Result, Others;
  for (const Node *N : P.order())
    if (View.contains(*N)) {
      Result.insert(N);
      if (View.successors(*N).empty() && !Ends.count(N))
        Others.insert(N);
    }
  eraseLeadingTo(Result, View, Others);
  CfgView::NodeSet Endless;
  for (const Node *N : P.order())
    if (Result.count(N) && mayGoOn(*N) && leads(View, *N, *N))
      Endless.insert(N);
  eraseLeadingTo(Result, View, Endless);
  // Loops without an end reach none.
  Worklist<Node> Before(Ends);
  while (const Node *To = Before.next())
    for (const Node *From : To->predecessors())
      if (Result.count(From))
        Before.add(From);
  return Before.seen();
}

/// A failed assertion or a trap ends the whole launch: nobody waits after it.
void Convergence::takeOutAborts() {
  CfgView::NodeSet Aborts;
  for (const Node *N : P.order())
    if (N->Reached && N->ending() == Node::Ending::Abort)
      Aborts.insert(N);
  if (Aborts.empty())
    return;
  CfgView::NodeSet Leaving = warpsAt(*Rest, P, Aborts);
  if (Leaving.count(&P.entry()))
    return;
  CfgView Whole(P, Values);
  takeOut(Leaving);
  // Nor does anybody on the path there.
  for (const Node *N : Leaving)
    if (!N->Events.empty())
      llvm::erase_if(ControlsOfGone[N], [&](const Node *Branch) {
        auto Here = Whole.successorTo(*Branch, *N);
        llvm::ArrayRef<ViewNode *> Successors = Whole.successors(*Branch);
        for (unsigned Successor = 0; Here && Successor < Successors.size();
             ++Successor)
          if (Successor != *Here && !Leaving.count(Successors[Successor]->Of))
            return false;
        return Here.has_value();
      });
}

/// The branch from which there is one path only to \p N, the last of several.
static const Node *branchBefore(const Node &N) {
  const Node *At = &N;
  while (At->predecessors().size() == 1) {
    At = At->predecessors()[0];
    if (At->successors().size() > 1)
      return At;
    if (At == &N) // A circle that nothing leads into.
      return nullptr;
  }
  return nullptr;
}

/// The branches that decide over \p N, nearest first, as `allControls` has
/// them; nothing if there are \p Than of them or more.
static std::optional<std::vector<const Node *>>
controlsIfFewer(const CfgView &View, const Node &N, size_t Than) {
  std::vector<const Node *> Found, Deciding;
  CfgView::NodeSet Seen;
  const Node *Of = &N;
  for (size_t Next = 0; Of && Deciding.size() < Than; ++Next) {
    for (const Node *Branch : View.controls(*Of))
      if (Seen.insert(Branch).second) {
        Found.push_back(Branch);
        // The head of an endless loop decides nothing.
        if (View.successors(*Branch).size() > 1)
          Deciding.push_back(Branch);
      }
    Of = Next < Found.size() ? Found[Next] : nullptr;
  }
  if (Deciding.size() >= Than)
    return std::nullopt;
  return Deciding;
}

/// The divergent exit of \p Ends with the fewest branches over it, fewer than
/// \p Than; no node if there is none. All code after an early exit is control
/// dependent on its branch, so that the exit with the fewest branches does not
/// come after another one. If both successors of a branch end, the one that
/// leads to fewer nodes is the exit.
static EarlyExit nextExit(llvm::ArrayRef<const Node *> Ends,
                          const CfgView &Rest, const Uniformity &Agreement,
                          Scope Widest, size_t Than) {
  EarlyExit First;
  for (const Node *N : Ends) {
    auto Fewer =
        Rest.contains(*N) ? controlsIfFewer(Rest, *N, Than) : std::nullopt;
    if (!Fewer)
      continue;
    std::vector<const Node *> Over = std::move(*Fewer);
    // The only path out of an endless loop comes sooner or later, whatever
    // decides: then the branch right before it.
    if (Over.empty())
      if (const Node *Before = branchBefore(*N);
          Before && Rest.contains(*Before) && leads(Rest, *Before, *Before))
        Over.push_back(Before);
    auto Divergent = Over.end();
    for (Scope S : {Scope::Block, Widest})
      if (Divergent == Over.end())
        Divergent = llvm::find_if(Over, [&](const Node *Branch) {
          return !Agreement.isUniformBranch(*Branch, S);
        });
    if (Divergent == Over.end() || Over.size() >= Than ||
        (First.At && Over.size() + 1 == Than &&
         (!llvm::is_contained(Over, First.Branch) ||
          Rest.endingAt(*N, **Divergent).size() >=
              Rest.endingAt(*First.At, *First.Branch).size())))
      continue;
    Than = Over.size() + 1;
    First = {N, *Divergent};
  }
  return First;
}

bool Convergence::takeOutNextExit() {
  EarlyExit First;
  // Mostly one has few: to look over each exit at all of its branches first
  // takes the square of their number.
  size_t All = size_t(Rest->nodeCount()) + 1;
  for (size_t Than = 4; !First.At && Than / 4 < All; Than *= 4)
    First = nextExit(Ends, *Rest, Agreement, Widest, Than);
  if (!First.At)
    return false;
  CfgView::NodeSet Leaving = Rest->endingAt(*First.At, *First.Branch);
  if (Leaving.count(&P.entry()))
    return false;
  Exits.push_back(First);
  takeOut(Leaving);
  return true;
}

std::vector<const Node *> Convergence::controls(const Node &N) const {
  auto Found = ControlsOfGone.find(&N);
  return Found == ControlsOfGone.end() ? Rest->allControls(N) : Found->second;
}

/// What leads to \p Branch, which \p Before are over, excludes on the paths of
/// \p In what leads to \p N, which \p Over are over.
static bool isApart(const CfgView &In, const Node &Branch,
                    llvm::ArrayRef<const Node *> Before, const Node &N,
                    llvm::ArrayRef<const Node *> Over) {
  std::optional<bool> Again; // The thread can come from N to the branch.
  for (const Node *U : Before)
    for (const Node *V : Over) {
      if (U == V || !U->Branch || !V->Branch || U->successors().size() != 2 ||
          V->successors().size() != 2 || !In.dominates(*U, Branch) ||
          !In.dominates(*V, N))
        continue;
      auto ToBranch = In.successorTo(*U, Branch), ToN = In.successorTo(*V, N);
      if (!ToBranch || !ToN ||
          !exclude(U->Branch, *ToBranch == 0, V->Branch, *ToN == 0))
        continue;
      if (isFixed(U->Branch) && isFixed(V->Branch))
        return true;
      if (!Again)
        Again = leads(In, N, Branch);
      if (!*Again)
        return true;
    }
  return false;
}

/// Whether no thread that reaches \p Branch can reach \p N, since the
/// conditions for the two exclude each other (`if (w == 4 && first) ...; else
/// if (w < 4) N`). Nodes that were taken out are looked at in the whole graph.
bool Convergence::isForOthers(const Node &Branch, const Node &N) const {
  auto Apart = [&](const CfgView &In) {
    return In.contains(Branch) && In.contains(N) &&
           isApart(In, Branch, controls(Branch), N, controls(N));
  };
  if (Rest->contains(Branch) && Rest->contains(N))
    return Apart(*Rest);
  return Apart(CfgView(P, Values));
}

std::vector<const Node *> Convergence::divergentControls(const Node &N,
                                                         Scope S) const {
  std::vector<const Node *> Over = controls(N);
  bool Few = Values.limits().allows(BudgetId::ComparedBranches, Over.size());
  llvm::erase_if(Over, [&](const Node *Branch) {
    return Agreement.isUniformBranch(*Branch, S) ||
           (Few && isForOthers(*Branch, N));
  });
  return Over;
}

} // namespace warplint
