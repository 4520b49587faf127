//===--- PairDecision.h - Solving the query of one pair ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_PAIRDECISION_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_PAIRDECISION_H

#include "Analysis/Detectors/Races/EncodedPair.h"

namespace warplint::races {

/// Whether the threads of \p E meet, with values that show it. Tries in this
/// order: likely values, all values of both threads, and the solver if
/// \p MayAsk. Steps taken are spent from the kernel's work budget.
solver::SolverAnswer decidePair(const EncodedPair &E, solver::Solver &Decider,
                                bool MayAsk, const KernelFacts &Facts);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_PAIRDECISION_H
