//===--- ClusterArrivals.h - What arrivals say to peers ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An arrival orders what its thread has done before for those that wait, if it
// releases at cluster scope: on an mbarrier of a peer (PTX ISA,
// "mbarrier.arrive") and at a barrier of the cluster (PTX ISA,
// "barrier.cluster": `.relaxed` provides no memory ordering).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERARRIVALS_H
#define WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERARRIVALS_H

#include "Analysis/Participation/PeerOperations.h"

namespace warplint::clusters {

class ClusterOrder;

/// A barrier of the cluster whose arrival is relaxed: nothing orders `Write` of
/// one block before `Read` of another one.
struct RelaxedBarrier {
  const Event *Read = nullptr, *Write = nullptr, *Arrival = nullptr;
};

/// What arrivals order for other blocks. \p Facts and \p Order must outlive
/// this.
class ClusterArrivals {
public:
  ClusterArrivals(const KernelFacts &Facts, const ClusterOrder &Order);

  /// A write that peers see, and of which \p Arrive does not inform them: one
  /// at the peer, or one at home that the peer fetches. Null if there is none.
  const Event *unpublished(const participation::PeerOperation &Arrive) const;
  /// The first read, in the order of arrivals, that only a relaxed barrier
  /// separates from another block's write.
  std::vector<RelaxedBarrier> behindRelaxed() const;

private:
  bool leadsUnpublished(const Event &Write, const Event &Arrive) const;
  bool readsWhenSignalled(const participation::PeerOperation &Read,
                          const participation::PeerOperation &Arrive) const;
  /// Some path leads from \p From to \p Arrival with nothing between that
  /// orders for other blocks.
  bool mayLeadUnpublished(const Event &From, const Event &Arrival) const;
  /// Some thread fences for the cluster between the barrier before and
  /// \p Arrival.
  bool isFencedFor(const Event &Arrival) const;
  /// The wait that belongs to \p Arrival is all that orders blocks between
  /// \p Arrival and \p Read.
  bool isFirstBehind(const Event &Arrival, const Event &Read) const;

  const KernelFacts &Facts;
  const participation::PeerOperations &Peers;
  const ClusterOrder &Order;
};

} // namespace warplint::clusters

#endif // WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_CLUSTERARRIVALS_H
