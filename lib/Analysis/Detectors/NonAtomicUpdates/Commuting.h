//===--- Commuting.h - Updates whose order matters --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts, sums, products, sets of bits and extremes do not depend on the order
// of updates, so that threads may share an element. A step of an iteration, `p
// = (p + c) * 0.5f`, depends on it even if each step were one atomic.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COMMUTING_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COMMUTING_H

#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::updates {

/// Two updates like \p U of one element, one after the other, leave another
/// value in the opposite order: the old value is both added to and multiplied.
/// False if unknown.
bool dependsOnOrder(const PlaceUpdate &U, const KernelFacts &Facts);

} // namespace warplint::updates

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_COMMUTING_H
