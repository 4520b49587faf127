//===--- Typestate.cpp - Forward typestate along paths --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/Dataflow/Fixpoint.h"

namespace warplint {

Typestate::Typestate(const CfgView &Paths, const Event &Start, Step Next)
    : Start(&Start), Next(std::move(Next)) {
  solve(Paths, *Start.At, Unreached);
}

Typestate::Typestate(const CfgView &Paths, const Node &Entry, Step Next)
    : Next(std::move(Next)) {
  solve(Paths, Entry, 1);
}

Typestate::State Typestate::after(State At, const Event &E) const {
  if (&E == Start)
    return 1;
  return At == Unreached ? At : Next(At, E);
}

Typestate::State Typestate::through(const Node &N) const {
  State At = In[N.id()];
  for (const Event &E : N.Events)
    At = after(At, E);
  return At;
}

void Typestate::solve(const CfgView &Paths, const Node &From, State First) {
  In.assign(Paths.nodeCount(), Unreached);
  In[From.id()] = First;
  std::vector<const Node *> Nodes(Paths.nodeCount());
  Nodes[From.id()] = &From;
  auto Transfer = [&](unsigned Number, State, auto Flow) {
    State Out = through(*Nodes[Number]);
    for (const ViewNode *To : Paths.successors(*Nodes[Number])) {
      Nodes[To->Of->id()] = To->Of;
      Flow(To->Of->id(), Out);
    }
    return true;
  };
  auto Join = [](State &Into, State From) {
    bool Rises = From > Into;
    Into = std::max(Into, From);
    return Rises;
  };
  solveToFixpoint(In, llvm::ArrayRef(From.id()), Transfer, Join);
}

Typestate::State Typestate::before(const Event &E) const {
  const Node &N = *E.At;
  auto [Known, New] = Inside.try_emplace(N.id());
  std::vector<State> &States = Known->second;
  if (New) {
    State At = In[N.id()];
    for (const Event &Of : N.Events) {
      States.push_back(At);
      At = after(At, Of);
    }
  }
  return States[&E - N.Events.data()];
}

Typestate::State Typestate::atEndOf(const Node &N) const { return through(N); }

} // namespace warplint
