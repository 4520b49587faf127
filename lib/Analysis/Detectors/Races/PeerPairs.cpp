//===--- PeerPairs.cpp - Threads of two blocks of one cluster -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/GroupPairs.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"
#include "Target/Limits.h"
#include "llvm/Support/MathExtras.h"

namespace warplint::races {

bool usesPeers(const KernelFacts &Facts) {
  return !Facts.get<participation::PeerOperations>().all().empty() &&
         !participation::hasNoPeers(Facts);
}

/// What threads agree on by atomics in global memory, or by an order that they
/// name, may be how far they are.
static bool isSignalled(const Event &E) {
  auto At = locate(E.Address);
  return acquires(*E.Op) || !At || !isShared(*At);
}

static bool mayHear(const Event &E) {
  if (E.isAccess())
    return E.Volatile && E.Access == AccessKind::Read;
  if (!E.isSync())
    return E.isUnknown();
  if (waitsForObject(E.Op->Kind))
    return true;
  switch (E.Op->Kind) {
  case SyncKind::PipelineWait:
  case SyncKind::PipelineAcquire:
    return true;
  case SyncKind::AtomicLoad:
  case SyncKind::AtomicRMW:
    return E.Op->Entry->Waits || isSignalled(E);
  default:
    return false;
  }
}

bool mayHearOfPeers(const Interval &I, const KernelFacts &Facts) {
  const auto &Peers = Facts.get<participation::PeerOperations>();
  return llvm::any_of(I.Steps, [&](const IntervalStep &Step) {
    llvm::ArrayRef<Event> Events = Step.At->Events;
    return llvm::any_of(
        Events.slice(Step.First, Step.Last - Step.First),
        [&](const Event &E) { return mayHear(E) && !Peers.isAtPeer(E); });
  });
}

LaunchExtents inClusters(LaunchExtents Shape, const KernelFacts &Facts) {
  if (!Shape.clusterSize())
    Shape.Cluster = Facts.terms().launch().Cluster;
  if (!Shape.clusterSize()) {
    int64_t Last = 1;
    for (const participation::PeerOperation &P :
         Facts.get<participation::PeerOperations>().all())
      if (auto Rank = P.Rank ? numberOf(P.Rank) : std::nullopt)
        Last = std::max(Last, *Rank);
    Last = std::min(Last, MaxBlocksPerCluster - 1);
    Shape.Cluster = {uint32_t(llvm::NextPowerOf2(uint64_t(Last))), 1, 1};
  }
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Shape.Grid[Axis] =
        llvm::alignTo(std::max(1u, Shape.Grid[Axis]), Shape.Cluster[Axis]);
  return Shape;
}

} // namespace warplint::races
