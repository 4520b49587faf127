//===--- SyncTimeline.h - Barrier intervals for a reader --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The barrier intervals of a kernel for a reader: the accesses to an object in
// each, what arrives or waits there, and which threads do so. No verdict rests
// on it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYNCTIMELINE_SYNCTIMELINE_H
#define WARPLINT_ANALYSIS_SYNCTIMELINE_SYNCTIMELINE_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Participation/Executions.h"
#include <map>
#include <tuple>
#include <vector>

namespace warplint::timeline {

/// What a timeline shows.
struct TimelineQuestion {
  ThreadPair Threads; ///< The pair of threads whose intervals are shown.
  /// Objects whose accesses are shown, as roots of their addresses.
  llvm::SmallVector<const Term *, 2> Objects;
  /// An address and the values of its indices, outermost first: the element
  /// that is asked about. Null if none is.
  const Term *Element = nullptr;
  llvm::ArrayRef<int64_t> Indices;
  /// Events that are always shown.
  llvm::SmallVector<const Event *, 2> Wanted;
  /// The interval that is always shown, by its start: a barrier, or null for
  /// the kernel's entry; nothing if there is none.
  std::optional<const Event *> Opening;
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
};

/// First and last rank of consecutive threads.
using RankRun = std::pair<int64_t, int64_t>;
using RankRuns = std::vector<RankRun>;

/// Threads that reach the same events.
struct TimelineRole {
  participation::Execution::Kind Who = participation::Execution::Kind::Unknown;
  RankRuns Ranks; ///< If Who is Some.
  /// The nearest divergent branch that these threads or blocks depend on; null
  /// if there is none.
  const Node *Branch = nullptr;

  bool operator==(const TimelineRole &R) const {
    return std::tie(Who, Ranks, Branch) == std::tie(R.Who, R.Ranks, R.Branch);
  }
};

/// An event in an interval.
struct TimelineStep {
  const Event *At = nullptr;
  unsigned Role = 0; ///< Index in SyncTimeline::Roles.
  /// Lies in a later iteration of the loop in which the interval begins.
  bool NextIteration = false;
  /// Threads of the role that access the element of the question; nothing if
  /// unknown.
  std::optional<RankRuns> Touching;
};

/// A barrier interval.
struct TimelineInterval {
  std::optional<TimelineStep> Opening; ///< Nothing for the kernel's entry.
  std::vector<TimelineStep> Steps;     ///< In the order of the source.
  std::vector<TimelineStep> Closings;  ///< The barriers that may end it.
  bool EndsKernel = false;
  unsigned LeftOut = 0; ///< Number of steps that are not shown.
};

struct SyncTimeline {
  std::vector<TimelineRole> Roles;
  std::vector<TimelineInterval> Intervals; ///< In the order of the source.
  unsigned LeftOut = 0; ///< Number of intervals that are not shown.
};

/// The timelines of one kernel. A fact of it (KernelFacts::get), which keeps
/// what several timelines have in common.
class SyncTimelines {
public:
  explicit SyncTimelines(const KernelFacts &Facts) : Facts(Facts) {}

  SyncTimeline of(const TimelineQuestion &Asked) const;

private:
  friend class TimelineBuilder;
  const std::vector<Interval> &intervals(Scope Cut) const;
  /// The number of intervals of \p Cut for which no budget was left, once
  /// `intervals` was asked for them.
  unsigned leftOut(Scope Cut) const { return LeftOut.at(Cut); }
  /// The threads that reach \p N in a block of \p BlockDim; \p Cut is the scope
  /// of the barriers that bound intervals.
  const TimelineRole &
  role(const Node &N, const std::array<int64_t, 3> &BlockDim, Scope Cut) const;

  const llvm::SmallVector<const Term *, 2> &roots(const Term *Address) const;
  /// The index of \p E among all events of the kernel in source order.
  unsigned place(const Event &E) const;
  /// The intervals of \p Cut, as ascending indices, that begin or end with an
  /// event, or that contain it or an access to an object.
  llvm::ArrayRef<unsigned> holding(const void *EventOrRoot, Scope Cut) const;

  const KernelFacts &Facts;
  // Looked up, never iterated.
  mutable llvm::DenseMap<const Event *, unsigned> Places;
  using Holders = llvm::DenseMap<const void *, std::vector<unsigned>>;
  mutable std::map<Scope, Holders> HoldersOf;
  mutable std::map<Scope, std::vector<Interval>> Intervals;
  mutable std::map<Scope, unsigned> LeftOut;
  mutable llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 2>>
      Roots;
  mutable std::map<std::tuple<unsigned, std::array<int64_t, 3>, Scope>,
                   TimelineRole>
      Roles;
};

} // namespace warplint::timeline

#endif // WARPLINT_ANALYSIS_SYNCTIMELINE_SYNCTIMELINE_H
