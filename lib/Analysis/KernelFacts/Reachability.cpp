//===--- Reachability.cpp - Reachability between nodes, events ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Dataflow/Reachable.h"

namespace warplint {

Reachability::Reachability(const KernelFacts &Facts)
    : View(Facts.paths()), Predecessors(Facts.cfg().nodes().size()),
      Behind(Facts.cfg().nodes().size()) {
  for (const Node *N : Facts.cfg().order())
    if (View.contains(*N))
      for (const ViewNode *Next : View.successors(*N))
        Predecessors[Next->Of->id()].push_back(N);
}

llvm::BitVector Reachability::behind(const Node &From,
                                     const CfgView::NodeSet &Barred) const {
  return nodesBehind(View, From,
                     [&](const Node &To) { return !Barred.count(&To); });
}

bool Reachability::reaches(const Node &From, const Node &To) const {
  llvm::BitVector &Found = Behind[From.id()];
  if (Found.empty())
    Found = behind(From, {});
  return Found.test(To.id());
}

bool Reachability::leadsTo(const Event &From, const Event &To) const {
  return (From.At == To.At && &From < &To) || reaches(*From.At, *To.At);
}

bool Reachability::leadsTo(const Event &From, const Event &To,
                           const CfgView::NodeSet &Barred) const {
  if (Barred.empty() || (From.At == To.At && &From < &To))
    return leadsTo(From, To);
  std::vector<unsigned> Numbers;
  for (const Node *N : Barred)
    Numbers.push_back(N->id());
  llvm::sort(Numbers);
  auto [Found, New] =
      BehindWithout.try_emplace({From.At->id(), std::move(Numbers)});
  if (New)
    Found->second = behind(*From.At, Barred);
  return Found->second.test(To.At->id());
}

EventsBetween Reachability::between(const Event &First,
                                    const Event &Last) const {
  EventsBetween Found(First, Last);
  const unsigned Count = unsigned(Behind.size());
  bool SameNode = First.At == Last.At, IsDirect = SameNode && &First <= &Last;
  llvm::SmallVector<const Node *, 32> Start, End;
  if (!IsDirect) {
    Start = {First.At};
    End = {Last.At};
  }
  // Forward, up to the node of `Last`, which a path may enter but not leave.
  Found.Entered = reachedIn(Count, Start, [&](const Node &N, auto Add) {
    if (View.contains(N) && (&N != Last.At || SameNode))
      for (const ViewNode *Next : View.successors(N))
        Add(Next->Of);
  });
  // Backward in the same way, up to the node of `First`.
  Found.Leading = reachedIn(Count, End, [&](const Node &N, auto Add) {
    if (&N != First.At || SameNode)
      llvm::for_each(Predecessors[N.id()], Add);
  });
  return Found;
}

/// A path from `First` reaches \p E, and not through `Last`.
bool EventsBetween::isBehindFirst(const Event &E) const {
  bool SameNode = E.At == First.At && &First < &E;
  if (SameNode && !(Last.At == E.At && &First < &Last && &Last < &E))
    return true;
  return Entered.test(E.At->id()) && !(Last.At == E.At && &Last < &E);
}

/// A path from \p E reaches `Last`, and not through `First`.
bool EventsBetween::isBeforeLast(const Event &E) const {
  bool SameNode = E.At == Last.At && &E < &Last;
  if (SameNode && !(First.At == E.At && &E < &First && &First < &Last))
    return true;
  return Leading.test(E.At->id()) && !(First.At == E.At && &E < &First);
}

bool EventsBetween::contains(const Event &E) const {
  return isBehindFirst(E) && isBeforeLast(E);
}

} // namespace warplint
