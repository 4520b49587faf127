//===--- Ordering.h - Memory order between two accesses ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether everything that a thread or its block did before one operation is
// ordered before another operation, by PTX's memory model: by a fence of
// sufficient scope in the thread, or by a barrier that extends the order to
// another thread of the block, with a fence on either side of it (PTX ISA,
// "Release and Acquire Patterns", "Causality Order"; CUDA Programming Guide,
// "Memory Fence Functions").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_ORDERING_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_ORDERING_H

#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/Detectors/MemoryOrdering/ThreadGroups.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace warplint::memoryorder {

/// What lies between two operations on the worst path from the first to the
/// second.
struct Passage {
  bool Possible = false; ///< There is a path.
  bool Unfenced = false; ///< Some path has no fence of any scope.
  /// Some path has neither a fence nor a barrier.
  bool UnfencedInOneInterval = false;
  /// A fence of too small a scope, if there is no better one.
  const Event *Narrow = nullptr;
  /// A fence between the two that orders in the other direction only (an
  /// acquire before an announcement), if some path is unfenced; null if there
  /// is none.
  const Event *OneSided = nullptr;
  /// One thread executes the first operation and another one the second, and
  /// some path has no barrier to make the second thread wait.
  bool NotWaitedFor = false;
  /// A barrier of the warp would be enough for `NotWaitedFor`.
  bool WithinWarp = false;
};

/// Answers which order exists between operations of one kernel. Keeps its
/// answers.
class Ordering {
public:
  Ordering(const KernelFacts &Facts, const ThreadGroups &Threads);
  ~Ordering();

  /// The paths from \p From to \p To, for a handshake of threads of scope
  /// \p Needed. Paths through unknown calls count as ordered. Nothing if the
  /// kernel's budget is used up; its limits count that.
  std::optional<Passage> between(const Event &From, const Event &To,
                                 Scope Needed, Direction Toward) const;

private:
  /// The values of conditions that are known, ordered by the ids of terms.
  using Decisions = std::vector<std::pair<const Term *, bool>>;
  enum class Mode : uint8_t {
    OneThread,
    Relay,    ///< `First` executes up to a barrier, `Second` from there.
    NoBarrier ///< Any threads, without a barrier.
  };
  /// The parameters of a walk; equal ones share one walk.
  struct Task {
    const Event *From = nullptr;
    const Event *Stop = nullptr; ///< Paths end there; null if nowhere.
    Scope Needed = Scope::Grid;
    Direction Toward = Direction::Release;
    Mode How = Mode::OneThread;
    bool WithinWarp = false;
    const ThreadGroup *First = nullptr, *Second = nullptr;
    const Decisions *Given = nullptr;
    bool operator<(const Task &R) const;
  };
  /// The groups of threads that execute the two operations.
  struct Parties {
    llvm::SmallVector<const ThreadGroup *, 4> Both;
    /// Groups that execute only the access to data, and all groups that execute
    /// the signal.
    llvm::SmallVector<const ThreadGroup *, 4> Needy, Others;
    bool WithinWarp = false;
  };
  struct State;
  class Walk;

  const Decisions &decisionsFor(const Node &N) const;
  const Decisions &decisionsFor(const Event &From, const Event &To) const;
  const Decisions &decisionsOfThread(const Decisions &Common, const Event &From,
                                     const Event &To) const;
  const Parties &partiesOf(const Node &Own, const Node &Other) const;
  bool addPaths(Task Of, const Event &To, Passage &Found) const;

  const KernelFacts &Facts;
  const ThreadGroups &Threads;
  // All of these are looked up and never iterated.
  mutable llvm::DenseMap<const Node *, const Decisions *> DecisionsOfNode;
  mutable std::set<Decisions> KnownDecisions;
  mutable std::map<std::pair<unsigned, unsigned>, Parties> KnownParties;
  mutable std::map<Task, std::unique_ptr<Walk>> Walks;
  mutable StepBudget Steps;
};

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_ORDERING_H
