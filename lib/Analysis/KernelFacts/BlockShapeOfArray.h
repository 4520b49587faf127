//===--- BlockShapeOfArray.h - Extents of per-thread arrays -----*- C++ -*-===//
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

struct Event;

/// How many threads along x and y an array has elements for: its extents along
/// the last index and the index before. Zeros mean unknown.
struct BlockShapeOfArray {
  int64_t X = 0, Y = 0;
};

/// The block shape that a `__shared__` array is made for. \p Write, a store or
/// a copy, fills the element of the running thread
/// (`tile[threadIdx.y][threadIdx.x]`, or `tile[threadIdx.x]` with Y = 1). A
/// column that pads rows against bank conflicts does not count. Zeros if
/// \p Write has another form, if the array has fewer than \p Least elements or
/// more than a block has threads, or if a branch on the thread's index decides
/// which threads write.
BlockShapeOfArray ownElements(const Event &Write, const KernelFacts &Facts,
                              int64_t Least);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_OWNEXTENTS_H
