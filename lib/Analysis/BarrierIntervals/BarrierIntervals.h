//===--- BarrierIntervals.h - Code between two barriers ---------*- C++ -*-===//
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
// barriers count depends on the two threads: a barrier of a warp orders the
// lanes of that warp only, and `bar.sync 1, 64` orders the two warps that
// execute it, but no third one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERINTERVALS_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERINTERVALS_H

#include "Analysis/BarrierIntervals/BarrierSet.h"
#include "Analysis/BarrierIntervals/LoopBarriers.h"
#include "Analysis/Dataflow/BranchCorrelation.h"
#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <optional>
#include <vector>

namespace warplint {

/// What must be known of two threads to decide which barriers order their
/// accesses.
struct ThreadPair {
  ThreadPair(Scope Common = Scope::Block, const BarrierSet *NotShared = nullptr,
             const BarrierSet *Wider = nullptr)
      : Common(Common), NotShared(NotShared), Wider(Wider) {}

  Scope Common; ///< The smallest scope with both threads in it.
  /// Barriers in which the two threads are known not to take part both (see
  /// BarrierGroups), or that are looked at as if they were not there; null: no
  /// such barrier is known. Not owned.
  const BarrierSet *NotShared;
  /// Barriers of a smaller scope that separate the two threads all the same,
  /// by what the program does before them; null: none is known. Not owned.
  const BarrierSet *Wider;
};

/// Whether \p E may order what one of \p Threads does before \p E with what the
/// other does after it. For a synchronization the model decides
/// (`separationOf`); a barrier counts unless it is in ThreadPair::NotShared.
/// True for a call whose body is unknown.
bool maySeparate(const Event &E, ThreadPair Threads);

/// Which events two threads may execute in one interval. The first question
/// about a node walks over the nodes after it; later questions about that node
/// are looked up.
class CommonIntervals {
public:
  /// Without \p Evolution, all paths of \p View count. With them, infeasible
  /// paths are left out: by the values of loop variables in first iterations
  /// (LoopEvolution::mayTakeInFirst), by what one iteration decides for the
  /// next (NextIterations), and by the values that edges bring into joins
  /// (BranchCorrelation). \p Entered, if not null, are headers: all threads
  /// that reach one run an iteration of its loop. All references and pointers
  /// must outlive this.
  CommonIntervals(const CfgView &View, ThreadPair Threads,
                  const LoopEvolution *Evolution = nullptr,
                  const LoopHeaders *Entered = nullptr);

  /// Whether a path without an event that maySeparate() the threads leads from
  /// \p A to \p B or from \p B to \p A.
  bool mayHold(const Event &A, const Event &B) const {
    return leads(A, B) || leads(B, A);
  }
  /// Whether such a path leads from \p From to \p To.
  bool leads(const Event &From, const Event &To) const;

private:
  unsigned separatorFrom(const Node &N, unsigned Position) const;
  const llvm::BitVector &behind(const Node &N) const;

  const Node *anewAt(const Node &To, const Node &From, const Node *Anew) const;
  bool mustEnterAt(const Node &To, const Node &From) const;

  const CfgView &View;
  ThreadPair Threads;
  const LoopEvolution *Evolution;
  const LoopHeaders *Entered;
  /// Nullopt without `Evolution`.
  std::optional<BranchCorrelation> Decisions;
  /// By Node::id() and the position in the node, the position of the next event
  /// that may separate, or the number of events; empty until it is asked for.
  mutable std::vector<std::vector<unsigned>> Separators;
  /// By Node::id(), the nodes that paths from the end of the node reach; empty
  /// until it is asked for.
  mutable std::vector<llvm::BitVector> Behind;
};

/// Consecutive events of one node without a barrier between them.
struct IntervalStep {
  struct Edge {
    unsigned From = 0;      ///< Index in Interval::Steps.
    unsigned Successor = 0; ///< Index in Node::successors() of its node.
  };
  const Node *At = nullptr;
  unsigned First = 0, Last = 0; ///< Events [First, Last) of the node.
  /// The header of the largest loop around the interval's start that the path
  /// has left and entered again, by an iteration of an outer loop, and is still
  /// in. The variables of that loop have started again. Null: no such loop.
  const Node *Anew = nullptr;
  /// Edges to this step within the interval, except back edges.
  llvm::SmallVector<Edge, 2> From;
  /// Indices of the steps with a back edge to this one, within the interval.
  llvm::SmallVector<unsigned, 1> Back;
  bool isLoopHead() const { return !Back.empty(); }

