//===--- CopyProgress.h - Progress of asynchronous copies -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYPROGRESS_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYPROGRESS_H

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint::mbarriers {

/// The state of a copy on all paths to a point. The numbers between Committed
/// and Waited count commits of later groups.
enum CopyState : Typestate::State {
  Issued = 1,
  Committed = 2,
  PassedBy = 50, ///< Not committed at a wait.
  Waited = 100,
  WarpSynced = 101,
  Visible = 102, ///< Visible to the block, or unknown.
};

/// Typestate analysis of single copies, from where they are issued.
class CopyProgress {
public:
  explicit CopyProgress(const BarrierObjects &Objects)
      : Objects(Objects), Facts(Objects.facts()) {}

  Typestate follow(const Event &Copy) const;
  /// Nothing commits \p Copy, which needs a commit: waits for committed copies
  /// never wait for it.
  bool isNeverCommitted(const Event &Copy) const;
  /// A wait for committed copies lies between \p Copy and \p Access.
  bool passesBy(const Event &Copy, const Event &Access) const;

private:
  Typestate::State stepGroup(const Event &Copy, Typestate::State Now,
                             const Event &E) const;
  Typestate::State stepTracked(const Event &Copy, Typestate::State Now,
                               const Event &E) const;
  bool mayBeTracker(const Event &Copy, const Event &Wait) const;
  bool waitsForCommitted(const Event &Copy, const Event &E) const;
  bool countsGroups(const Event &Copy) const;
  bool isAwaitedByOthers(const Event &Copy, const Event &Meeting) const;
  bool commitsInCycle(AsyncGroup Group) const;

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  mutable llvm::DenseMap<unsigned, bool> CommitsInCycle; ///< By group.

  /// What is reached after a wait, before a barrier of the whole block.
  struct BehindWait {
    const Event *Wait;
    Typestate Paths;
    /// The last ones are of the whole block.
    std::vector<const Event *> Barriers;
  };
  const std::vector<BehindWait> &waits() const;
  mutable std::optional<std::vector<BehindWait>> Waits;
  /// Whether other threads have waited for a copy when threads meet at a
  /// barrier.
  mutable llvm::DenseMap<std::pair<const Event *, const Event *>, bool> Awaited;
};

/// The number of groups that \p Wait leaves pending; nothing if it is not
/// constant.
std::optional<int64_t> pendingAfter(const Event &Wait);

/// Some thread may execute both \p A and \p B.
bool mayBeOfOneThread(const BarrierObjects &Objects, const Event &A,
                      const Event &B);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYPROGRESS_H
