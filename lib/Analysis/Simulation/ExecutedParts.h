//===--- ExecutedParts.h - What walks through a kernel are about --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk that asks for some events only need not follow what decides nothing
// about them: loops over the elements of a tile, say. It follows the branches
// over those events and over the joins that their operands and those branches
// are computed from, and so on; past any other branch it takes the shortest way.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SIMULATION_EXECUTEDPARTS_H
#define WARPLINT_ANALYSIS_SIMULATION_EXECUTEDPARTS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

class ExecutedParts {
public:
  /// What the events for which \p Counts holds are about must be known, and
  /// those for which \p Seen holds must be come to.
  ExecutedParts(const KernelFacts &Facts,
              llvm::function_ref<bool(const Event &)> Counts,
              llvm::function_ref<bool(const Event &)> Seen);

  /// Something happens at \p N that the walk is about.
  bool isSeen(const Node &N) const { return Seen.count(&N); }
  /// The walk asks for the value of the join \p Phi.
  bool isAbout(const Term *Phi) const { return Asked.count(Phi); }
  /// The way on from \p N that comes to the end of the kernel soonest; null if
  /// it matters which path is taken, or if there is none to the end.
  const Node *pathPast(const Node &N) const;

private:
  using EventTest = llvm::function_ref<bool(const Event &)>;
  void ask(const Term *T);
  void comeTo(const Node &N);
  void decide(const Node &Branch);
  void follow();
  void measurePaths();

  const KernelFacts &Facts;
  llvm::DenseSet<const Node *> Seen;
  // What has to be known; looked up, never iterated.
  llvm::DenseSet<const Term *> Asked;
  llvm::DenseSet<const Node *> Reached, Followed;
  llvm::SmallVector<const Term *, 16> TermsLeft;
  llvm::SmallVector<const Node *, 16> NodesLeft;
  /// Values that lanes take from others: where.
  llvm::DenseMap<const Term *, const Event *> Shuffles;
  /// By the number of the node: nodes on the shortest path to the end, 0 if
  /// there is none.
  std::vector<unsigned> ToEnd;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SIMULATION_EXECUTEDPARTS_H
