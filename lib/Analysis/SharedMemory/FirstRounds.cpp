//===--- FirstRounds.cpp - Walks that count a loop's rounds -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SharedMemory/FirstRounds.h"
#include "llvm/ADT/ScopeExit.h"

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

bool FirstRounds::mayTake(const Point &Here, const Node &Next) const {
  const Loop *Around =
      Here.IsFirst ? Loops.innermost(*Here.At, *Here.At) : nullptr;
  return !Around || Arms.mayTake(*Around->Header, *Here.At, Next);
}

void FirstRounds::walk(
    const Node &Start, size_t First,
    llvm::function_ref<bool(const Event &, unsigned Round)> Stops) {
  static constexpr unsigned PerStep = 8; // Nodes and events, of the work.
  uint64_t Passed = 0;
  llvm::SmallVector<Point, 32> Work{{&Start, First, false, 0, true}};
  llvm::scope_exit Pay([&] { Facts.work().spend(Passed / PerStep); });
  while (!Work.empty()) {
    Point Now = Work.pop_back_val();
    bool Stopped = false;
    ++Passed;
    for (size_t I = Now.Event; I < Now.At->Events.size() && !Stopped; ++I) {
      ++Passed;
      Events.insert(&Now.At->Events[I]);
      Stopped = Stops(Now.At->Events[I], Now.Round);
    }
    if (Stopped)
      continue;
    bool MustEnter = mustEnter(Now);
    for (unsigned I = 0; I < Now.At->successors().size(); ++I) {
      const Node *Next = Now.At->successors()[I];
      if (!Facts.values().isLive(*Now.At, I) ||
          (MustEnter && !Loops.contains(*Now.At, *Next)) ||
          !mayTake(Now, *Next))
        continue;
      bool IsAgain = Loops.contains(*Next, *Now.At);
      Point Then{Next, 0, IsAgain, roundAt(*Next, Now, IsAgain),
                 Now.IsFirst && !IsAgain};
      bool New = Entered.insert(placeOf(Then)).second;
      if (IsAgain)
        New |= HeadsAgain.insert(placeOf(Then)).second;
      if (New)
        Work.push_back(Then);
    }
  }
}

bool FirstRounds::enters(const Node &N) const {
  for (unsigned Round = 0; Round <= MostRounds; ++Round)
    for (bool IsFirst : {false, true})
      if (Entered.count(placeOf({&N, 0, false, Round, IsFirst})))
        return true;
  return false;
}

/// All threads of the block wait here for one another.
static bool isBlockBarrier(const Event &E) {
  return E.K == Event::Kind::Sync && E.Op->Kind == SyncKind::Barrier &&
         E.Op->Scope >= Scope::Block &&
         E.Op->Participants != Participation::Counted &&
         E.Op->Participants == Participation::AllOfScope;
}

InTime::InTime(const KernelFacts &Facts, const Event &Read, const Loop *Counted)
    : Before(Facts, Counted), Alone(Facts, Counted) {
  // Each of the walks may come to all of the kernel.
  if (!Facts.work().left()) {
    Facts.limits().cut("reads of shared memory");
    return;
  }
  llvm::DenseSet<std::pair<const Event *, unsigned>> Behind;
  FirstRounds After(Facts, Counted);
  After.walk(*Read.At, size_t(&Read - Read.At->Events.data()) + 1,
             [&](const Event &E, unsigned Round) {
               bool Barrier = isBlockBarrier(E);
               if (Barrier)
                 Behind.insert({&E, Round});
               return Barrier;
             });
  const Node &Entry = Facts.cfg().entry();
  Before.walk(Entry, 0, [&](const Event &E, unsigned Round) {
    IsReached |= &E == &Read && Round == 0;
    return Behind.count({&E, Round}) != 0;
  });
  Alone.walk(Entry, 0, [&](const Event &E, unsigned Round) {
    return &E == &Read || Behind.count({&E, Round}) != 0;
  });
}

} // namespace warplint
