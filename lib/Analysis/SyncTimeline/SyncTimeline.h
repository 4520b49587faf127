//===--- SyncTimelines.h - What happens between which barriers -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The barrier intervals of a kernel for a reader: what touches an object in
// each, what arrives or waits there, and which threads do it. Nothing is
// decided here and nothing rests on it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYNCTIMELINE_SYNCTIMELINE_H
#define WARPLINT_ANALYSIS_SYNCTIMELINE_SYNCTIMELINE_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Participation/Executions.h"
#include <map>
#include <tuple>
#include <vector>

namespace warplint {

/// What a map is about.
struct TimelineQuestion {
  ThreadPair Threads; ///< Whose intervals.
  /// Objects whose accesses are shown, as roots of their addresses.
  llvm::SmallVector<const Term *, 2> Objects;
  /// An address, and the values of its indices, outermost first: the element
  /// that is asked about. Null: none.
  const Term *Element = nullptr;
  llvm::ArrayRef<int64_t> Indices;
  /// Events that are shown whatever else is left out.
  llvm::SmallVector<const Event *, 2> Wanted;
  /// Start of the interval that is shown whatever else is left out: the
  /// barrier, or null for the kernel's entry; nothing if there is none.
  std::optional<const Event *> Opening;
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
};

/// First and last rank of threads that stand side by side.
using RankRun = std::pair<int64_t, int64_t>;
using RankRuns = std::vector<RankRun>;

/// Threads that come to the same places.
struct TimelineRole {
  Execution::Kind Who = Execution::Kind::Unknown;
  RankRuns Ranks; ///< Of Some.
  /// The nearest branch that keeps threads or blocks apart; null if none does.
  const Node *Branch = nullptr;

  bool operator==(const TimelineRole &R) const {
    return std::tie(Who, Ranks, Branch) == std::tie(R.Who, R.Ranks, R.Branch);
  }
};

struct TimelineStep {
  const Event *At = nullptr;
  unsigned Role = 0; ///< Index in SyncTimeline::Roles.
  /// Lies in a later iteration of the loop that the interval begins in.
  bool NextIteration = false;
  /// Threads of the role that touch the element in question; nothing where that
  /// is not known.
  std::optional<RankRuns> Touching;
};

struct TimelineInterval {
  std::optional<TimelineStep> Opening; ///< Nothing: the kernel's entry.
  std::vector<TimelineStep> Steps;     ///< In the order of the source.
  std::vector<TimelineStep> Closings;  ///< What may end it.
  bool EndsKernel = false;
  unsigned LeftOut = 0; ///< Steps.
};

struct SyncTimeline {
  std::vector<TimelineRole> Roles;
  std::vector<TimelineInterval> Intervals; ///< In the order of the source.
  unsigned LeftOut = 0;               ///< Intervals.
};

/// Maps of one kernel: a fact (KernelFacts::get). What they share is computed
/// once.
class SyncTimelines {
public:
  explicit SyncTimelines(const KernelFacts &Facts) : Facts(Facts) {}

  SyncTimeline of(const TimelineQuestion &Asked) const;

private:
  friend class TimelineBuilder;
  const std::vector<Interval> &intervals(Scope Cut) const;
  /// Who comes to \p N in a block of \p BlockDim; \p Cut is the scope of the
  /// barriers that bound intervals.
  const TimelineRole &role(const Node &N, const std::array<int64_t, 3> &BlockDim,
                      Scope Cut) const;

  const llvm::SmallVector<const Term *, 2> &roots(const Term *Address) const;
  /// Where \p E stands among all events of the kernel, in the source's order.
  unsigned place(const Event &E) const;
  /// The intervals of \p Cut, by their numbers in order, that begin or end with
  /// an event, or that hold an access or one to an object.
  llvm::ArrayRef<unsigned> holding(const void *EventOrRoot, Scope Cut) const;

  const KernelFacts &Facts;
  // Looked up, never iterated.
  mutable llvm::DenseMap<const Event *, unsigned> Places;
  using Holders = llvm::DenseMap<const void *, std::vector<unsigned>>;
  mutable std::map<Scope, Holders> HoldersOf;
  mutable std::map<Scope, std::vector<Interval>> Intervals;
  mutable llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 2>>
      Roots;
  mutable std::map<std::tuple<unsigned, std::array<int64_t, 3>, Scope>, TimelineRole>
      Roles;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYNCTIMELINE_SYNCTIMELINE_H
