//===--- CopyProgress.h - How far asynchronous copies have come -----------===//
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

namespace warplint {

/// How far a copy has come on all paths. Between Committed and Waited lie
/// commits of later groups.
enum CopyState : Typestate::State {
  Issued = 1,
  Committed = 2,
  PassedBy = 50, ///< Not committed when a wait came.
  Waited = 100,
  WarpSynced = 101,
  Visible = 102, ///< Or not known.
};

/// Follows single copies from where they are issued.
class CopyProgress {
public:
  explicit CopyProgress(const BarrierObjects &Objects)
      : Objects(Objects), Facts(Objects.facts()) {}

  Typestate follow(const Event &Copy) const;
  /// Nobody commits \p Copy, which a commit would have to follow: waits for
  /// what has been committed never wait for it.
  bool isNeverCommitted(const Event &Copy) const;
  /// A wait for what has been committed lies between \p Copy and \p Access.
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
  bool isBeforeCopy(const Event &Wait, const Event &Copy) const;
  bool commitsInCycle(AsyncGroup Group) const;

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  mutable llvm::DenseMap<unsigned, bool> CommitsInCycle; ///< By group.

  /// What comes behind a wait before the whole block meets.
  struct BehindWait {
    const Event *Wait;
    Typestate Paths;
    std::vector<const Event *> Barriers; ///< The last are of the whole block.
  };
  const std::vector<BehindWait> &waits() const;
  mutable std::optional<std::vector<BehindWait>> Waits;
  /// Whether others have waited for a copy where threads meet.
  mutable llvm::DenseMap<std::pair<const Event *, const Event *>, bool> Awaited;
};

/// How many groups \p Wait leaves pending; nothing if that is not constant.
std::optional<int64_t> pendingAfter(const Event &Wait);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPYPROGRESS_H
