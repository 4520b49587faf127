//===--- Descendants.h - Ending what we started ----------------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_DESCENDANTS_H
#define WARPLINT_WORKFLOWS_PROCESSES_DESCENDANTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>
#include <sys/types.h>
#include <vector>

namespace warplint {

/// How long processes that are asked to end may take before they are ended.
inline constexpr std::chrono::milliseconds GraceOfEnding(2000);

/// From now on a process whose parent ends becomes a child of this one, if it
/// descends from it, whatever process group or session it is in.
void adoptOrphans();

/// The children of this process that have not been waited for. /proc is read
/// where it is there; otherwise the kernel is asked of each number.
std::vector<pid_t> childrenOfThis();
std::vector<pid_t> childrenByNumbers();

/// Ends all children, and with `adoptOrphans` all that descends from them: each
/// gets SIGTERM, and what is left after \p Grace is killed. \p Ended is told
/// the wait status of each.
void endChildren(std::chrono::milliseconds Grace,
                 llvm::function_ref<void(pid_t, int)> Ended);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_PROCESSES_DESCENDANTS_H
