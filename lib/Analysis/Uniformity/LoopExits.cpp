//===--- LoopExits.cpp - Paths on which threads only exit -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/LoopExits.h"
#include "Analysis/Expr/TermTraversal.h"
#include "CudaModel/SyncKindRows.h"

using namespace clang;

namespace warplint {

using NodeSet = CfgView::NodeSet;

/// The threads that reach \p E must come together, or may have to.
static bool meetsOthers(const Event &E) {
  return E.isUnknown() ||
         (E.isSync() && !E.isSync(SyncFamily::Fence, SyncFamily::Atomic,
                                  SyncFamily::Cached, SyncFamily::Exit));
}

static bool isOfThread(const Term &Part) {
  return isa<PhiTerm>(Part) || Part.isIdentity(IdentityKind::ThreadIdx) ||
         Part.isIdentity(IdentityKind::ThreadRankInBlock) ||
         Part.isIdentity(IdentityKind::ThreadRankInGrid) ||
         Part.isIdentity(IdentityKind::LaneId);
}

/// What is joined outside \p Behind is stored where all threads store.
static bool storesIterations(const Event &E, const NodeSet &Behind) {
  return E.K == Event::Kind::Access && E.Access != AccessKind::Read &&
         E.Value && !anyPartOf(E.Address, isOfThread) &&
         anyPartOf(E.Value, [&](const Term &Part) {
           const auto *Phi = dyn_cast<PhiTerm>(&Part);
           return Phi && !Behind.count(Phi->node());
         });
}

/// Takes \p From out of \p Set, with all from where control reaches them and
/// all to which it goes.
static void eraseConnected(NodeSet &Set, const CfgView &View,
                           llvm::ArrayRef<const Node *> From) {
  llvm::SmallVector<const Node *, 16> Work;
  auto Take = [&](const Node *N) {
    if (N && Set.erase(N))
      Work.push_back(N);
  };
  llvm::for_each(From, Take);
  while (!Work.empty()) {
    const Node *N = Work.pop_back_val();
    for (const ViewNode *To : View.successors(*N))
      Take(To->Of);
    llvm::for_each(N->predecessors(), Take);
  }
}

/// What leads to \p Ends only. Nothing if all does.
static NodeSet leadingTo(const InlinedCFG &P, const CfgView &View,
                         const NodeSet &Ends) {
  NodeSet Leaving = View.leadingOnlyTo(Ends);
  if (Leaving.count(&P.entry()))
    Leaving.clear();
  return Leaving;
}

/// Adds to \p Leaving the nodes for which doesNothingMore() is true and whose
/// predecessors all have another live successor.
static void addPlainEnds(NodeSet &Leaving, const InlinedCFG &P,
                         const CfgView &View) {
  llvm::SmallVector<const Node *, 4> Plain;
  for (const Node *N : P.order())
    if (N->Reached && N != &P.entry() && View.contains(*N) &&
        doesNothingMore(P, *N) && Leaving.insert(N).second)
      Plain.push_back(N);
  auto HasOtherPath = [&](const Node *From) {
    return !From->Reached || Leaving.count(From) ||
           llvm::any_of(View.successors(*From), [&](const ViewNode *To) {
             return To->Of && !Leaving.count(To->Of);
           });
  };
  bool Changed = true;
  while (Changed) {
    Changed = false;
    llvm::erase_if(Plain, [&](const Node *N) {
      if (llvm::all_of(N->predecessors(), HasOtherPath))
        return false;
      Leaving.erase(N);
      return Changed = true;
    });
  }
}

NodeSet pathsOut(const InlinedCFG &P, const CfgView &View) {
  NodeSet Early;
  for (const Node *N : P.order())
    if (N->Reached && N->ending() == Node::Ending::Abort)
      Early.insert(N);
  for (const Node *N : nodesEndingThread(P))
    if (N->Reached)
      Early.insert(N);
  NodeSet Leaving = leadingTo(P, View, Early);
  addPlainEnds(Leaving, P, View);
  llvm::SmallVector<const Node *, 16> Together;
  for (const Node *N : P.order())
    if (Leaving.count(N) && llvm::any_of(N->Events, [&](const Event &E) {
          return meetsOthers(E) || storesIterations(E, Leaving);
        }))
      Together.push_back(N);
  eraseConnected(Leaving, View, Together);
  return Leaving;
}

} // namespace warplint
