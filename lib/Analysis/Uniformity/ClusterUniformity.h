//===--- ClusterUniformity.h - What blocks of a cluster agree on -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a cluster follow each other along each axis of the grid, which
// holds whole clusters: they share the quotient of their number by a multiple
// of the cluster's extent, and are on the same side of every such multiple.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_CLUSTERUNIFORMITY_H
#define WARPLINT_ANALYSIS_UNIFORMITY_CLUSTERUNIFORMITY_H

#include "Analysis/Expr/TermArena.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

/// All blocks of a cluster have one number along the axis of \p T, a part of
/// blockIdx: it is one block wide there.
bool isSameInCluster(const IdentityTerm &T, const LaunchExtents &Launch);

/// Blocks of one cluster agree on \p T, a quotient, a masked value or a
/// comparison of their number. \p Agree says on which of its parts they do.
bool isSameInCluster(const BinaryTerm &T, const LaunchExtents &Launch,
                     llvm::function_ref<bool(const Term *)> Agree);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_CLUSTERUNIFORMITY_H
