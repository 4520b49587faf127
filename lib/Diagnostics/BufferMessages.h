//===--- BufferMessages.h - Two buffers in place of a barrier ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a buffer is filled again in each iteration of a loop, two that take turns
// need one barrier per iteration, a single one needs two.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_BUFFERMESSAGES_H
#define WARPLINT_DIAGNOSTICS_BUFFERMESSAGES_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Detectors/Races/Race.h"

namespace warplint {

/// \p R, an overwriting in the next iteration, would be none if its array were two
/// that take turns from iteration to iteration, with the barrier that the loop has:
/// every iteration fills the same elements in front of that barrier, reads behind
/// it, nothing else touches the array, and no other loop is around it.
bool mendedByTwoBuffers(const Race &R, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_BUFFERMESSAGES_H