  bool holds(const Event &E) const {
    return E.At == At && &E >= At->Events.data() + First &&
           &E < At->Events.data() + Last;
  }
};

/// All events that can run after one barrier and before the next. Steps are
/// named by their index in `Steps`.
struct Interval {
  const Event *Start = nullptr; ///< The barrier; null for the kernel's entry.
  ThreadPair Threads;           ///< The threads whose barriers count.
  /// In topological order without back edges; the first step follows `Start`.
  std::vector<IntervalStep> Steps;

  /// The first step that holds \p E; null if \p E is not in this interval.
  const IntervalStep *find(const Event &E) const;
  /// Whether a path leads from step \p From to step \p To, which may be one
  /// step. Paths over back edges count only with \p Around.
  bool leads(unsigned From, unsigned To, bool Around) const;
  /// The steps from which a path without back edges leads to \p To, without
  /// \p To itself, in the order of `Steps`.
  std::vector<unsigned> stepsBefore(unsigned To) const;

  /// The headers of the loops of which \p Step is the header, the source of a
  /// back edge, or the only predecessor of such a source.
  llvm::ArrayRef<unsigned> loopsAt(unsigned Step) const;
  /// Whether \p Step lies in the loop with header \p Head, after \p Head: a
  /// path without other back edges leads from it to a back edge of that loop.
  bool reachesBackEdge(unsigned Step, unsigned Head) const;

private:
  /// Results of leads(), by `From` and `Around`.
  mutable std::map<std::pair<unsigned, bool>, std::vector<bool>> Behind;
  /// Results of loopsAt(), by step; empty until it is asked for.
  mutable std::vector<llvm::SmallVector<unsigned, 1>> Loops;
  /// Results of reachesBackEdge(), by header.
  mutable std::map<unsigned, llvm::BitVector> Bodies;
};

/// A budget for the steps of all intervals of a kernel together. Where barriers
/// stand in loops that may run no iteration, each interval holds most of the
/// kernel, so that the total is quadratic.
struct IntervalLimit {
  uint64_t Steps = UINT64_MAX; ///< How many more steps may be made.
  unsigned LeftOut = 0;        ///< Intervals not made for want of steps.
};

/// The intervals of two threads: one from the kernel's entry and one from each
/// event that maySeparate() them. An interval ends at every such event, and
/// does not go past a loop that is known to run one. The second form counts its
/// steps in \p Limit and makes no more intervals once they are used up.
std::vector<Interval> intervalsOf(const InlinedCFG &P, const CfgView &View,
                                  const LoopBarriers &Iterations,
                                  ThreadPair Threads);
std::vector<Interval> intervalsOf(const InlinedCFG &P, const CfgView &View,
                                  const LoopBarriers &Iterations,
                                  ThreadPair Threads, IntervalLimit &Limit);

/// The intervals from each arrival at a split barrier (`barrier.cluster.arrive`
/// and the like) in which both threads take part. Waits do not end them, since
/// a wait orders only what was done before the arrivals; the next arrival does.
std::vector<Interval> splitIntervalsOf(const InlinedCFG &P, const CfgView &View,
                                       const LoopBarriers &Iterations,
                                       ThreadPair Threads,
                                       IntervalLimit &Limit);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERINTERVALS_H
