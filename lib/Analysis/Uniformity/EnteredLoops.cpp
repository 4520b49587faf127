//===--- EnteredLoops.cpp - What agrees inside a loop ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A write after a loop interferes with a read before it if a thread skips the
// loop, and with it the barriers inside. Threads that all enter the loop are
// separated by its barriers, and only such threads reach a branch in the loop.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/Uniformity.h"

namespace warplint {

/// Whether some load has an interfering write only on paths that skip the loop
/// with header \p Entered.
bool Uniformity::keepsWritesApart(const Node &Entered) const {
  std::vector<std::pair<const Term *, Scope>> Met;
  for (const auto &[Asked, Write] : Interference)
    if (Write)
      Met.push_back(Asked);
  llvm::sort(Met, [](const auto &A, const auto &B) {
    return std::pair(A.first->id(), A.second) <
           std::pair(B.first->id(), B.second);
  });
  std::map<Scope, CommonIntervals> Intervals;
  return llvm::any_of(Met, [&](const auto &Asked) {
    const CommonIntervals &In =
        Intervals
            .try_emplace(Asked.second, View, ThreadPair(Asked.second),
                         &IterationWalk, &Entered)
            .first->second;
    return !findInterference(*llvm::cast<LoadTerm>(Asked.first), Asked.second,
                             In);
  });
}

/// The uniformity of values if the outermost loop around \p Branch is entered;
/// null if that is no different. A thread enters an outermost loop once only,
/// and if the loop's header is uniform over \p S, all threads of \p S enter it.
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
