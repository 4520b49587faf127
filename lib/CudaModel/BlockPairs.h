//===--- BlockPairs.h - Instructions of block pairs (tcgen05) ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_BLOCKPAIRS_H
#define WARPLINT_CUDAMODEL_BLOCKPAIRS_H

#include "CudaModel/SyncOp.h"

namespace warplint {

/// The blocks that \p Op, an operation on tensor memory, acts for: 1, or 2 for
/// the pair of a cluster, of which both perform it (PTX ISA, "tcgen05.alloc",
/// `.cta_group`). Nothing if it does not say.
std::optional<unsigned> blocksOfGroup(const SyncOp &Op);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_BLOCKPAIRS_H
