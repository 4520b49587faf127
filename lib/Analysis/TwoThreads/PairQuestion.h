//===--- PairQuestion.h - What is asked of two accesses ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_PAIRQUESTION_H
#define WARPLINT_ANALYSIS_TWOTHREADS_PAIRQUESTION_H

#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/LaunchScenarios/Assumptions.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Participation/PeerOperations.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace warplint {

class GroupPairs;

/// An access at its step of an interval.
struct IntervalAccess {
  const Event *Access;
  unsigned Step;
  MemorySpace Space; ///< That it accesses.
  /// Whose shared memory, where it is another block's of the cluster.
  std::optional<PeerPlace> Peer = std::nullopt;
};

/// Thread 1 makes the first access, thread 2 the second.
struct PairQuestion {
  ThreadRelation Relation;
  Scope Sharing; ///< What is uniform here is the same in both threads.
  const Interval *In;
  IntervalAccess First, Second;
  const LaunchExtents *Launch; ///< Has no unknown extents.
  /// The launch is one that the unit or the user tells of.
  bool BlockIsKnown = false;
  /// Of threads that no barrier of part of the block brings together; null:
  /// of any.
  const GroupPairs *Groups = nullptr;
  const LaunchConstraint *Said = nullptr; ///< See LaunchScenario.
  bool AnyBound = false;            ///< See AssumedSizes.
};

/// Why it stays open whether a pair races.
enum class Undecided : uint8_t {
  WorkLimit,    ///< The kernel has taken too much work.
  PairLimit,    ///< The kernel has too many pairs.
  QueryLimit,   ///< The kernel has asked the solver too often.
  SolverSteps,  ///< The solver ran out of steps.
  Unbounded,    ///< A value has no bounds that the solver could use.
  UnknownGroup, ///< It is not known who comes to a named barrier, which counts
                ///< for the whole block.
  PeersTalk,    ///< Blocks of a cluster may tell each other how far they are.
  NoLaunch      ///< No launch tried is one that the kernel is made for.
};
inline constexpr unsigned UndecidedKinds = unsigned(Undecided::NoLaunch) + 1;

/// Whether the two threads of a question race.
struct PairVerdict {
  enum class Kind : uint8_t { Disjoint, Races, Open };
  Kind K = Kind::Disjoint;
  Undecided Why = Undecided::SolverSteps; ///< If it is open.
  /// If the two are apart only as far as this holds.
  std::optional<Assumption::Kind> If = std::nullopt;
  /// They are apart because no thread ever comes to one of the accesses.
  bool NobodyComes = false;
};

/// Loads of the kernel, in the order in which they were met.
using LoadSet = llvm::SmallSetVector<const Term *, 4>;

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_PAIRQUESTION_H
