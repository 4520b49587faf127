//===--- ClusterOrder.h - How blocks of a cluster wait -*- C++ ---------*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What orders the blocks of a cluster: its barriers, whole or in halves (CUDA
// Programming Guide, "Cluster synchronization"; PTX ISA, "barrier.cluster"),
// and what may: calls that are not seen, and handshakes of which nothing is
// known but that they wait for a peer.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERORDER_H
#define WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERORDER_H

#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Participation/PeerOperations.h"
#include <set>

namespace warplint {

/// What an event does to the order between blocks of a cluster.
enum class ClusterStep : uint8_t {
  None,
  Arrive, ///< The first half of a split barrier.
  Wait,   ///< The second half.
  Meet,   ///< A whole barrier.
  Unknown ///< May order anything: a call not seen, a handshake with peers.
};

class ClusterOrder {
public:
  explicit ClusterOrder(const KernelFacts &Facts);

  ClusterStep stepOf(const Event &E) const;
  /// The thread may hear here from a peer that has done its work, or that has
  /// started: a wait for an object that peers work on, a location that it looks
  /// at again and again.
  bool isHandshake(const Event &E) const;

private:
  bool maySignal(const Term *Address) const;

  const PeerOperations &Peers;
  const Reachability &Reach;
  /// Objects in shared memory on which peers arrive or which they change.
  std::set<const Term *> SignalledObjects;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERORDER_H
