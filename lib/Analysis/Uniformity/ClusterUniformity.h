//===--- ClusterUniformity.h - Values uniform in a cluster ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grid consists of whole clusters, and the blocks of a cluster have
// consecutive indices along each axis (CUDA Programming Guide, "Thread Block
// Clusters"). They therefore agree on `blockIdx.x / n` and on `blockIdx.x < n`
// if n is a multiple of the cluster's extent along x.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_CLUSTERUNIFORMITY_H
#define WARPLINT_ANALYSIS_UNIFORMITY_CLUSTERUNIFORMITY_H

#include "Analysis/Expr/TermArena.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

/// Whether \p T is an axis of blockIdx along which the clusters of \p Launch
/// are one block wide, so that all blocks of a cluster have one index. False if
/// the cluster's extent is not known.
bool isSameInCluster(const IdentityTerm &T, const LaunchExtents &Launch);

/// Whether the blocks of a cluster agree on \p T, a quotient, a shift, a masked
/// value or a comparison of blockIdx, though not on blockIdx itself. \p Agree
/// says whether they agree on an operand. False if the cluster's extents are
/// not known.
bool isSameInCluster(const BinaryTerm &T, const LaunchExtents &Launch,
                     llvm::function_ref<bool(const Term *)> Agree);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_CLUSTERUNIFORMITY_H
