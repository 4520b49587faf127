//===--- FirstRounds.cpp - Walks that count a loop's rounds -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SharedMemory/FirstRounds.h"

namespace warplint {

/// Whoever is at \p Here has not run all rounds that there are at least.
bool FirstRounds::mustEnter(const Point &Here) const {
  bool IsCounted = Counted && Counted->Header == Here.At;
  if (IsCounted ? Here.Round == MostRounds : Here.IsAgain)
    return false;
  return Loops.leastRounds(*Here.At) > (IsCounted ? Here.Round : 0);
}

unsigned FirstRounds::roundAt(const Node &Next, const Point &From,
                              bool IsAgain) const {
  if (!Counted || !Counted->contains(Next))
    return 0;
  if (&Next != Counted->Header)
    return From.Round;
  return IsAgain ? std::min(From.Round + 1, MostRounds) : 0;
}

void FirstRounds::walk(
    const Node &Start, size_t First,
    llvm::function_ref<bool(const Event &, unsigned Round)> Stops) {
  llvm::SmallVector<Point, 32> Work{{&Start, First, false, 0}};
  while (!Work.empty()) {
    Point Now = Work.pop_back_val();
    bool Stopped = false;
    for (size_t I = Now.Event; I < Now.At->Events.size() && !Stopped; ++I) {
      Events.insert(&Now.At->Events[I]);
      Stopped = Stops(Now.At->Events[I], Now.Round);
    }
    if (Stopped)
      continue;
    bool MustEnter = mustEnter(Now);
    for (unsigned I = 0; I < Now.At->successors().size(); ++I) {
      const Node *Next = Now.At->successors()[I];
      if (!Facts.values().isLive(*Now.At, I) ||
          (MustEnter && !Loops.contains(*Now.At, *Next)))
        continue;
      bool IsAgain = Loops.contains(*Next, *Now.At);
      unsigned Round = roundAt(*Next, Now, IsAgain);
      bool New = Entered.insert({Next, Round}).second;
      if (IsAgain)
        New |= HeadsAgain.insert({Next, Round}).second;
      if (New)
        Work.push_back({Next, 0, IsAgain, Round});
    }
  }
}

bool FirstRounds::enters(const Node &N) const {
  for (unsigned Round = 0; Round <= MostRounds; ++Round)
    if (Entered.count({&N, Round}))
      return true;
  return false;
}

} // namespace warplint
