//===--- PeerBlocks.h - Paths of the blocks of a cluster --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of a cluster diverge at conditions on their rank: which blocks reach
// an operation on a peer, which block's memory it accesses, and which path that
// block takes. Known where only the rank decides, for every cluster of the
// grid.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_PEERBLOCKS_H
#define WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_PEERBLOCKS_H

#include "Analysis/Participation/PeerOperations.h"
#include "Analysis/Simulation/SimulatedCluster.h"

namespace warplint::clusters {

/// Which blocks reach which nodes of one kernel.
class PeerBlocks {
public:
  /// A rank in the cluster, for one of its possible shapes.
  struct Block {
    unsigned Shape = 0, Rank = 0;
  };

  explicit PeerBlocks(const KernelFacts &Facts);

  /// The blocks that may reach \p N; empty if the cluster is unknown.
  std::vector<Block> warpsAt(const Node &N) const;
  /// The blocks whose memory \p P may access; empty if unknown.
  std::vector<Block> peersOf(const participation::PeerOperation &P) const;
  /// The successor of \p Branch that \p Who takes; null if not only its rank
  /// decides.
  const Node *pathOf(const Block &Who, const Node &Branch) const;
  /// Blocks of one cluster take different successors of \p Branch.
  bool part(const Node &Branch) const;
  /// \p Who may reach \p N.
  bool mayReach(const Block &Who, const Node &N) const;

private:
  std::optional<int64_t> valueFor(const Block &Who, const Term *T) const;
  bool isOfRank(const Term *T, const simulation::SimulatedCluster &Shape) const;

  const KernelFacts &Facts;
  llvm::SmallVector<simulation::SimulatedCluster, 2> Shapes;
  std::vector<std::vector<GivenValues>> Given; ///< By shape and rank.
};

} // namespace warplint::clusters

#endif // WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_PEERBLOCKS_H
