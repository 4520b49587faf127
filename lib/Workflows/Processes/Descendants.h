//===--- Descendants.h - Ending all descendants -----------------*- C++ -*-===//
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

namespace warplint::processes {

/// Time that processes have to end after SIGTERM before they are killed.
inline constexpr std::chrono::milliseconds GraceOfEnding(2000);

/// From now on a descendant of this process whose parent ends becomes a child
/// of this process, whatever its process group or session is.
void adoptOrphans();

/// The children of this process that have not been waited for. Reads /proc if
/// it is mounted; childrenByNumbers asks the kernel about each process id
/// instead.
std::vector<pid_t> childrenOfThis();
std::vector<pid_t> childrenByNumbers();

/// Ends all children, and after `adoptOrphans` all descendants: each gets
/// SIGTERM, and what still runs after \p Grace is killed. \p Ended gets the
/// process id and wait status of each.
void endChildren(std::chrono::milliseconds Grace,
                 llvm::function_ref<void(pid_t, int)> Ended);

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_DESCENDANTS_H
