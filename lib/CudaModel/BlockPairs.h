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

/// Whether \p Op allocates tensor memory in both blocks of a pair (PTX ISA,
/// "tcgen05.alloc": with `.cta_group::2` a warp of each of the two performs
/// it).
bool allocatesInPair(const SyncOp &Op);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_BLOCKPAIRS_H
