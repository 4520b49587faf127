//===--- ExecutedParts.cpp - What walks through a kernel are about --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Simulation/ExecutedParts.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Uniformity/Convergence.h"

using namespace clang;

namespace warplint::simulation {

ExecutedParts::ExecutedParts(const KernelFacts &Facts, EventTest Counts,
                             EventTest SeesEvent)
    : Facts(Facts) {
  for (const Event &E : Facts.cfg().events()) {
    if (!E.At->Reached)
      continue;
    if (E.isSync(SyncKind::Shuffle) && E.Value)
      if (const auto *Call = dyn_cast<Expr>(E.Site))
        if (const Term *Result = Facts.values().valueOf(*E.Owner, Call))
          Shuffles[Result] = &E;
    if (Counts(E))
      for (const Term *T : {E.Under, E.Id, E.Count})
        ask(T);
    if (Counts(E) || SeesEvent(E)) {
      Seen.insert(E.At);
      mustReach(*E.At);
    }
  }
  // Whoever has left reaches nothing.
  for (const EarlyExit &Exit : Facts.convergence().earlyExits()) {
    mustReach(*Exit.At);
    decide(*Exit.Branch);
  }
  follow();
  measurePaths();
}

void ExecutedParts::ask(const Term *T) {
  if (T && Asked.insert(T).second)
    TermsLeft.push_back(T);
}

void ExecutedParts::mustReach(const Node &N) {
  if (Reached.insert(&N).second)
    NodesLeft.push_back(&N);
}

void ExecutedParts::decide(const Node &Branch) {
  if (Followed.insert(&Branch).second)
    ask(Branch.Branch);
}

/// Adds the branches that decide what the execution reaches, and the terms that
/// these and the needed terms are computed from.
void ExecutedParts::follow() {
  while (!TermsLeft.empty() || !NodesLeft.empty()) {
    if (!NodesLeft.empty()) {
      for (const Node *Branch :
           Facts.convergence().controls(*NodesLeft.pop_back_val()))
        decide(*Branch);
      continue;
    }
    const Term *T = TermsLeft.pop_back_val();
    if (auto Taken = Shuffles.find(T); Taken != Shuffles.end()) {
      ask(Taken->second->Value);
      Seen.insert(Taken->second->At);
      mustReach(*Taken->second->At);
    }
    const auto *Phi = dyn_cast<PhiTerm>(T);
    if (!Phi) {
      for (const Term *Part : T->operands())
        ask(Part);
      continue;
    }
    for (const Incoming &In : Facts.values().joins().incoming(Phi))
      ask(In.Reaching.Value);
    mustReach(*Phi->node());
    for (const Node *Branch : Facts.paths().edgeSelectorsOf(*Phi->node())) {
      decide(*Branch);
      mustReach(*Branch);
    }
  }
}

/// Breadth first from the end; assertions hold.
void ExecutedParts::measurePaths() {
  ToEnd.assign(Facts.cfg().nodes().size(), 0);
  const Node &End = Facts.cfg().exit();
  if (!Facts.paths().contains(End))
    return;
  llvm::SmallVector<const Node *, 64> Level{&End}, Next;
  ToEnd[End.id()] = 1;
  for (unsigned Distance = 2; !Level.empty(); ++Distance) {
    for (const Node *To : Level)
      for (const Node *From : To->predecessors())
        if (From->Reached && Facts.paths().contains(*From) &&
            !ToEnd[From->id()] && From->ending() != Node::Ending::Abort &&
            llvm::any_of(Facts.paths().successors(*From),
                         [&](const ViewNode *V) { return V->Of == To; })) {
          ToEnd[From->id()] = Distance;
          Next.push_back(From);
        }
    Level = std::exchange(Next, {});
  }
}

const Node *ExecutedParts::pathPast(const Node &N) const {
  if (Followed.count(&N) || !ToEnd[N.id()])
    return nullptr;
  const Node *Nearest = nullptr;
  for (const ViewNode *To : Facts.paths().successors(N))
    if (unsigned Left = ToEnd[To->Of->id()];
        Left && (!Nearest || Left < ToEnd[Nearest->id()]))
      Nearest = To->Of;
  return Nearest;
}

} // namespace warplint::simulation
