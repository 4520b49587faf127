//===--- PeerOperations.cpp - Accesses to blocks of a cluster -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/PeerOperations.h"
#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "CudaModel/BlockPairs.h"
#include "CudaModel/ClusterIdentity.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncKindRows.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint::participation {

std::optional<PeerPlace> mappedBy(const Term *T, const KernelFacts &Facts) {
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  if (!Made || !Made->site() || Made->operands().size() != 2)
    return std::nullopt;
  for (const SyncOp &Op : Facts.code().operations(*Made->site()))
    if (Op.Kind == SyncKind::PeerAddress)
      return PeerPlace{Made->operands()[0], Made->operands()[1]};
  return std::nullopt;
}

/// mappedBy() for \p Root or for the only mapped address in the sum \p Root.
static std::optional<PeerPlace> mappedInSum(const Term *Root,
                                            const KernelFacts &Facts) {
  std::optional<PeerPlace> Only;
  for (auto [Part, Factor] : Summands(Root).Parts)
    if (auto Found = mappedBy(Part, Facts)) {
      if (Only || Factor != 1)
        return std::nullopt;
      Only = Found;
    }
  return Only;
}

/// The first mapping that \p Address may have been computed from.
static std::optional<PeerPlace> mappingOf(const Term *Address,
                                          const KernelFacts &Facts) {
  for (const Term *Root : possibleRoots(Address, Facts.values()))
    if (auto Found = mappedInSum(Root, Facts))
      return Found;
  return std::nullopt;
}

std::optional<PeerPlace> peerPlaceOf(const Term *Address,
                                     const KernelFacts &Facts) {
  auto Roots = possibleRoots(Address, Facts.values());
  return Roots.size() == 1 ? mappedInSum(Roots.front(), Facts) : std::nullopt;
}

/// What \p E does to memory at its address; nothing if the model does not say.
static std::optional<PeerOperation::Kind> kindOf(const Event &E) {
  using Kind = PeerOperation::Kind;
  if (E.isAccess() && !E.Op)
    return E.Access == AccessKind::Read    ? Kind::Read
           : E.Access == AccessKind::Write ? Kind::Write
                                           : Kind::Atomic;
  if (!E.isSync())
    return std::nullopt;
  const SyncKindRow &Does = rowOf(E.Op->Kind);
  if (Does.Family == SyncFamily::Atomic)
    return Kind::Atomic;
  if (Does.Family == SyncFamily::Cached)
    return Does.reads() ? Kind::Read : Kind::Write;
  if (Does.Kind == SyncKind::AsyncCopy)
    return Kind::Copy;
  // Nobody waits for an object of another block.
  bool Arrives =
      Does.Waits == WaitsFor::Nothing &&
      (Does.Arrives == ArrivesAt::Object || Does.Arrives == ArrivesAt::Bytes);
  return Arrives ? std::optional(Kind::Arrive) : std::nullopt;
}

bool readsOwnMemory(const Event &E, const KernelFacts &Facts) {
  // Those with an order store a value.
  if (!E.isSync(SyncKind::AsyncCopy) || E.Op->Order != MemoryOrder::None ||
      !E.Value)
    return false;
  auto From = locate(E.Value); // PTX gets it as a number.
  return memorySpaceOf(From ? From->Root : E.Value, Facts.values()) ==
         MemorySpace::Shared;
}

static std::optional<PeerOperation> peerOperation(const Event &E,
                                                  const KernelFacts &Facts) {
  if (E.isSync() && writesAtMany(*E.Op))
    return PeerOperation{PeerOperation::Kind::Multicast, &E, E.Address,
                         nullptr};
  auto Kind = E.Address ? kindOf(E) : std::nullopt;
  auto Place = Kind ? mappingOf(E.Address, Facts) : std::nullopt;
  if (!Place || Place->Rank->isIdentity(IdentityKind::BlockRankInCluster))
    return std::nullopt;
  return PeerOperation{*Kind, &E, Place->Own, Place->Rank};
}

PeerOperations::PeerOperations(const KernelFacts &Facts) {
  for (const Event &E : Facts.cfg().events()) {
    if (!Facts.paths().contains(*E.At))
      continue;
    if (auto Found = peerOperation(E, Facts))
      All.push_back(*Found);
    if (E.isSync(SyncKind::TensorAlloc) && blocksOfGroup(*E.Op) == 2)
      Allocations.push_back({PeerOperation::Kind::Allocate, &E});
  }
}

bool PeerOperations::isAtPeer(const Event &E) const {
  return llvm::any_of(All, [&](const PeerOperation &P) { return P.At == &E; });
}

bool hasNoPeers(const KernelFacts &Facts) {
  if (uint64_t Size = Facts.terms().launch().clusterSize())
    return Size == 1;
  llvm::ArrayRef<launches::KernelLaunch> Launches =
      Facts.code().launchesOf(Facts.root());
  return !Launches.empty() &&
         llvm::all_of(Launches, [](const launches::KernelLaunch &Launch) {
           return isa_and_nonnull<CUDAKernelCallExpr>(Launch.Site);
         });
}

} // namespace warplint::participation
