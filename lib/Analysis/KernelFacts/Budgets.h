//===--- Budgets.h - How much work a kernel is worth ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All budgets of the analysis of one kernel, in one place. None is in seconds:
// one input has one answer on every machine. What a budget cuts off is counted
// in Limits. The figures are in Budgets.cpp and in docs/limitations.md.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_BUDGETS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_BUDGETS_H

#include "Analysis/KernelIR/InlinedCFG.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace warplint {

/// How much work a user finds a kernel worth.
enum class EffortLevel : uint8_t { Low, Normal, High };

/// "low", "normal" or "high"; nothing for other words.
std::optional<EffortLevel> effortLevelOf(llvm::StringRef Name);
llvm::StringRef nameOf(EffortLevel Effort);

struct Budgets {
  /// Of the whole kernel: terms that are made or looked up, statements that are
  /// evaluated, and whatever the budgets below count, each weighed so that a
  /// million takes a few tenths of a second at most.
  uint64_t Work;
  /// Of the instances of one template together. Beyond the first, an instance is
  /// left out if one of its shape was analysed; beyond the second, if its
  /// arguments choose nothing that others have not chosen (see InstanceShapes).
  uint64_t forRepeatedInstances() const { return Work / 4; }
  uint64_t forInstances() const { return Work / 2; }
  /// Of each instance beyond the second: most repeat what others have shown.
  Budgets ofFurtherInstance() const;
  /// Beside `Work`, for the checks, which tell what the search for races found.
  uint64_t forChecks() const { return Work / 8; }
  /// Steps of the intervals between barriers that are no part of the search.
  uint64_t forIntervals() const { return Work / 8; }
  InliningLimits Opening;
  /// Evaluations of one node of control flow before its values are taken for
  /// unsettled.
  unsigned VisitsPerNode;
  /// Early exits; kernels have a handful.
  unsigned EarlyExits;
  /// Nodes that one thread in one run, and all runs for one object, may pass
  /// where threads are followed on from early exits.
  unsigned ExitedThreadStepsOfThread, ExitedThreadSteps;
  /// Pairs of accesses with an ordinary query, and questions that the solver is
  /// asked about them.
  unsigned RacePairs, RaceQueries;
  /// Steps of the solver for one query, and for those of one kernel together.
  unsigned SolverStepsOfQuery, SolverSteps;
  /// Evaluations of one expression for guessing at values for one query, and for
  /// trying all of them; evaluations of an index for asking which elements a
  /// kernel writes.
  unsigned SearchSteps, EnumerationSteps, FootprintSteps;
  /// Operations that all pairs of signals between threads of one kind may look
  /// at, and combinations of a write and a read that they may try.
  uint64_t SignalSteps, SignalTests;
  /// Nodes and events that walks between a signal and its data may come to.
  uint64_t OrderSteps;
  /// Nodes, events and threads that pairs of reads of one location may look at.
  uint64_t RereadSteps;
  /// Nodes that walks from copies to accesses of the same memory may come to.
  uint64_t CopySteps;
  /// Situations that one walk from a use of lent memory may meet, and all of
  /// them together.
  unsigned StorageStepsOfWalk;
  uint64_t StorageSteps;

  static const Budgets &of(EffortLevel Effort);
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_BUDGETS_H
