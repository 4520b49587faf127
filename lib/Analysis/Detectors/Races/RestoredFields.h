//===--- RestoredFields.h - Structures that are written back ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `P me = p[i]; me.force = f; p[i] = me;` writes all of the structure, but only
// the force is another than before. Who reads the position there at the same
// time has a race by the memory model, and the same position either way.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RESTOREDFIELDS_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RESTOREDFIELDS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Detectors/Races/Race.h"

namespace warplint {

/// One side of \p R writes a structure back of which it changes some fields,
/// and of what the other reads there only other fields are used.
bool usesRestoredFieldsOnly(const Race &R, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RESTOREDFIELDS_H
