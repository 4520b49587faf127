//===--- IterationWalk.h - Reachability by iteration ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reachability in a kernel that distinguishes iterations: which loops must be
// entered, which branches their first iterations take, and, for one loop, the
// number of the iteration. What precedes a point in a loop follows it in the
// next iteration, and only threads that have executed all iterations that the
// launch makes certain get past the loop.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_ITERATIONWALK_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_ITERATIONWALK_H

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint::uninitialized {

/// Walks over one kernel, which add to what has been reached.
class IterationWalk {
public:
  /// Counts the iterations of \p Counted, if it is not null.
  IterationWalk(const KernelFacts &Facts, const Loop *Counted)
      : Facts(Facts), AllLoops(Facts.loops()), Counted(Counted) {}

  /// Walks from before event \p First of \p Start, which is in the first
  /// iteration of the loops around it. \p Stops is called for each event with
  /// the number of its iteration, counted from 0; the walk ends where it
  /// returns true.
  void walk(const Node &Start, size_t First,
            llvm::function_ref<bool(const Event &, unsigned Iteration)> Stops);

  /// Some walk has reached \p E.
  bool reaches(const Event &E) const { return Events.count(&E); }
  /// Some walk has reached the start of \p N, from another node.
  bool enters(const Node &N) const { return Nodes.contains(&N); }

private:
  /// Iterations from this one on are not distinguished: barriers are in every
  /// iteration.
  static constexpr unsigned IterationsApart = 2;
  struct Point {
    const Node *At;
    size_t Event;
    /// Reached from within the loop of which the node is the head.
    bool IsAgain;
    unsigned Iteration; ///< Of the counted loop; 0 outside of it.
    bool IsFirst;       ///< No loop has reached its second iteration yet.
  };
  /// A node, and all of the point but the event.
  using Place = std::pair<const Node *, unsigned>;
  static Place placeOf(const Point &P) {
    return {P.At, P.Iteration * 4 + P.IsFirst * 2 + P.IsAgain};
  }
  bool mayTake(const Point &Here, const Node &Next) const;
  bool mustEnter(const Point &Here) const;
  unsigned iterationAt(const Node &Next, const Point &From, bool IsAgain) const;

  const KernelFacts &Facts;
  const Loops &AllLoops;
  const Loop *Counted;
  // Looked up, never iterated.
  llvm::DenseSet<const Event *> Events;
  llvm::DenseSet<const Node *> Nodes;
  llvm::DenseSet<Place> Entered;
};

/// What threads reach before any of them has passed a barrier of the block
/// after a read.
class InTime {
public:
  /// \p Counted: see IterationWalk.
  InTime(const KernelFacts &Facts, const Event &Read, const Loop *Counted);

  /// The first iteration reaches the read. False also if the work budget is
  /// used up.
  bool isReached() const { return IsReached; }
  bool reaches(const Event &E) const { return Before.reaches(E); }
  bool enters(const Node &N) const { return Before.enters(N); }
  /// \p E, which is reached, is only reached by threads that have read before.
  bool isLater(const Event &E) const { return !Alone.reaches(E); }

private:
  IterationWalk Before, Alone;
  bool IsReached = false;
};

/// Decides whether anything is written before a read.
class FirstReads {
public:
  explicit FirstReads(const KernelFacts &Facts) : Facts(Facts) {}

  /// No thread can have written before the first one reaches \p Read, in the
  /// first iteration: neither one of \p Writes, nor in \p HiddenWrites.
  /// Iterations of \p Counted, which may be null, are distinguished: what
  /// precedes the read in the loop follows it in the next iteration.
  bool precedesWrites(const Event &Read, llvm::ArrayRef<const Event *> Writes,
                      llvm::ArrayRef<const Node *> HiddenWrites,
                      const Loop *Counted);

private:
  const KernelFacts &Facts;
  /// What is reached before any barrier of the block, by the loop whose
  /// iterations are counted. Looked up, never iterated.
  llvm::DenseMap<const Loop *, std::unique_ptr<IterationWalk>> UntilBarrier;
};

} // namespace warplint::uninitialized

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_ITERATIONWALK_H
