//===--- Participation.cpp - Threads a barrier waits for ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/Participation.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/SyncKindRows.h"

using namespace clang;

namespace warplint::participation {

/// The count of an init is the number of threads of the block.
static bool isBlockSize(const Term *Count, const LaunchExtents &Launch) {
  if (uint64_t Size = Launch.blockSize())
    return Count->isConstant(int64_t(Size));
  bool Flat = Launch.Block[1] <= 1 && Launch.Block[2] <= 1;
  return Count->isIdentity(IdentityKind::BlockSize) ||
         (Flat && Count->isIdentity(IdentityKind::BlockDim) &&
          llvm::cast<IdentityTerm>(Count)->axis() == 0);
}

static bool isOnlyArrivalOfBlock(const KernelFacts &Facts, const Event &E) {
  if (!E.Address)
    return false;
  unsigned Arrivals = 0;
  bool ExpectsBlock = false;
  for (const Event &Other : Facts.cfg().events()) {
    if (!Other.isSync() || !Other.Address ||
        rootOf(Other.Address) != rootOf(E.Address))
      continue;
    Arrivals += arrivesAtObject(Other.Op->Kind);
    if (Other.Op->Kind == SyncKind::ObjectInit && Other.Value)
      ExpectsBlock |= isBlockSize(Other.Value, Facts.terms().launch());
  }
  return Arrivals == 1 && ExpectsBlock;
}

bool needsAllThreads(const KernelFacts &Facts, const Event &E) {
  if (!E.isSync() || E.Op->Scope < Scope::Block)
    return false;
  if (E.Op->Kind == SyncKind::ObjectArriveAndWait)
    return E.Op->Scope == Scope::Block && isOnlyArrivalOfBlock(Facts, E);
  // cg::wait ends with a barrier of its group.
  return E.Op->Participants == Participation::AllOfScope &&
         (E.Op->isOf(SyncFamily::Barrier) || E.Op->Kind == SyncKind::AsyncWait);
}

bool areOfOneBarrier(const Event &L, const Event &R) {
  if (L.Op->Scope == Scope::Cluster || R.Op->Scope == Scope::Cluster)
    return L.Op->Scope == R.Op->Scope;
  return L.Op->Entry == R.Op->Entry && (L.Id || L.Op->IdImmediate) &&
         L.Id == R.Id && L.Op->IdImmediate == R.Op->IdImmediate;
}

/// Arrival and wait of each of \p Barriers.
static std::vector<std::pair<SyncKind, const Event *>>
halvesOf(llvm::ArrayRef<const Event *> Barriers) {
  std::vector<std::pair<SyncKind, const Event *>> Halves;
  for (const Event *E : Barriers) {
    if (E->Op->Kind != SyncKind::BarrierWait)
      Halves.push_back({SyncKind::BarrierArrive, E});
    if (E->Op->Kind != SyncKind::BarrierArrive)
      Halves.push_back({SyncKind::BarrierWait, E});
  }
  return Halves;
}

/// Lanes of one warp may reach \p E in several ways: what the library does
/// for its groups is not known to be without `.aligned`.
static bool lanesMayPart(const Event &E) {
  return !E.Op->Aligned &&
         (E.Op->Scope != Scope::Cluster || isa<GCCAsmStmt>(E.Site));
}

bool meetAtOneBarrier(llvm::ArrayRef<const Event *> OnePath,
                      llvm::ArrayRef<const Event *> OtherPath,
                      bool WarpsStayWhole) {
  auto Same = [&](const auto &L, const auto &R) {
    return L.first == R.first && areOfOneBarrier(*L.second, *R.second) &&
           (WarpsStayWhole ||
            (lanesMayPart(*L.second) && lanesMayPart(*R.second)));
  };
  auto One = halvesOf(OnePath), Other = halvesOf(OtherPath);
  return std::equal(One.begin(), One.end(), Other.begin(), Other.end(), Same);
}

bool takeOneSuccessor(const Node &Branch, Scope S, const KernelFacts &Facts) {
  return Facts.uniformity().isUniformBranch(Branch, S);
}

} // namespace warplint::participation
