//===--- SimulatedCluster.cpp - Blocks that are played together -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Simulation/SimulatedCluster.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Participation/PeerOperations.h"
#include "CudaModel/ClusterIdentity.h"
#include "CudaModel/SyncApi.h"
#include "Target/Limits.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint::simulation {

bool isAlone(const KernelFacts &Facts) {
  if (participation::hasNoPeers(Facts))
    return true;
  if (Facts.terms().launch().clusterSize())
    return false;
  for (const Event &E : Facts.cfg().events())
    if (E.isSync() && (reachesOtherBlocks(*E.Op) ||
                       (E.Op->Scope == Scope::Cluster &&
                        E.Op->Participants == Participation::AllOfScope)))
      return false;
  return llvm::none_of(Facts.get<participation::PeerOperations>().all(),
                       [](const participation::PeerOperation &P) {
                         return !P.Rank || numberOf(P.Rank) != 0;
                       });
}

/// The last block of the cluster that the kernel names by a number; 0 if it
/// names none but the first.
static uint64_t
lastNamed(llvm::ArrayRef<participation::PeerOperation> Operations) {
  uint64_t Last = 0;
  for (const participation::PeerOperation &P : Operations) {
    if (auto Rank = P.Rank ? numberOf(P.Rank) : std::nullopt; Rank && *Rank > 0)
      Last = std::max(Last, uint64_t(*Rank));
    auto Mask = P.At->Mask ? numberOf(P.At->Mask) : std::nullopt;
    if (P.K == participation::PeerOperation::Kind::Multicast && Mask &&
        *Mask > 0)
      Last = std::max(Last, uint64_t(llvm::Log2_64(uint64_t(*Mask))));
  }
  return Last;
}

/// The kernel asks for a place in the grid that the blocks of a cluster of
/// \p Extents are not given.
static bool asksForPlaceInGrid(const KernelFacts &Facts,
                               const std::array<int64_t, 3> &Extents) {
  bool IsRow = Extents[1] == 1 && Extents[2] == 1;
  return llvm::any_of(Facts.values().programTerms(), [&](const Term *T) {
    const auto *Self = dyn_cast<IdentityTerm>(T);
    return Self &&
           (Self->identity() == IdentityKind::ThreadRankInGrid ||
            (Self->identity() == IdentityKind::BlockRankInGrid && !IsRow));
  });
}

bool canSimulate(const KernelFacts &Facts, const SimulatedCluster &Cluster,
                 const std::array<int64_t, 3> &BlockDim) {
  int64_t Threads = BlockDim[0] * BlockDim[1] * BlockDim[2];
  // Warps of two blocks are not one.
  return Threads % LanesPerWarp == 0 && Cluster.size() <= MaxBlocksPerCluster &&
         Facts.limits().allows(BudgetId::SimulatedThreads,
                               Threads * Cluster.size()) &&
         (Cluster.size() == 1 || !asksForPlaceInGrid(Facts, Cluster.Extents));
}

/// The special register of a cluster that \p T reads, if it has no identity of
/// its own, and the axis.
static std::optional<std::pair<ClusterIdentity, unsigned>>
registerOf(const OpaqueTerm &T, const KernelFacts &Facts) {
  std::optional<Identity> Read;
  if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(T.site()))
    Read = Facts.code().model().identityOf(*Asm, /*Output=*/0);
  else if (const auto *Call = dyn_cast_or_null<Expr>(T.site()))
    Read = Facts.code().identityOf(*Call);
  auto Which = Read ? clusterIdentity(*Read) : std::nullopt;
  if (!Which)
    return std::nullopt;
  return std::pair(*Which, unsigned(Read->Axis));
}

/// The kernel asks where its block lies in the cluster along y.
static bool asksForPlaceAlongY(const KernelFacts &Facts) {
  return llvm::any_of(Facts.values().programTerms(), [&](const Term *T) {
    const auto *Read = dyn_cast<OpaqueTerm>(T);
    auto Which = Read && Read->operands().empty() ? registerOf(*Read, Facts)
                                                  : std::nullopt;
    return Which && Which->second == 1;
  });
}

