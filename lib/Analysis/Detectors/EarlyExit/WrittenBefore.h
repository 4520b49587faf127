//===--- WrittenBefore.h - Elements that have been written before -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops often fill an array before others write what it is for. Whether the first
// come to all that the others write is told by how they begin, go on and end.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITTENBEFORE_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITTENBEFORE_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// The limit that \p Branch sets to a variable of a loop, which is compared as
/// it is.
std::optional<InductionBound> limitBy(const Node &Branch,
                                      const Evaluation &Values);

/// \p Fill writes all places, in the iterations of the loops around it, that
/// \p Write does. \p Counters are the variables of those loops.
bool coversPlaces(const Event &Fill, const Event &Write,
                  const KernelFacts &Facts,
                  llvm::SmallVectorImpl<const Term *> &Counters);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITTENBEFORE_H
