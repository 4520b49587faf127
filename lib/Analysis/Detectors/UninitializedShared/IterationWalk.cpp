//===--- IterationWalk.cpp - Walks that count a loop's iterations ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/UninitializedShared/IterationWalk.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "llvm/ADT/ScopeExit.h"

namespace warplint::uninitialized {

/// Whoever is at \p Here has not run all iterations that there are at least.
bool IterationWalk::mustEnter(const Point &Here) const {
  bool IsCounted = Counted && Counted->Header == Here.At;
  if (IsCounted ? Here.Iteration == IterationsApart : Here.IsAgain)
    return false;
  return Facts.evolution().minTripCount(*Here.At) >
         (IsCounted ? Here.Iteration : 0);
}

unsigned IterationWalk::iterationAt(const Node &Next, const Point &From,
                                    bool IsAgain) const {
  if (!Counted || !Counted->contains(Next))
    return 0;
  if (&Next != Counted->Header)
    return From.Iteration;
  return IsAgain ? std::min(From.Iteration + 1, IterationsApart) : 0;
}

bool IterationWalk::mayTake(const Point &Here, const Node &Next) const {
  const Loop *Around =
      Here.IsFirst ? AllLoops.innermost(*Here.At, *Here.At) : nullptr;
  return !Around ||
         Facts.evolution().mayTakeInFirst(*Around->Header, *Here.At, Next);
}

void IterationWalk::walk(
    const Node &Start, size_t First,
    llvm::function_ref<bool(const Event &, unsigned Iteration)> Stops) {
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
      Stopped = Stops(Now.At->Events[I], Now.Iteration);
    }
    if (Stopped)
      continue;
    bool MustEnter = mustEnter(Now);
    for (unsigned I = 0; I < Now.At->successors().size(); ++I) {
      const Node *Next = Now.At->successors()[I];
      if (!Facts.values().isLive(*Now.At, I) ||
          (MustEnter && !AllLoops.contains(*Now.At, *Next)) ||
          !mayTake(Now, *Next))
        continue;
      bool IsAgain = AllLoops.contains(*Next, *Now.At);
      Point Then{Next, 0, IsAgain, iterationAt(*Next, Now, IsAgain),
                 Now.IsFirst && !IsAgain};
      Nodes.insert(Next);
      if (Entered.insert(placeOf(Then)).second)
        Work.push_back(Then);
    }
  }
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
  // Each of the walks may reach all of the kernel.
  if (!Facts.work().left()) {
    Facts.limits().cut(BudgetId::Work, "reads of shared memory");
    return;
  }
  llvm::DenseSet<std::pair<const Event *, unsigned>> Behind;
  IterationWalk After(Facts, Counted);
  After.walk(*Read.At, size_t(&Read - Read.At->Events.data()) + 1,
             [&](const Event &E, unsigned Iteration) {
               bool Barrier = isBlockBarrier(E);
               if (Barrier)
                 Behind.insert({&E, Iteration});
               return Barrier;
             });
  const Node &Entry = Facts.cfg().entry();
  Before.walk(Entry, 0, [&](const Event &E, unsigned Iteration) {
    IsReached |= &E == &Read && Iteration == 0;
    return Behind.count({&E, Iteration}) != 0;
  });
  Alone.walk(Entry, 0, [&](const Event &E, unsigned Iteration) {
    return &E == &Read || Behind.count({&E, Iteration}) != 0;
  });
}

bool FirstReads::precedesWrites(const Event &Read,
                                llvm::ArrayRef<const Event *> Writes,
                                llvm::ArrayRef<const Node *> HiddenWrites,
                                const Loop *Counted) {
  auto IsWritten = [&](const auto &Reached) {
    return llvm::any_of(Writes,
                        [&](const Event *W) { return Reached.reaches(*W); }) ||
           llvm::any_of(HiddenWrites, [&](const Node *N) {
             return Reached.enters(*N) || N == &Facts.cfg().entry();
           });
  };
  // What comes before any barrier comes before those behind the read.
  std::unique_ptr<IterationWalk> &Early = UntilBarrier[Counted];
  if (!Early) {
    Early = std::make_unique<IterationWalk>(Facts, Counted);
    Early->walk(Facts.cfg().entry(), 0,
                [](const Event &E, unsigned) { return isBlockBarrier(E); });
  }
  if (IsWritten(*Early))
    return false;
  InTime Before(Facts, Read, Counted);
  return Before.isReached() && !IsWritten(Before);
}

} // namespace warplint::uninitialized
