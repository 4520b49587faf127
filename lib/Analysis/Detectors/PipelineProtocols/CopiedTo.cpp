//===--- CopiedTo.cpp - The cluster that copies show ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/CopiedTo.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/PipelineProtocols/ThreadExecutor.h"
#include "Analysis/Participation/PeerOperations.h"

namespace warplint::pipelines {

/// The blocks to which copies of the block \p Rank go, a bit for each.
static uint64_t copiedTo(const mbarriers::BarrierObjects &Objects,
                         llvm::ArrayRef<ThreadOfBlock> Block,
                         const simulation::SimulatedCluster &Cluster,
                         unsigned Rank, const GivenValues &Parameters) {
  ExecutionContext Of(Objects, Cluster);
  Of.AsksForCopies = true;
  Of.Made.ThreadsPerBlock = Block.size();
  GivenValues Given = Parameters;
  simulation::giveBlock(Given, Objects.facts(), Cluster, Rank);
  // One thread makes such a copy, the first of its warp if any will do.
  std::vector<size_t> Firsts;
  for (size_t First = 0; First < Block.size(); First += LanesPerWarp)
    Firsts.push_back(First);
  const Limits &Within = Objects.facts().limits();
  uint64_t StepsLeft = Within.budgets().CopyWalkSteps;
  ThreadExecutor(Of, Block, Rank, Firsts, Given, StepsLeft).run();
  if (!StepsLeft)
    Within.cut(BudgetId::CopyWalkSteps);
  return Of.CopiedTo;
}

/// Every block copies to itself, and to no block that there is not.
static bool agrees(const mbarriers::BarrierObjects &Objects,
                   llvm::ArrayRef<ThreadOfBlock> Block,
                   const simulation::SimulatedCluster &Cluster,
                   const GivenValues &Parameters) {
  for (unsigned Rank = 0; Rank < Cluster.size(); ++Rank) {
    uint64_t To = copiedTo(Objects, Block, Cluster, Rank, Parameters);
    if ((To >> Rank & 1) == 0 || To >> Cluster.size() != 0)
      return false;
  }
  return true;
}

llvm::SmallVector<simulation::SimulatedCluster, 2>
clustersByCopies(const mbarriers::BarrierObjects &Objects,
                 const std::array<int64_t, 3> &BlockDim,
                 const GivenValues &Parameters) {
  const KernelFacts &Facts = Objects.facts();
  bool GoesToSeveral = llvm::any_of(
      Facts.get<participation::PeerOperations>().all(),
      [](const participation::PeerOperation &P) {
        return P.K == participation::PeerOperation::Kind::Multicast &&
               P.At->Mask;
      });
  if (!GoesToSeveral || Facts.terms().launch().clusterSize() ||
      simulation::isAlone(Facts))
    return {};
  auto Block = threadsOf(BlockDim);
  uint64_t To =
      copiedTo(Objects, Block, simulation::SimulatedCluster(), 0, Parameters);
  if (To <= 1)
    return {};
  llvm::SmallVector<simulation::SimulatedCluster, 2> Result;
  auto Size = int64_t(llvm::NextPowerOf2(llvm::Log2_64(To)));
  for (int64_t X = Size; X > 0; X /= 2) {
    simulation::SimulatedCluster Cluster;
    Cluster.Extents = {X, Size / X, 1};
    if (simulation::canSimulate(Facts, Cluster, BlockDim) &&
        agrees(Objects, Block, Cluster, Parameters))
      Result.push_back(Cluster);
  }
  return Result;
}

} // namespace warplint::pipelines
