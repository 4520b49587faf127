//===--- ThreadNumbering.h - How a kernel numbers its threads ----*- C++ -*-===//
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

namespace warplint {

/// Threads along the axes of a block with planes.
struct CountedBlock {
  int64_t X = 0, Y = 0;
  int64_t Z = 0; ///< 0 if nothing tells.
};

/// How the kernel counts through them: `((threadIdx.z * 2 + threadIdx.y) * 16 +
/// threadIdx.x) * 8`, whatever an element of its own is large, tells 16 and 2,
/// and `round * 4 + threadIdx.z` in place of threadIdx.z tells 4. Of several
/// the smallest: larger ones have something else between. Nothing if it does
/// not count so.
std::optional<CountedBlock> countedBlock(const Evaluation &Values);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_THREADNUMBERING_H
