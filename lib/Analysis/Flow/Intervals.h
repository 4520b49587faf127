//===--- Intervals.h - What lies between two barriers -*- C++ -*-===//
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
// the kernel's entry or a barrier, without passing another barrier.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_FLOW_INTERVALS_H
#define WARPLINT_ANALYSIS_FLOW_INTERVALS_H

#include "Analysis/Flow/FlowView.h"
#include "Analysis/Symbolic/InlinedCFG.h"
#include <vector>

namespace warplint {

/// A run of events of one node with no barrier inside.
struct IntervalStep {
  struct Edge {
    unsigned From = 0; ///< Index of a step.
    unsigned Arm = 0;  ///< Successor of its node that is taken.
  };
  const Node *At = nullptr;
  unsigned First = 0, Last = 0; ///< Events [First, Last) of the node.
  /// Ways here within the interval, those around a loop left out.
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
  Scope Cut = Scope::Block;     ///< Of the barriers that divide intervals.
  /// In an order in which what comes first is run first, loops aside; the
  /// first step follows the start.
  std::vector<IntervalStep> Steps;

  /// The step of \p E, null if it is not in this interval.
  const IntervalStep *find(const Event &E) const;
  /// A thread can run step \p To after step \p From; with \p Around also by way
  /// of another round of a loop.
  bool leads(unsigned From, unsigned To, bool Around) const;
};

/// True for operations after which every thread of the block has seen what was
/// before them, and for calls that may hold such an operation.
bool separatesIntervals(const Event &E, Scope S);

/// A path without a barrier of the block leads from one event to the other, in
/// either order. Events of one node are told apart by their position. At warp
/// scope warp barriers divide intervals too.
bool mayShareInterval(const FlowView &View, const Event &A, const Event &B,
                      Scope S);

/// \p E ends an interval of the threads of one \p S.
bool cutsInterval(const Event &E, Scope S);

/// The intervals of all threads of one \p S: warp barriers cut at warp scope,
/// only barriers of the grid cut at grid scope.
std::vector<Interval> intervalsOf(const InlinedCFG &P, const FlowView &View,
                                  Scope S);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_FLOW_INTERVALS_H
