//===--- Commuting.h - Whether the order of updates matters ----- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts, sums, products, sets of bits and extremes come out the same whoever is
// first, so that threads may share an element. A step of an iteration,
// `p = (p + c) * 0.5f`, would come out otherwise even if each were one atomic.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COMMUTING_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COMMUTING_H

#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"

namespace warplint {

/// Two such updates of one place, one whole after the other, leave something
/// else in the other order: what was there is both added to and multiplied.
/// False where that cannot be told.
bool dependsOnOrder(const PlaceUpdate &U, const KernelFacts &Facts);

/// The arithmetic that \p T does, if it is a BinaryTerm or stands for numbers
/// that are no integers.
std::optional<clang::BinaryOperatorKind> operatorOf(const Term &T);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COMMUTING_H
