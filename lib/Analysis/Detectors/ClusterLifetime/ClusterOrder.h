//===--- ClusterOrder.h - Order between blocks of a cluster -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What orders the blocks of a cluster: its barriers, whole or split (CUDA
// Programming Guide, "Cluster synchronization"; PTX ISA, "barrier.cluster");
// and what may order them: unknown calls, and handshakes that wait for a peer.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERORDER_H
#define WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERORDER_H

#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Participation/PeerOperations.h"
#include <set>

namespace warplint {
class Term;
struct Event;
} // namespace warplint

namespace warplint::clusters {

/// The effect of an event on the order between blocks of a cluster.
enum class ClusterStep : uint8_t {
  None,
  Arrive, ///< The first half of a split barrier.
  Wait,   ///< The second half.
  Meet,   ///< A whole barrier.
  Unknown ///< May order anything: an unknown call, a handshake.
};

/// What the events of one kernel do to the order of its blocks.
class ClusterOrder {
public:
  explicit ClusterOrder(const KernelFacts &Facts);

  ClusterStep stepOf(const Event &E) const;
  /// The thread may learn here that a peer has started or finished: a wait for
  /// an mbarrier that peers operate on, or a location that it reads repeatedly.
  bool isHandshake(const Event &E) const;

private:
  bool maySignal(const Term *Address) const;

  const participation::PeerOperations &Peers;
  const Reachability &Reach;
  /// Objects in shared memory that peers arrive on or change.
  std::set<const Term *> SignalledObjects;
};

} // namespace warplint::clusters

#endif // WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERORDER_H