llvm::SmallVector<SimulatedCluster, 2>
clustersToSimulate(const KernelFacts &Facts,
                   const std::array<int64_t, 3> &BlockDim) {
  llvm::SmallVector<SimulatedCluster, 2> Result;
  auto Add = [&](const std::array<int64_t, 3> &Extents) {
    SimulatedCluster Cluster;
    Cluster.Extents = Extents;
    if (canSimulate(Facts, Cluster, BlockDim))
      Result.push_back(Cluster);
  };
  llvm::ArrayRef<participation::PeerOperation> Operations =
      Facts.get<participation::PeerOperations>().all();
  const LaunchExtents &Launch = Facts.terms().launch();
  if (Operations.empty() || isAlone(Facts)) {
    Result.emplace_back();
  } else if (Launch.clusterSize()) {
    Add({Launch.Cluster[0], Launch.Cluster[1], Launch.Cluster[2]});
  } else if (uint64_t Last = lastNamed(Operations);
             Last && Last < MaxBlocksPerCluster) {
    auto Size = int64_t(llvm::NextPowerOf2(Last));
    for (int64_t X = Size; X > 0; X = asksForPlaceAlongY(Facts) ? X / 2 : 0)
      Add({X, Size / X, 1});
  }
  if (Result.empty())
    Result.emplace_back();
  return Result;
}

/// What \p T is for the block of \p Rank; nothing if it is no place of a block.
static std::optional<int64_t>
placeOf(const IdentityTerm &T, const SimulatedCluster &Cluster, unsigned Rank) {
  switch (T.identity()) {
  case IdentityKind::BlockIdx:
    return Cluster.indexOf(Rank)[T.axis()];
  case IdentityKind::BlockRankInCluster:
  case IdentityKind::BlockRankInGrid: // Of a row of blocks, the first cluster.
    return Rank;
  case IdentityKind::BlocksInCluster:
    return Cluster.size();
  case IdentityKind::ClusterRankInGrid:
    return 0;
  default:
    return std::nullopt;
  }
}

/// The value of \p T for the block of \p Rank, if \p T reads a special register
/// that has no IdentityKind; nothing otherwise.
static std::optional<int64_t> placeOf(const OpaqueTerm &T,
                                      const KernelFacts &Facts,
                                      const SimulatedCluster &Cluster,
                                      unsigned Rank) {
  auto Read = registerOf(T, Facts);
  if (!Read)
    return std::nullopt;
  auto [Which, Axis] = *Read;
  return Which == ClusterIdentity::Extent ? Cluster.Extents[Axis]
                                          : Cluster.indexOf(Rank)[Axis];
}

void giveBlock(GivenValues &Given, const KernelFacts &Facts,
               const SimulatedCluster &Cluster, unsigned Rank) {
  for (const Term *T : Facts.values().programTerms()) {
    std::optional<int64_t> Value;
    if (const auto *Self = dyn_cast<IdentityTerm>(T))
      Value = placeOf(*Self, Cluster, Rank);
    else if (const auto *Read = dyn_cast<OpaqueTerm>(T);
             Read && Read->operands().empty())
      Value = placeOf(*Read, Facts, Cluster, Rank);
    if (Value)
      Given[T] = *Value;
    // Grids are whole clusters.
    if (const auto *Self = dyn_cast<IdentityTerm>(T);
        Self && Self->identity() == IdentityKind::GridDim)
      Given[T] =
          int64_t(llvm::alignTo(uint64_t(std::max<int64_t>(1, Given[T])),
                                uint64_t(Cluster.Extents[Self->axis()])));
  }
}

const Term *ownFor(const Term *Address, const KernelFacts &Facts) {
  if (auto Mapped = participation::mappedBy(Address, Facts))
    return Mapped->Own;
  const auto *Part = dyn_cast<SubobjectTerm>(Address);
  const Term *Base = Part ? ownFor(Part->base(), Facts) : nullptr;
  if (!Base)
    return nullptr;
  if (const auto *Field = dyn_cast<FieldTerm>(Part))
    return Facts.terms().fieldOf(Base, Field->field());
  const auto &Element = cast<ElementTerm>(*Part);
  return Facts.terms().elementOf(Base, Element.index(), Element.elementSize());
}

} // namespace warplint::simulation
