//===--- PeerBlocks.h - Which blocks of a cluster go where ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a cluster part at conditions on their rank: who comes to an
// operation on a peer, whose memory it is about, and which path that block goes.
// Known where the rank alone decides, whichever cluster of the grid it is.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_PEERBLOCKS_H
#define WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_PEERBLOCKS_H

#include "Analysis/Participation/PeerOperations.h"
#include "Analysis/Simulation/SimulatedCluster.h"

namespace warplint {

class PeerBlocks {
public:
  /// A rank in the cluster, in one of the shapes that a cluster may have.
  struct Block {
    unsigned Shape = 0, Rank = 0;
  };

  explicit PeerBlocks(const KernelFacts &Facts);

  /// The blocks that may come to \p N; none where nothing is known of a
  /// cluster.
  std::vector<Block> warpsAt(const Node &N) const;
  /// The blocks whose memory \p P may be about; none if that is not known.
  std::vector<Block> peersOf(const PeerOperation &P) const;
  /// Where \p Who goes from \p Branch; null if more than its rank decides.
  const Node *pathOf(const Block &Who, const Node &Branch) const;
  /// Blocks of one cluster go different paths from \p Branch.
  bool part(const Node &Branch) const;
  /// \p Who may come to \p N.
  bool mayComeTo(const Block &Who, const Node &N) const;

private:
  std::optional<int64_t> valueFor(const Block &Who, const Term *T) const;
  bool isOfRank(const Term *T, const SimulatedCluster &Shape) const;

  const KernelFacts &Facts;
  llvm::SmallVector<SimulatedCluster, 2> Shapes;
  std::vector<std::vector<GivenValues>> Given; ///< By shape and rank.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_CLUSTERLIFETIME_PEERBLOCKS_H
