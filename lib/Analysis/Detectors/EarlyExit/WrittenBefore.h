//===--- WrittenBefore.h - Arrays filled before a write ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops often fill an array before other code writes the real values. Whether
// the fill covers all elements of the later write follows from the start, the
// stride and the limit of its loops.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITTENBEFORE_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITTENBEFORE_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/Induction.h"

namespace warplint {
class Evaluation;
class Node;
class Term;
struct Event;
} // namespace warplint

namespace warplint::earlyexit {

/// The limit that \p Branch sets for an induction variable, which it compares
/// unchanged; nothing if it sets none.
std::optional<InductionBound> limitBy(const Node &Branch,
                                      const Evaluation &Values);

/// \p Fill writes all elements, in the iterations of the loops around it, that
/// \p Write does; false if unknown. \p Counters receives the variables of those
/// loops.
bool coversPlaces(const Event &Fill, const Event &Write,
                  const KernelFacts &Facts,
                  llvm::SmallVectorImpl<const Term *> &Counters);

} // namespace warplint::earlyexit

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITTENBEFORE_H
