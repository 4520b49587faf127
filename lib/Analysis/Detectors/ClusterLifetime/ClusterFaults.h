//===--- ClusterFaults.h - Lifetime of peers' shared memory -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory of a block can be accessed while the block exists: from the
// first barrier of the cluster that all blocks have reached until the block's
// last thread has exited (CUDA Programming Guide, "Distributed Shared Memory":
// all blocks must have started, and none may exit before the operations on its
// shared memory are done). Barriers of the cluster or wider scopes guarantee
// that; where peers synchronize in other ways, by mbarriers or flags, nothing
// is reported.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERFAULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERFAULTS_H

#include "Analysis/Detectors/ClusterLifetime/ClusterArrivals.h"
#include "Analysis/Participation/PeerOperations.h"

namespace clang {
class Stmt;
} // namespace clang

namespace warplint {
class KernelFacts;
struct Event;
} // namespace warplint

namespace warplint::clusters {

/// An operation on a peer that may not exist.
struct ClusterFault {
  enum class Kind : uint8_t {
    PeerMayHaveLeft, ///< A block may exit while others access its memory.
    /// A block may exit while its own copy reads its memory. An H200 waits for
    /// the copy; there is no other fault.
    SenderMayLeave,
    PeerNotStarted, ///< Nothing guarantees that the peer has started.
    /// An arrival at a peer does not order `Write` before it.
    ArrivalTooNarrow,
  };
  Kind K = Kind::PeerMayHaveLeft;
  participation::PeerOperation Operation;
  /// Of PeerMayHaveLeft and SenderMayLeave: the `return` by which a block
  /// exits; null if it reaches the end of the kernel.
  const clang::Stmt *Return = nullptr;
  /// Of PeerMayHaveLeft: the operation lies between the two halves of this
  /// barrier.
  const Event *Arrival = nullptr;
  /// Of ArrivalTooNarrow: a write that the peer may not see after it waits for
  /// the arrival.
  const Event *Write = nullptr;
  bool isOfLeaving() const {
    return K == Kind::PeerMayHaveLeft || K == Kind::SenderMayLeave;
  }
  /// Some path through the kernel passes a barrier of the cluster.
  bool HasBarrier = false;
};

/// At most one fault of each kind, since one barrier repairs all of them. A
/// fact of one kernel (KernelFacts::get).
class ClusterFaults {
public:
  explicit ClusterFaults(const KernelFacts &Facts);
  llvm::ArrayRef<ClusterFault> all() const { return Found; }
  llvm::ArrayRef<RelaxedBarrier> relaxed() const { return Relaxed; }

private:
  std::vector<ClusterFault> Found;
  std::vector<RelaxedBarrier> Relaxed;
};

} // namespace warplint::clusters

#endif // WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERFAULTS_H
