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
#include "CudaModel/MemorySpace.h"

namespace warplint {

/// Whether some load has an interfering write only on paths that skip one of
/// the loops with headers \p Then.
bool Uniformity::keepsWritesApart(const LoopHeaders &Then) const {
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
                         &Evolution, &Then)
            .first->second;
    return !findInterference(*llvm::cast<LoadTerm>(Asked.first), Asked.second,
                             In);
  });
}

/// Which loops are entered by what memory holds is found together: threads that
/// all have entered them so far are kept apart by the barriers inside, so that
/// the first one not to enter a loop has read two values for want of a barrier.
void Uniformity::findEntered() {
  using Reads = llvm::SmallVector<LoopEvolution::RepeatedRead, 2>;
  llvm::SmallVector<std::pair<const Node *, Reads>, 4> ByMemory;
  for (const Node *N : P.order()) {
    Reads Twice;
    if (!Evolution.loops().headedBy(*N) || !Evolution.runsOnce(*N, Twice))
      continue;
    Entered.insert(N);
    if (!Twice.empty())
      ByMemory.push_back({N, std::move(Twice)});
  }
  while (!ByMemory.empty()) {
    CommonIntervals Together(View, ThreadPair(Scope::Block), &Evolution,
                             &Entered);
    auto IsWritten = [&](const Term *T) {
      const auto &Load = *llvm::cast<LoadTerm>(T);
      return memorySpaceOf(rootOf(Load.address())) != MemorySpace::Shared ||
             findInterference(Load, Scope::Block, Together);
    };
    size_t Before = ByMemory.size();
    llvm::erase_if(ByMemory, [&](const auto &Each) {
      bool MayDiffer =
          llvm::any_of(Each.second, [&](const LoopEvolution::RepeatedRead &R) {
            return IsWritten(R.Early) || IsWritten(R.Later);
          });
      if (MayDiffer)
        Entered.erase(Each.first);
      return MayDiffer;
    });
    if (ByMemory.size() == Before)
      break;
  }
}

/// The uniformity of values if the outermost loop around \p Branch is entered;
/// null if that is no different. A thread enters an outermost loop once only,
/// and if the loop's header is uniform over \p S, all threads of \p S enter it.
const Uniformity *Uniformity::whereEntered(const Node &Branch, Scope S) const {
  const Loop *Of = IsInside ? nullptr : Evolution.loops().outermost(Branch);
  if (!Of || Of->Header == &Branch || ofBranch(*Of->Header) < S)
    return nullptr;
  auto [Known, New] = Inside.try_emplace(Of->Header);
  if (!New)
    return Known->second.get();
  LoopHeaders Then = Entered;
  Then.insert(Of->Header);
  if (keepsWritesApart(Then))
    Known->second = std::make_unique<Uniformity>(P, Values, Arena, Code, View,
                                                 Evolution, &Then, Trusted);
  return Known->second.get();
}

bool Uniformity::isUniformBranch(const Node &Branch, Scope S) const {
  if (ofBranch(Branch) >= S)
    return true;
  const Uniformity *Then = whereEntered(Branch, S);
  return Then && Then->ofBranch(Branch) >= S;
}

} // namespace warplint
