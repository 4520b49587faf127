//===--- RestoredFields.h - Structures copied back whole --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `P me = p[i]; me.force = f; p[i] = me;` writes the whole structure, but
// changes only the force. A thread that reads the position at the same time
// races by the memory model, yet reads the same position either way.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RESTOREDFIELDS_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RESTOREDFIELDS_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint::races {

/// One side of \p R stores a structure that it loaded from the same place and
/// of which it changed some fields, and the other side uses only other fields.
/// False if unknown.
bool usesRestoredFieldsOnly(const Race &R, const KernelFacts &Facts);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RESTOREDFIELDS_H
