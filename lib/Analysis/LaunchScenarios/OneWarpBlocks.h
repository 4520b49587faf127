//===--- OneWarpBlocks.h - Kernels for blocks of one warp -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a kernel whose launch is not known is made for blocks of one warp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ONEWARPBLOCKS_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ONEWARPBLOCKS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint::scenarios {

/// The kernel synchronizes warps, no blocks, and names neither the size of the
/// block nor a warp of it.
bool synchronizesWarpsOnly(const KernelFacts &Facts);

/// The kernel has no barrier of the block and no shared memory, for which one
/// may have been forgotten, and it names neither the size of the block nor a
/// warp of it: a block of one warp is as likely as any other.
bool mayBeForOneWarp(const KernelFacts &Facts);

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ONEWARPBLOCKS_H
