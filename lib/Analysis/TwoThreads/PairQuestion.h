//===--- PairQuestion.h - Question whether two accesses race ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_PAIRQUESTION_H
#define WARPLINT_ANALYSIS_TWOTHREADS_PAIRQUESTION_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/LaunchScenarios/AssumedSizes.h"
#include "Analysis/Participation/PeerOperations.h"
#include "Analysis/TwoThreads/Undecided.h"
#include "Assumptions/Evidence.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace warplint::launches {
struct LaunchConstraint;
} // namespace warplint::launches

namespace warplint::races {
class GroupPairs;
} // namespace warplint::races

namespace warplint::twothreads {

/// An access, and the step of the interval that makes it.
struct IntervalAccess {
  const Event *Access;
  unsigned Step;
  MemorySpace Space; ///< The memory that is accessed.
  /// The block of the cluster whose shared memory is accessed, if it is not the
  /// thread's own.
  std::optional<participation::PeerPlace> Peer = std::nullopt;
};

/// Whether two threads race: thread 1 makes the first access, thread 2 the
/// second.
struct PairQuestion {
  ThreadRelation Relation;
  Scope Sharing; ///< Values uniform here are the same in both threads.
  const Interval *In;
  IntervalAccess First, Second;
  const LaunchExtents *Launch; ///< Has no unknown extents.
  /// The block's extents come from the translation unit or from the user.
  bool BlockIsKnown = false;
  /// If not null, only threads that no barrier of a part of the block orders
  /// are considered.
  const races::GroupPairs *Groups = nullptr;
  const launches::LaunchConstraint *Said = nullptr; ///< See Scenario.
  bool AnyBound = false;                            ///< See AssumedSizes.
};

/// The answer to a PairQuestion.
struct PairVerdict {
  enum class Kind : uint8_t { Disjoint, Races, Open };
  Kind K = Kind::Disjoint;
  Undecided Why = Undecided::SolverSteps; ///< If K is Open.
  /// Unless empty, there is no race only as far as these assumptions hold.
  Evidence RestsOn = {};
  /// There is no race because no thread reaches one of the accesses.
  bool IsUnreached = false;
  /// There may be none only because of what the two threads store.
  bool ByValue = false;
};

/// Loads of the kernel, in the order in which the search met them.
using LoadSet = llvm::SmallSetVector<const Term *, 4>;

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_PAIRQUESTION_H
