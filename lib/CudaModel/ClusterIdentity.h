//===--- ClusterIdentity.h - Place of a block in its cluster ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_CLUSTERIDENTITY_H
#define WARPLINT_CUDAMODEL_CLUSTERIDENTITY_H

#include "CudaModel/Identity.h"

namespace warplint {

/// Block identities in a cluster for which PTX has special registers besides
/// ranks (PTX ISA, "%cluster_ctaid", "%cluster_nctaid").
enum class ClusterIdentity : uint8_t {
  BlockIndex, ///< Index of the block in its cluster, along an axis.
  Extent,     ///< Blocks of a cluster along an axis.
};

/// Which of these identities \p I is; nothing if it is another one.
std::optional<ClusterIdentity> clusterIdentity(const Identity &I);

/// Whether \p Op writes at one address of several blocks of the cluster, those
/// that its mask names.
bool writesAtMany(const SyncOp &Op);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_CLUSTERIDENTITY_H
