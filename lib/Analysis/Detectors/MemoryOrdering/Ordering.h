//===--- Ordering.h - What is ordered between two accesses -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether everything that a thread or its block did before one operation is
// ordered before another, as PTX's memory model has it: by a fence of enough
// scope in the thread, or by a barrier that hands the order on to another
// thread of the block, with a fence on either side of it (PTX ISA, "Release and
// Acquire Patterns", "Causality Order"; CUDA Programming Guide, "Memory Fence
// Functions").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_ORDERING_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_ORDERING_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Detectors/MemoryOrdering/ThreadGroups.h"
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace warplint {

enum class Direction : uint8_t {
  Release, ///< Before what announces.
  Acquire, ///< After what was announced.
};

/// What stands between two operations on the worst path from one to the other.
struct Passage {
  bool Possible = false; ///< There is a way at all.
  bool Unfenced = false; ///< On some path no fence of any scope.
  /// On some path without a fence no barrier either.
  bool UnfencedInOneInterval = false;
  /// A fence whose scope is too small, where there is no better one.
  const Event *Narrow = nullptr;
  /// A fence between the two that orders the other way only (one that acquires
  /// before an announcement), if there is one and some way is unfenced.
  const Event *OneSided = nullptr;
  /// A thread that does the first leaves it to another thread to do the second,
  /// and on some path no barrier makes that one wait.
  bool NotWaitedFor = false;
  /// A barrier of the warp would be enough for that.
  bool WithinWarp = false;
};

class Ordering {
public:
  Ordering(const KernelFacts &Facts, const ThreadGroups &Threads);
  ~Ordering();

  /// The paths from \p From to \p To for a handshake among threads of
  /// \p Needed. Paths through calls that are not seen count as ordered. Nothing
  /// if the budget of the kernel is used up, which is counted in its limits.
  std::optional<Passage> between(const Event &From, const Event &To,
                                 Scope Needed, Direction Toward) const;

private:
  /// What is known to hold, by condition, in the order of the terms' numbers.
  using Decisions = std::vector<std::pair<const Term *, bool>>;
  enum class Mode : uint8_t {
    OneThread,
    Relay,    ///< `First` up to a barrier, `Second` from there.
    NoBarrier ///< Whoever it is, without a barrier.
  };
  /// What a walk is about; walks that agree in it are one walk.
  struct Task {
    const Event *From = nullptr;
    const Event *Stop = nullptr; ///< Ways end there; null if nowhere.
    Scope Needed = Scope::Grid;
    Direction Toward = Direction::Release;
    Mode How = Mode::OneThread;
    bool WithinWarp = false;
    const ThreadGroup *First = nullptr, *Second = nullptr;
    const Decisions *Given = nullptr;
    bool operator<(const Task &R) const;
  };
  /// Who of the block does what, as far as groups of threads tell.
  struct Parties {
    llvm::SmallVector<const ThreadGroup *, 4> Both;
    /// Those that do only what data passes by, and all that signal.
    llvm::SmallVector<const ThreadGroup *, 4> Needy, Others;
    bool WithinWarp = false;
  };
  struct State;
  class Walk;

  const Decisions &decisionsFor(const Node &N) const;
  const Decisions &decisionsFor(const Event &From, const Event &To) const;
  bool needsSuccessor(const Node &Branch, unsigned Successor, const Event &From,
                const Node &To) const;
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

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_ORDERING_H
