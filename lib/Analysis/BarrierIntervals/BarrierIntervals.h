//===--- BarrierIntervals.h - What lies between two barriers -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers cut the execution of a block (of a warp, of the grid) into intervals
// (CUDA Programming Guide, "Synchronization Functions"; PTX ISA, "Memory
// Consistency Model", barriers as synchronization). Two accesses of different
// threads are unordered if both can be reached from one start of an interval,
// the kernel's entry or a barrier, without passing another barrier. Which
// barriers count depends on the two threads: a warp's orders its lanes only,
// and `bar.sync 1, 64` orders two warps that come to it, but no third one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERINTERVALS_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERINTERVALS_H

#include "Analysis/Dataflow/BranchCorrelation.h"
#include "Analysis/BarrierIntervals/FirstIterationSuccessors.h"
#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/BarrierIntervals/BarrierOnEveryIteration.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <optional>
#include <vector>

namespace warplint {

/// Barriers of which some threads of the scope are no part.
using BarrierSet = llvm::SmallSetVector<const Event *, 4>;

/// Two threads, as far as it decides who keeps their accesses apart.
struct ThreadPair {
  ThreadPair(Scope Common = Scope::Block, const BarrierSet *NotShared = nullptr)
      : Common(Common), NotShared(NotShared) {}

  Scope Common; ///< The smallest scope that holds both.
  /// Barriers that are known not to hold both, whatever else they hold (see
  /// BarrierGroups); null: none. Not owned.
  const BarrierSet *NotShared;
};

/// \p E may make one of the threads wait for what the other does before it:
/// what \p E does says the model (`separationOf`), and a call that is not seen
/// may do everything. Barriers for part of the block count unless they are
/// known not to hold both threads.
bool maySeparate(const Event &E, ThreadPair Threads);

/// Which events two threads may execute in one interval. The first question
/// about a node walks over what lies behind it; questions about the same node
/// are then looked up.
class SharedIntervals {
public:
  /// With \p Successors, paths into a loop go only where its first iteration may go; that
  /// of \p Entered, if it is not null, is known to have one. What an iteration has
  /// decided counts in the next, too, and so does what the paths into a join
  /// bring. Refers to all of them.
  SharedIntervals(const CfgView &View, ThreadPair Threads,
                  const FirstIterationSuccessors *Successors = nullptr,
                  const Node *Entered = nullptr);

  /// A path without an operation that may separate the threads leads from one
  /// to the other, in either order. Events of one node are told apart by their
  /// position.
  bool mayHold(const Event &A, const Event &B) const {
    return leads(A, B) || leads(B, A);
  }

private:
  bool leads(const Event &From, const Event &To) const;
  unsigned separatorFrom(const Node &N, unsigned Position) const;
  const llvm::BitVector &behind(const Node &N) const;

  const Node *anewAt(const Node &To, const Node &From, const Node *Anew) const;

  const CfgView &View;
  ThreadPair Threads;
  const FirstIterationSuccessors *Successors;
  const Node *Entered;
  /// Nothing without successors.
  std::optional<BranchCorrelation> Decisions;
  /// By the number of the node and the position in it, the position of the next
  /// operation that may separate, or the number of events; empty if nobody
  /// asked.
  mutable std::vector<std::vector<unsigned>> Separators;
  /// Nodes that paths come to from the end of a node, by its number; empty if
  /// nobody asked.
  mutable std::vector<llvm::BitVector> Behind;
};

/// A run of events of one node with no barrier inside.
struct IntervalStep {
  struct Edge {
    unsigned From = 0; ///< Index of a step.
    unsigned Successor = 0;  ///< Successor of its node that is taken.
  };
  const Node *At = nullptr;
  unsigned First = 0, Last = 0; ///< Events [First, Last) of the node.
  /// The head of the largest loop around the interval's start that control has
  /// come into anew, through a loop around that, and has not left since: what
  /// such a loop counts starts again there. Null if there is none.
  const Node *Anew = nullptr;
  /// Paths here within the interval, those around a loop left out.
  llvm::SmallVector<Edge, 2> From;
  /// Steps from which a loop that holds no barrier comes back here.
  llvm::SmallVector<unsigned, 1> Back;
  bool isLoopHead() const { return !Back.empty(); }

  bool holds(const Event &E) const {
    return E.At == At && &E >= At->Events.data() + First &&
           &E < At->Events.data() + Last;
  }
};

/// All that can run after one barrier and before the next.
struct Interval {
  const Event *Start = nullptr; ///< The barrier; null for the kernel's entry.
  ThreadPair Threads;           ///< Whose intervals these are.
  /// In an order in which what comes first is run first, loops aside; the
  /// first step follows the start.
  std::vector<IntervalStep> Steps;

  /// The first step of \p E, null if it is not in this interval.
  const IntervalStep *find(const Event &E) const;
  /// A thread can run step \p To after step \p From; with \p Around also by way
  /// of another iteration of a loop.
  bool leads(unsigned From, unsigned To, bool Around) const;
  /// The steps that a thread can run before \p To without another iteration of a
  /// loop, the first one first.
  std::vector<unsigned> stepsBefore(unsigned To) const;

  /// The heads of the loops that \p Step is the head of, comes back from, or
  /// alone leads to the step that does.
  llvm::ArrayRef<unsigned> loopsAt(unsigned Step) const;
  /// From \p Step, which stands behind \p Head, a thread can come back to \p
  /// Head for another iteration.
  bool comesBack(unsigned Step, unsigned Head) const;

private:
  /// Which steps the first one leads to, itself included; as far as asked.
  mutable std::map<std::pair<unsigned, bool>, std::vector<bool>> Behind;
  /// By step; empty if nobody asked.
  mutable std::vector<llvm::SmallVector<unsigned, 1>> Loops;
  /// By the head, the steps behind it that lead back to it; as far as asked.
  mutable std::map<unsigned, llvm::BitVector> Bodies;
};

/// How large the intervals of a kernel may be together: where barriers stand in
/// loops that may make no iteration, each holds most of the kernel.
struct IntervalLimit {
  uint64_t Steps = UINT64_MAX; ///< That may still be made.
  unsigned LeftOut = 0;        ///< Intervals that were not made for that.
};

/// The intervals of two such threads: whatever may separate them ends one.
std::vector<Interval> intervalsOf(const InlinedCFG &P, const CfgView &View,
                                  const BarrierOnEveryIteration &Iterations,
                                  ThreadPair Threads);
std::vector<Interval> intervalsOf(const InlinedCFG &P, const CfgView &View,
                                  const BarrierOnEveryIteration &Iterations,
                                  ThreadPair Threads, IntervalLimit &Limit);

/// What begins behind the arrival at a split barrier that both threads pass,
/// and does not end at its wait: the wait says only what was done before the
/// arrival.
std::vector<Interval> splitIntervalsOf(const InlinedCFG &P,
                                       const CfgView &View,
                                       const BarrierOnEveryIteration &Iterations,
                                       ThreadPair Threads,
                                       IntervalLimit &Limit);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERINTERVALS_H
