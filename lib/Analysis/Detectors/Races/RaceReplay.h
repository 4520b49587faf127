//===--- RaceReplay.h - Runs the threads of a race --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACEREPLAY_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACEREPLAY_H

#include "Analysis/Detectors/Races/EncodedPair.h"
#include "Analysis/Simulation/WitnessReplay.h"

namespace warplint::races {

/// Whether the threads of \p E, which has a witness, meet when they are run
/// with its values. Unknown for blocks of a cluster and for threads that
/// barriers of groups, or split ones, keep apart.
simulation::Replay replayWitness(EncodedPair &E, uint64_t &Steps);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACEREPLAY_H
