//===--- EnteredLoops.cpp - What agrees inside a loop ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A write behind a loop meets a read before it where a thread goes past the
// loop without an iteration, and with it past the barriers inside. Threads that all
// enter the loop are kept apart, and only they come to a branch in it.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/Uniformity.h"

namespace warplint {

/// Some load meets a write only on paths past the loop of \p Entered.
bool Uniformity::keepsWritesApart(const Node &Entered) const {
  std::vector<std::pair<const Term *, Scope>> Met;
  for (const auto &[Asked, Write] : Interference)
    if (Write)
      Met.push_back(Asked);
  llvm::sort(Met, [](const auto &A, const auto &B) {
    return std::pair(A.first->id(), A.second) <
           std::pair(B.first->id(), B.second);
  });
  std::map<Scope, SharedIntervals> Intervals;
  return llvm::any_of(Met, [&](const auto &Asked) {
    const SharedIntervals &In =
        Intervals
            .try_emplace(Asked.second, View, ThreadPair(Asked.second),
                         &IterationWalk, &Entered)
            .first->second;
    return !findInterference(*llvm::cast<LoadTerm>(Asked.first), In);
  });
}

/// What agrees where the loop around \p Branch is entered; null if that is
/// nothing new. A thread runs the largest loop once only, and in a loop whose
/// head sends all of \p S the same way it has all of them for company.
const Uniformity *Uniformity::whereEntered(const Node &Branch, Scope S) const {
  const Loop *Of = Entered ? nullptr : IterationWalk.loops().outermost(Branch);
  if (!Of || Of->Header == &Branch || ofBranch(*Of->Header) < S)
    return nullptr;
  auto [Known, New] = Inside.try_emplace(Of->Header);
  if (New && keepsWritesApart(*Of->Header)) {
    auto Then = std::make_unique<Uniformity>(P, Values, Arena, Code, View,
                                             IterationWalk, Of->Header);
    Known->second = std::move(Then);
  }
  return Known->second.get();
}

bool Uniformity::isUniformBranch(const Node &Branch, Scope S) const {
  if (ofBranch(Branch) >= S)
    return true;
  const Uniformity *Then = whereEntered(Branch, S);
  return Then && Then->ofBranch(Branch) >= S;
}

} // namespace warplint
