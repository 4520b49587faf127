//===--- Intervals.cpp - What lies between two barriers -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Flow/Intervals.h"
#include "Model/Separation.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace warplint {

//===----------------------------------------------------------------------===//
// What separates
//===----------------------------------------------------------------------===//

bool maySeparate(const Event &E, ThreadPair Threads) {
  if (E.K == Event::Kind::Unknown)
    return true;
  if (E.K != Event::Kind::Sync)
    return false;
  switch (separationOf(*E.Op, Threads.Common)) {
  case Separation::None:
    return false;
  case Separation::Participants:
    return !Threads.NotShared || !Threads.NotShared->contains(&E);
  case Separation::Everyone:
    return true;
  }
  llvm_unreachable("all separations are handled");
}

/// Index of \p E among the events of its node.
static size_t positionOf(const Event &E) { return &E - E.At->Events.data(); }

static bool leadsUnseparated(const FlowView &View, const Event &From,
                             const Event &To, ThreadPair Threads) {
  llvm::SmallPtrSet<const Node *, 32> Seen;
  llvm::SmallVector<std::pair<const Node *, size_t>, 32> Work{
      {From.At, positionOf(From) + 1}};
  while (!Work.empty()) {
    auto [N, First] = Work.pop_back_val();
    bool Separated = false;
    for (size_t I = First; I < N->Events.size() && !Separated; ++I) {
      if (&N->Events[I] == &To)
        return true;
      Separated = maySeparate(N->Events[I], Threads);
    }
    if (Separated || !View.contains(*N))
      continue;
    for (ViewNode *Next : View.successors(*N))
      if (Seen.insert(Next->Of).second)
        Work.push_back({Next->Of, 0});
  }
  return false;
}

bool mayShareInterval(const FlowView &View, const Event &A, const Event &B,
                      ThreadPair Threads) {
  return leadsUnseparated(View, A, B, Threads) ||
         leadsUnseparated(View, B, A, Threads);
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

const IntervalStep *Interval::find(const Event &E) const {
  for (const IntervalStep &Step : Steps)
    if (Step.holds(E))
      return &Step;
  return nullptr;
}

bool Interval::leads(unsigned From, unsigned To, bool Around) const {
  std::vector<bool> Reached(Steps.size(), false);
  Reached[From] = true;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (unsigned S = 0; S < Steps.size(); ++S) {
      if (Reached[S])
        continue;
      bool Now = llvm::any_of(
          Steps[S].From, [&](const auto &Edge) { return Reached[Edge.From]; });
      if (Around)
        Now |= llvm::any_of(Steps[S].Back,
                            [&](unsigned From) { return Reached[From]; });
      Reached[S] = Now;
      Changed |= Now && Around;
    }
  }
  return Reached[To];
}

namespace {

/// Walks from one start, depth first; the order is the reverse of that in which
/// steps are left.
class IntervalBuilder {
public:
  IntervalBuilder(const FlowView &View, ThreadPair Threads)
      : View(View), Threads(Threads) {}

  Interval run(const Event *Start, const Node &At, unsigned First) {
    Interval Result;
    Result.Start = Start;
    Result.Threads = Threads;
    visit(At, First);
    std::vector<unsigned> Position(Found.size());
    for (unsigned I = 0; I < Left.size(); ++I)
      Position[Left[I]] = Left.size() - 1 - I;
    Result.Steps.resize(Found.size());
    for (unsigned I = 0; I < Found.size(); ++I)
      Result.Steps[Position[I]] = Found[I];
    for (const auto &[From, To, Arm] : Edges) {
      IntervalStep &Target = Result.Steps[Position[To]];
      if (Position[From] < Position[To])
        Target.From.push_back({Position[From], Arm});
      else
        Target.Back.push_back(Position[From]);
    }
    return Result;
  }

private:
  unsigned visit(const Node &At, unsigned First) {
    auto [Known, New] = Index.try_emplace({&At, First}, Found.size());
    if (!New)
      return Known->second;
    unsigned Own = Known->second;
    IntervalStep &Step = Found.emplace_back();
    Step.At = &At;
    Step.First = First;
    unsigned Last = First;
    while (Last < At.Events.size() && !maySeparate(At.Events[Last], Threads))
      ++Last;
    Step.Last = Last;
    if (Last == At.Events.size() && View.contains(At)) {
      llvm::ArrayRef<ViewNode *> Next = View.successors(At);
      for (unsigned Arm = 0; Arm < At.successors().size(); ++Arm)
        if (llvm::any_of(Next, [&](const ViewNode *To) {
              return To->Of == At.successors()[Arm];
            })) {
          unsigned To = visit(*At.successors()[Arm], 0);
          Edges.push_back({Own, To, Arm});
        }
    }
    Left.push_back(Own);
    return Own;
  }

  const FlowView &View;
  ThreadPair Threads;
  std::vector<IntervalStep> Found;
  std::vector<unsigned> Left;
  std::vector<std::tuple<unsigned, unsigned, unsigned>> Edges;
  llvm::DenseMap<std::pair<const Node *, unsigned>, unsigned> Index;
};

} // namespace

std::vector<Interval> intervalsOf(const InlinedCFG &P, const FlowView &View,
                                  ThreadPair Threads) {
  std::vector<Interval> Result;
  Result.push_back(IntervalBuilder(View, Threads).run(nullptr, P.entry(), 0));
  for (const Node *N : P.order()) {
    if (!N->Reached || !View.contains(*N))
      continue;
    for (const Event &E : N->Events)
      if (maySeparate(E, Threads))
        Result.push_back(IntervalBuilder(View, Threads)
                             .run(&E, *N, unsigned(&E - N->Events.data()) + 1));
  }
  return Result;
}

} // namespace warplint
