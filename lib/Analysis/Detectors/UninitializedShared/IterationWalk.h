//===--- IterationWalk.h - Walks that count a loop's iterations -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over a kernel that knows which loops cannot be passed by, where they
// go in their first iterations, and of one loop in which iteration it is: what stands
// before a point in a loop lies behind it in the next iteration, and behind the
// loop nobody is who has not run all iterations that the launch makes certain.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_ITERATIONWALK_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_ITERATIONWALK_H

#include "Analysis/KernelFacts/KernelLoops.h"
#include "Analysis/BarrierIntervals/FirstIterationSuccessors.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

class IterationWalk {
public:
  /// Counts the iterations of \p Counted, if it is not null.
  IterationWalk(const KernelFacts &Facts, const Loop *Counted)
      : Facts(Facts), Loops(Facts.get<KernelLoops>()),
        Successors(Facts.firstIterationSuccessors()), Counted(Counted) {}

  /// From before event \p First of \p Start on, which is in the first iteration of
  /// the loops around it. \p Stops is asked about each event, with the number
  /// of its iteration, counted from 0; the walk does not go past where it says so.
  void walk(const Node &Start, size_t First,
            llvm::function_ref<bool(const Event &, unsigned Iteration)> Stops);

  /// Some walk has come to \p E.
  bool reaches(const Event &E) const { return Events.count(&E); }
  /// Some walk has come to the start of \p N, from another node.
  bool enters(const Node &N) const;

private:
  /// The iterations before this one are told from each other, later ones are not:
  /// barriers stand in every iteration.
  static constexpr unsigned MaxTripCount = 2;
  struct Point {
    const Node *At;
    size_t Event;
    bool IsAgain;   ///< From within the loop that the node is the head of.
    unsigned Iteration; ///< Of the loop that is counted; 0 outside of it.
    bool IsFirst;   ///< No loop has been in its second iteration yet.
  };
  /// A node, with an iteration and whether that is a first one.
  using Place = std::pair<const Node *, unsigned>;
  static Place placeOf(const Point &P) {
    return {P.At, P.Iteration * 2 + P.IsFirst};
  }
  bool mayTake(const Point &Here, const Node &Next) const;
  bool mustEnter(const Point &Here) const;
  unsigned iterationAt(const Node &Next, const Point &From, bool IsAgain) const;

  const KernelFacts &Facts;
  const KernelLoops &Loops;
  const FirstIterationSuccessors &Successors;
  const Loop *Counted;
  // Looked up, never iterated.
  llvm::DenseSet<const Event *> Events;
  llvm::DenseSet<Place> Entered, HeadsAgain;
};

/// What threads come to before the first of them is past a barrier of the block
/// that comes behind a read.
class InTime {
public:
  /// \p Counted: see IterationWalk.
  InTime(const KernelFacts &Facts, const Event &Read, const Loop *Counted);

  /// The read is, in the first iteration. Not where no work is left for looking.
  bool isReached() const { return IsReached; }
  bool reaches(const Event &E) const { return Before.reaches(E); }
  bool enters(const Node &N) const { return Before.enters(N); }
  /// Of what is reached: whoever comes to it has read before.
  bool isLater(const Event &E) const { return !Alone.reaches(E); }

private:
  IterationWalk Before, Alone;
  bool IsReached = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_ITERATIONWALK_H
