//===--- BufferMessages.h - Advice to use two buffers -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each iteration of a loop fills a shared array again, one array needs
// two barriers per iteration; two arrays that alternate need one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_BUFFERMESSAGES_H
#define WARPLINT_DIAGNOSTICS_BUFFERMESSAGES_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// Whether the race \p R would be gone if its array were two arrays that
/// alternate from iteration to iteration, with the one barrier that the loop
/// has. \p R must be an overwriting in the next iteration. Holds if every
/// iteration fills the same elements before that barrier and reads them after
/// it, nothing else touches the array, and the loop is in no other loop. False
/// where that is not known.
bool mendedByTwoBuffers(const races::Race &R, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_BUFFERMESSAGES_H
