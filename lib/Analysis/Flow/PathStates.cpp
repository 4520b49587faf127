//===--- PathStates.cpp - How far things have come on all paths -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Flow/PathStates.h"

namespace warplint {

PathStates::PathStates(const FlowView &Paths, const Event &Start, Step Next)
    : Start(&Start), Next(std::move(Next)) {
  solve(Paths, *Start.At, Unreached);
}

PathStates::PathStates(const FlowView &Paths, const Node &Entry, Step Next)
    : Next(std::move(Next)) {
  solve(Paths, Entry, 1);
}

/// The state before \p End, or at the end of \p N if that is null.
PathStates::State PathStates::through(const Node &N, State At,
                                      const Event *End) const {
  for (const Event &E : N.Events) {
    if (&E == End)
      return At;
    if (&E == Start)
      At = 1;
    else if (At != Unreached)
      At = Next(At, E);
  }
  return At;
}

void PathStates::solve(const FlowView &Paths, const Node &From, State First) {
  In.assign(Paths.nodeCount(), Unreached);
  In[From.id()] = First;
  llvm::SmallVector<const Node *, 32> Work{&From};
  while (!Work.empty()) {
    const Node &N = *Work.pop_back_val();
    if (!Paths.contains(N))
      continue;
    State Out = through(N, In[N.id()], nullptr);
    for (ViewNode *To : Paths.successors(N)) {
      State &Known = In[To->Of->id()];
      if (Out <= Known)
        continue;
      Known = Out;
      Work.push_back(To->Of);
    }
  }
}

PathStates::State PathStates::before(const Event &E) const {
  return through(*E.At, In[E.At->id()], &E);
}

PathStates::State PathStates::atEndOf(const Node &N) const {
  return through(N, In[N.id()], nullptr);
}

} // namespace warplint
