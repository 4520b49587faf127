//===--- ExitedRows.h - Threads that leave with their part -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of a block, or its warps, often work on a problem each, in a part of
// shared memory of their own (`data + threadIdx.y * pitch`). Where a test of
// the problem sends some away, all threads leave that would have touched their
// part.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDROWS_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDROWS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// What \p Read reads only threads write at \p Write that leave through \p Exit
/// together or not at all: that depends on nothing but which row or warp they
/// are of, which chooses the same part in both addresses. That no part reaches
/// into the next is assumed of what counts up to a number that is not known, also
/// where the size of the parts is, and of places in a group of such a size.
bool staysInRows(const EarlyExit &Exit, const Event &Write, const Event &Read,
                 const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDROWS_H
