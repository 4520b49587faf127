//===--- ClusterFaults.h - Peers that are not there -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory of a block can be used while the block runs: from the first
// barrier of the cluster that all blocks have come to, until the block's last
// thread has left (CUDA Programming Guide, "Distributed Shared Memory": all
// blocks must have started, and none may exit before the operations on its
// shared memory are done). Barriers of the cluster and wider ones say so; where
// peers tell each other otherwise, by barrier objects or by flags, nothing is
// decided.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERFAULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERFAULTS_H

#include "Analysis/Participation/PeerOperations.h"

namespace warplint {

struct ClusterFault {
  enum class Kind : uint8_t {
    PeerMayHaveLeft,  ///< A block may leave while others work in its memory.
    SenderMayLeave,   ///< A block may leave while its copy reads its memory,
                      ///< which H200s wait for: nothing else is wrong.
    PeerNotStarted,   ///< Nothing says that the peer runs already.
    ArrivalTooNarrow, ///< An arrival at a peer does not tell it of `Write`.
  };
  Kind K = Kind::PeerMayHaveLeft;
  PeerOperation Operation;
  /// PeerMayHaveLeft, SenderMayLeave: the `return` by which a block leaves; null
  /// if it comes to the end of the kernel.
  const clang::Stmt *Return = nullptr;
  /// PeerMayHaveLeft: the operation lies between the halves of this barrier.
  const Event *Arrival = nullptr;
  /// ArrivalTooNarrow: what the peer, told by the arrival, may not see.
  const Event *Write = nullptr;
  bool isOfLeaving() const {
    return K == Kind::PeerMayHaveLeft || K == Kind::SenderMayLeave;
  }
  /// Some path through the kernel passes a barrier of the cluster.
  bool HasBarrier = false;
};

/// At most one fault of each kind: one barrier mends them all. A fact of one
/// kernel (KernelFacts::get).
class ClusterFaults {
public:
  explicit ClusterFaults(const KernelFacts &Facts);
  llvm::ArrayRef<ClusterFault> all() const { return Found; }

private:
  std::vector<ClusterFault> Found;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERFAULTS_H
