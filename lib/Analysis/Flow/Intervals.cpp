//===--- Intervals.cpp - What lies between two barriers -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Flow/Intervals.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace warplint {

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

bool separatesIntervals(const Event &E, Scope S) {
  if (E.K == Event::Kind::Unknown)
    return true;
  if (E.K != Event::Kind::Sync)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::Barrier:
  case SyncKind::BarrierWait:
  case SyncKind::ObjectArriveAndWait:
  case SyncKind::ObjectWait:
  case SyncKind::ObjectTryWait:
  case SyncKind::ObjectWaitParity:
  case SyncKind::PipelineWait:
  case SyncKind::PipelineAcquire:
    return true;
  case SyncKind::AsyncWait:
    return E.Op->Participants == Participation::AllOfScope;
  case SyncKind::WarpBarrier:
    return S == Scope::Warp;
  default:
    return false;
  }
}

/// Index of \p E among the events of its node.
static size_t positionOf(const Event &E) { return &E - E.At->Events.data(); }

/// A path without a barrier at \p S leads from \p From to \p To.
static bool reaches(const FlowView &View, const Event &From, const Event &To,
                    Scope S) {
  llvm::SmallPtrSet<const Node *, 32> Seen;
  llvm::SmallVector<std::pair<const Node *, size_t>, 32> Work{
      {From.At, positionOf(From) + 1}};
  while (!Work.empty()) {
    auto [N, First] = Work.pop_back_val();
    bool Blocked = false;
    for (size_t I = First; I < N->Events.size() && !Blocked; ++I) {
      if (&N->Events[I] == &To)
        return true;
      Blocked = separatesIntervals(N->Events[I], S);
    }
    if (Blocked || !View.contains(*N))
      continue;
    for (ViewNode *Next : View.successors(*N))
      if (Seen.insert(Next->Of).second)
        Work.push_back({Next->Of, 0});
  }
  return false;
}

bool mayShareInterval(const FlowView &View, const Event &A, const Event &B,
                      Scope S) {
  return reaches(View, A, B, S) || reaches(View, B, A, S);
}

bool cutsInterval(const Event &E, Scope S) {
  if (!separatesIntervals(E, S))
    return false;
  // What a call that is not seen waits for is not known either.
  return S < Scope::Grid || E.K == Event::Kind::Unknown ||
         E.Op->Scope >= Scope::Grid;
}

namespace {

/// Walks from one start, depth first; the order is the reverse of that in which
/// steps are left.
class IntervalBuilder {
public:
  IntervalBuilder(const FlowView &View, Scope S) : View(View), S(S) {}

  Interval run(const Event *Start, const Node &At, unsigned First) {
    Interval Result;
    Result.Start = Start;
    Result.Cut = S;
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
    while (Last < At.Events.size() && !cutsInterval(At.Events[Last], S))
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
  Scope S;
  std::vector<IntervalStep> Found;
  std::vector<unsigned> Left;
  std::vector<std::tuple<unsigned, unsigned, unsigned>> Edges;
  llvm::DenseMap<std::pair<const Node *, unsigned>, unsigned> Index;
};

} // namespace

std::vector<Interval> intervalsOf(const InlinedCFG &P, const FlowView &View,
                                  Scope S) {
  std::vector<Interval> Result;
  Result.push_back(IntervalBuilder(View, S).run(nullptr, P.entry(), 0));
  for (const Node *N : P.order()) {
    if (!N->Reached || !View.contains(*N))
      continue;
    for (const Event &E : N->Events)
      if (cutsInterval(E, S))
        Result.push_back(IntervalBuilder(View, S).run(
            &E, *N, unsigned(&E - N->Events.data()) + 1));
  }
  return Result;
}

} // namespace warplint
