//===--- ExitedRows.h - Early exits of whole rows ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of a block, or its warps, often work on one problem each, in a part of
// shared memory of their own (`data + threadIdx.y * pitch`). If a test of the
// problem makes some of them exit, all threads exit that would have accessed
// their part.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDROWS_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDROWS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/Induction.h"

namespace warplint {
struct EarlyExit;
struct Event;
} // namespace warplint

namespace warplint::earlyexit {

/// All threads that write at \p Write what a thread reads at \p Read take
/// \p Exit together or not at all: the exit depends only on the row or warp,
/// which selects the same part in both addresses. It is assumed that an index
/// with an unknown bound does not leave its part, also if the size of the parts
/// or of groups of them is unknown. False if unknown.
bool staysInRows(const EarlyExit &Exit, const Event &Write, const Event &Read,
                 const KernelFacts &Facts);

/// The limit that \p Branch sets for an induction variable, which it compares
/// unchanged; nothing if it sets none.
std::optional<InductionBound> limitBy(const Node &Branch,
                                      const Evaluation &Values);

/// \p Fill writes all elements, in the iterations of the loops around it, that
/// \p Write does, by the start, the stride and the limit of their loops: loops
/// often fill an array before other code writes the real values. False if
/// unknown. \p Counters receives the variables of those loops.
bool coversPlaces(const Event &Fill, const Event &Write,
                  const KernelFacts &Facts,
                  llvm::SmallVectorImpl<const Term *> &Counters);

} // namespace warplint::earlyexit

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDROWS_H
