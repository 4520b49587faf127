//===--- NamedBarrierSimulator.h - Simulates named barriers -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each hardware barrier of a block is an automaton: it counts arriving threads;
// when as many have arrived as the instructions say, the waiting threads
// continue and it starts again (PTX ISA, "bar, barrier"). The runs of all warps
// are simulated against each other. The result of one interleaving holds for
// all of them as long as every use of a barrier comes after the previous one
// has completed (Sharma et al., "Verification of Producer-Consumer
// Synchronization in GPU Programs", PLDI 2015); a use that does not is a fault
// itself.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H
#define WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H

#include "Analysis/Detectors/NamedBarriers/ProtocolFault.h"
#include "Analysis/Detectors/NamedBarriers/WarpRuns.h"

namespace warplint::namedbarriers {

/// The first fault of the simulation; SeveralPlaces only if there is no other.
/// Nothing if there is no fault, or if warps also wait for each other in ways
/// that \p Runs do not have and the fault may come from that.
std::optional<ProtocolFault> simulateBarriers(const std::vector<WarpRun> &Runs);

} // namespace warplint::namedbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERSIMULATOR_H
