//===--- ThreadNumbering.h - Extents in linear thread indices ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_THREADNUMBERING_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_THREADNUMBERING_H

#include "Analysis/SymbolicExecution/Evaluation.h"
#include <optional>

namespace warplint::scenarios {

/// Threads along each axis of a block with several planes.
struct CountedBlock {
  int64_t X = 0, Y = 0;
  int64_t Z = 0; ///< 0 if unknown.
};

/// The extents that linear thread indices of the kernel imply: `((threadIdx.z *
/// 2 + threadIdx.y) * 16 + threadIdx.x) * 8`, whatever the factor 8, implies 16
/// along x and 2 along y; with `i * 4 + threadIdx.z` in place of threadIdx.z
/// also 4 along z. The smallest of several, since larger ones have padding
/// between rows. Nothing if the kernel has no such index.
std::optional<CountedBlock> countedBlock(const Evaluation &Values);

/// As many threads as the kernel counts together (`threadIdx.x / 6`), the least
/// common multiple of several such numbers; some number of more threads than a
/// block has if that is more, and 1 if it counts none.
int64_t threadsCountedTogether(const Evaluation &Values);

/// \p Test asks whether a thread is the first one along the axes that it names
/// (`threadIdx.x == 0 && threadIdx.y == 0`), which says of no axis that there
/// are others along it.
bool asksForFirst(const Term &Test);

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_THREADNUMBERING_H
