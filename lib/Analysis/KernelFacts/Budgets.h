//===--- Budgets.h - Step budgets of a kernel's analysis --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All budgets of the analysis of one kernel. They count steps, never seconds,
// so that one input has one answer on every machine. Limits counts what a
// budget cuts off. The figures are in Budgets.cpp and in docs/limitations.md.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_BUDGETS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_BUDGETS_H

#include "Analysis/KernelIR/InlinedCFG.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace warplint {

/// The user's choice of how much work is spent on a kernel.
enum class EffortLevel : uint8_t { Low, Normal, High };

/// The level named "low", "normal" or "high"; nullopt for any other word.
std::optional<EffortLevel> effortLevelOf(llvm::StringRef Name);
/// The name that effortLevelOf() reads.
llvm::StringRef nameOf(EffortLevel Effort);

/// Upper bounds, in steps, on the parts of one kernel's analysis.
struct Budgets {
  /// Steps of the whole kernel: terms made or looked up, statements evaluated,
  /// and the steps of most budgets below, weighed so that a million steps take
  /// a few tenths of a second at most.
  uint64_t Work;
  /// Steps for all instances of one template together. Once they exceed
  /// forRepeatedInstances(), an instance is skipped if an instance of equal
  /// shape was seen. Once they exceed forInstances(), an instance is also
  /// skipped if its arguments make no new choice (see InstanceShapes).
  uint64_t forRepeatedInstances() const { return Work / 4; }
  uint64_t forInstances() const { return Work / 2; }
  /// The budgets of one instance after its template exceeded forInstances():
  /// smaller ones, since most such instances repeat what others have shown.
  Budgets ofFurtherInstance() const;
  /// Steps in addition to `Work` that the search for races leaves untouched, so
  /// that checks can still describe the races that were found.
  uint64_t forChecks() const { return Work / 8; }
  /// How many IntervalSteps one set of barrier intervals may have where it is
  /// built outside the pairwise search for races.
  uint64_t forIntervals() const { return Work / 8; }
  /// How far calls are inlined.
  InliningLimits Opening;
  /// Evaluations of one CFG node before the fixpoint is given up.
  unsigned VisitsPerNode;
  /// Early exits that Convergence looks at; kernels have a handful.
  unsigned EarlyExits;
  /// Where the writes of exited threads are simulated: nodes per run of one
  /// thread, and nodes in all runs for one object.
  unsigned ExitedThreadStepsOfThread, ExitedThreadSteps;
  /// Pairs of accesses that get an ordinary query, and queries to the solver
  /// about such pairs.
  unsigned RacePairs, RaceQueries;
  /// Steps of the solver per query, and for all queries of one kernel.
  unsigned SolverStepsOfQuery, SolverSteps;
  /// Evaluations of one expression per query in the witness search
  /// (`SearchSteps`) and in the enumeration of all values (`EnumerationSteps`);
  /// evaluations of an index to find which elements a kernel writes
  /// (`FootprintSteps`).
  unsigned SearchSteps, EnumerationSteps, FootprintSteps;
  /// Where signals between threads are paired: operations looked at per kind of
  /// handshake, and combinations of a write and a read that are tried in all.
  uint64_t SignalSteps, SignalTests;
  /// Nodes and events visited between signals and the data they publish.
  uint64_t OrderSteps;
  /// Nodes, events and threads looked at for pairs of reads of one location.
  uint64_t RereadSteps;
  /// Nodes visited between asynchronous copies and accesses of their memory.
  uint64_t CopySteps;
  /// States visited from one use of a collective's temporary storage, and from
  /// all such uses together.
  unsigned StorageStepsOfWalk;
  uint64_t StorageSteps;

  /// The budgets of \p Effort; the object lives until the program ends.
  static const Budgets &of(EffortLevel Effort);
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_BUDGETS_H
