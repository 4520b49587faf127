//===--- ClusterIdentity.h - Where a block is in its cluster ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_CLUSTERIDENTITY_H
#define WARPLINT_CUDAMODEL_CLUSTERIDENTITY_H

#include "CudaModel/SyncApi.h"

namespace warplint {

/// What PTX has special registers for beside ranks (PTX ISA, "%cluster_ctaid",
/// "%cluster_nctaid").
enum class ClusterIdentity : uint8_t {
  BlockIndex, ///< Of the block in its cluster, along an axis.
  Extent,     ///< Blocks of a cluster along an axis.
};

/// What \p I is of these; nothing if it is something else.
std::optional<ClusterIdentity> clusterIdentity(const Identity &I);

/// \p Op writes at one address of several blocks of the cluster: those that its
/// mask names.
bool writesAtMany(const SyncOp &Op);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_CLUSTERIDENTITY_H
