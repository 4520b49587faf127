//===--- ClusterOrder.cpp - How blocks of a cluster wait -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ClusterLifetime/ClusterOrder.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"

namespace warplint::clusters {

ClusterOrder::ClusterOrder(const KernelFacts &Facts)
    : Peers(Facts.get<participation::PeerOperations>()),
      Reach(Facts.get<Reachability>()) {
  for (const participation::PeerOperation &P : Peers.all()) {
    if (P.Own && P.K != participation::PeerOperation::Kind::Read)
      SignalledObjects.insert(rootOf(P.Own));
    if (P.At->Completion)
      SignalledObjects.insert(rootOf(P.At->Completion));
  }
}

/// Peers may work on the barrier object at \p Address.
bool ClusterOrder::maySignal(const Term *Address) const {
  auto IsNamed = [](const Term *Root) { return isa<VariableTerm>(Root); };
  if (!Address || !IsNamed(rootOf(Address)))
    return !SignalledObjects.empty();
  return SignalledObjects.count(rootOf(Address)) ||
         !llvm::all_of(SignalledObjects, IsNamed);
}

/// The thread may hear here from a peer that has done its work, or that has
/// started: a wait for an object that peers work on, a location that it looks
/// at again and again.
bool ClusterOrder::isHandshake(const Event &E) const {
  if (E.isAccess())
    return E.Volatile && E.Access == AccessKind::Read && !Peers.isAtPeer(E) &&
           Reach.isInCycle(*E.At);
  if (!E.isSync())
    return false;
  if (waitsForObject(E.Op->Kind))
    return maySignal(E.Address);
  switch (E.Op->Kind) {
  case SyncKind::AtomicRMW:
  case SyncKind::AtomicLoad:
  case SyncKind::CachedLoad:
    return E.Op->Entry->Waits ||
           (!Peers.isAtPeer(E) && Reach.isInCycle(*E.At) &&
            E.Op->Kind != SyncKind::CachedLoad);
  default:
    return false;
  }
}

ClusterStep ClusterOrder::stepOf(const Event &E) const {
  if (E.isUnknown() || isHandshake(E))
    return ClusterStep::Unknown;
  if (!E.isSync())
    return ClusterStep::None;
  if (E.Op->Kind == SyncKind::BarrierArrive && E.Op->Scope >= Scope::Cluster)
    return ClusterStep::Arrive;
  if (separationOf(*E.Op, Scope::Cluster) != Separation::Everyone)
    return ClusterStep::None;
  return E.Op->Kind == SyncKind::BarrierWait ? ClusterStep::Wait
                                             : ClusterStep::Meet;
}

} // namespace warplint::clusters
