//===--- OwnExtents.h - Elements of the thread's own -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_OWNEXTENTS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_OWNEXTENTS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// How many elements an array has along its last index and the one before;
/// zeros where nothing is known.
struct OwnExtents {
  int64_t X = 0, Y = 0;
};

/// The extents of the shared array of which \p Write, a store or a copy, fills
/// the thread's own element (`tile[threadIdx.y][threadIdx.x]`): it is made for
/// as many threads. Zeros if the array has fewer than \p Least elements, or if
/// only some threads write by their index.
OwnExtents ownElements(const Event &Write, const KernelFacts &Facts,
                       int64_t Least);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_OWNEXTENTS_H
