//===--- ThreadCopies.h - One interval, run by two threads -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether two threads meet at one address is asked over two copies of what one
// thread computes: thread and lane indices once per thread, what the threads
// agree on once for both. Values are followed through one interval only. What
// a variable holds when the interval starts is told by the loop that changes it
// (`first + rounds * step`, or the list of values it takes), by the branch that
// chose it, or is an unknown of its own.
//
// The launch is concrete: a shape that the unit shows, or one of the shapes
// that fit the kernel (LaunchShapes.h).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_RACES_THREADCOPIES_H
#define WARPLINT_ANALYSIS_RACES_THREADCOPIES_H

#include "Analysis/Flow/Intervals.h"
#include "Analysis/Races/QuerySpace.h"

namespace warplint {

/// One interval as one thread runs it.
class ThreadCopy {
public:
  /// \p Thread is 1 or 2.
  ThreadCopy(QuerySpace &Space, const Interval &Of, unsigned Thread);

  /// What must hold for the thread to come to step \p Step.
  const Term *reach(unsigned Step);
  /// The same, and that \p Under holds there; null: nothing more.
  const Term *reach(unsigned Step, const Term *Under);
  /// \p T as it is when step \p Step runs.
  Copied copy(const Term *T, unsigned Step);
  /// What must hold for \p Address to lie inside its object, null if nothing
  /// is known of that.
  const Term *inBounds(const Term *Address, uint32_t Bytes, unsigned Step);

private:
  static constexpr unsigned Before = ~0u; ///< "Step" of the interval's start.

  struct Way {
    const Term *Condition;
    Copied Value;
  };
  /// The values that variables of one loop take, round by round.
  struct Listing {
    std::vector<const Term *> Of;
    std::vector<std::vector<int64_t>> Rounds; ///< One value per variable.
    bool Repeats = false; ///< After the last round comes the first.
  };

  Copied compute(const Term *T, unsigned Step);
  Copied computeUnknown(const Term *T, unsigned Step);
  Copied computeBinary(const Term *T, unsigned Step);
  Copied computeOffset(const Term *T, unsigned Step);
  Copied phiAt(const Term *Phi, unsigned Step);
  Copied alongEdge(Copied Value, const IntervalStep::Edge &Edge);
  Copied define(const Term *Phi, unsigned Step);
  bool isFreeLoopOf(const Term *Phi, const IntervalStep &At);
  bool holdsBarrier(const Node &Head, const Node &Latch);
  Copied before(const Term *Phi);
  Copied chosenBefore(const Term *Phi);
  Copied loopValue(const Term *Phi, Copied First, const Term *Rounds,
                   unsigned Step);
  const Term *stepOf(const Term *Phi, Copied First, unsigned Step);
  std::optional<Copied> listed(const Term *Phi, const Term *Rounds,
                               unsigned Step);
  std::optional<ValueList> valuesOf(const Term *Phi);
  std::optional<int64_t> valueWith(const Term *T, const Term *Phi,
                                   int64_t Value);
  const Listing &listingAt(const Node &Head, unsigned Step);
  bool simulate(Listing &List, llvm::ArrayRef<int64_t> First, unsigned Step,
                std::vector<const Term *> &Failed);
  Copied firstOf(const Term *Phi, unsigned Step);
  Copied merge(llvm::ArrayRef<Way> Ways, const Term *For);
  bool growsSteadily(const Node &Head) const;
  const Term *edgeTaken(const IntervalStep::Edge &Edge, unsigned Step);
  const Term *wayTaken(const IntervalStep::Edge &Edge, unsigned Step);
  const Term *armTaken(const Node &Branch, unsigned Arm, unsigned Step);
  const Term *startCondition();
  bool isInside(const Node &Loop);
  bool isUniform(const Term *T) const;
  bool isRegional(const Term *T);
  Copied number(const Term *T) const { return {T, nullptr}; }
  const Term *number(int64_t V) { return Space.terms().constant(V); }

  QuerySpace &Space;
  const Interval &Of;
  unsigned Thread;
  const Evaluation &Values;
  llvm::DenseMap<const Node *, unsigned> FirstSteps;
  using Memory = llvm::DenseMap<std::pair<const Term *, unsigned>, Copied>;
  Memory Known;
  Memory *Remembered = &Known;
  llvm::DenseMap<const Term *, Copied> Assumed;
  llvm::DenseMap<const Term *, bool> Regional;
  llvm::DenseMap<unsigned, const Term *> Reached;
  llvm::DenseMap<const Node *, bool> Inside, WithBarrier;
  std::map<std::pair<const Node *, unsigned>, Listing> Listings;
  llvm::DenseSet<std::pair<const Term *, unsigned>> UnderWay;
  llvm::DenseSet<const Term *> Enumerating;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_RACES_THREADCOPIES_H
