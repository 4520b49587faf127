//===--- ExecutedParts.h - Slice of a kernel to execute ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An execution that is about some events need not follow what decides nothing
// about them, such as loops over the elements of a tile. It follows branches
// that control those events, and phis that their operands and those branches
// are computed from, transitively; past any other branch it takes the shortest
// path.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SIMULATION_EXECUTEDPARTS_H
#define WARPLINT_ANALYSIS_SIMULATION_EXECUTEDPARTS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {
class Node;
class Term;
struct Event;
} // namespace warplint

namespace warplint::simulation {

/// The slice of a kernel that decides about given events.
class ExecutedParts {
public:
  /// The operands of the events that satisfy \p Counts must be known; the
  /// events that satisfy \p Seen must be reached.
  ExecutedParts(const KernelFacts &Facts,
                llvm::function_ref<bool(const Event &)> Counts,
                llvm::function_ref<bool(const Event &)> Seen);

  /// An event that must be reached is at \p N.
  bool isSeen(const Node &N) const { return Seen.count(&N); }
  /// The value of \p Phi is needed.
  bool isAbout(const Term *Phi) const { return Asked.count(Phi); }
  /// The successor of \p N on the shortest path to the exit; null if it matters
  /// which successor is taken, or if there is no path to the exit.
  const Node *pathPast(const Node &N) const;

private:
  using EventTest = llvm::function_ref<bool(const Event &)>;
  void ask(const Term *T);
  void mustReach(const Node &N);
  void decide(const Node &Branch);
  void follow();
  void measurePaths();

  const KernelFacts &Facts;
  llvm::DenseSet<const Node *> Seen;
  // The values that are needed; looked up, never iterated.
  llvm::DenseSet<const Term *> Asked;
  llvm::DenseSet<const Node *> Reached, Followed;
  llvm::SmallVector<const Term *, 16> TermsLeft;
  llvm::SmallVector<const Node *, 16> NodesLeft;
  /// The shuffle that makes a value taken from another lane.
  llvm::DenseMap<const Term *, const Event *> Shuffles;
  /// By id of a node: the number of nodes on the shortest path from it to the
  /// exit, 0 if there is none.
  std::vector<unsigned> ToEnd;
};

} // namespace warplint::simulation

#endif // WARPLINT_ANALYSIS_SIMULATION_EXECUTEDPARTS_H
