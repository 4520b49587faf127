//===--- MemoryLimit.h - Memory that a run may take -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linux ends whoever has most memory when there is none left. A run has a limit
// before that: what passes it gets no memory, and its unit is a failed one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_MEMORYLIMIT_H
#define WARPLINT_WORKFLOWS_PROCESSES_MEMORYLIMIT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace warplint::processes {

/// The environment's name for the limit of a run that is given none.
inline constexpr llvm::StringLiteral MemoryVariable = "WARPLINT_MEMORY_LIMIT";

/// MiB of the machine, or of the group of processes that this one is in, if
/// that may have less; 0 if nobody says. \p Root: where /proc and /sys are.
uint64_t machineMemory(llvm::StringRef Root = "");

/// MiB for each of \p Workers on a machine that has \p Machine; 0, no limit, if
/// nobody knows what it has.
unsigned defaultMemoryLimit(uint64_t Machine, unsigned Workers);

/// The limit of a run that is given none: the environment's, or the default
/// of one worker.
unsigned memoryLimitOfRun();

/// From now on this process takes at most \p MiB, or what it is limited to
/// already. 0 is no limit.
void limitMemory(unsigned MiB);

/// Takes that back, for programs of the user that this process starts.
void unlimitMemory();

/// A unit has ended for want of memory, and what it has taken stays taken: the
/// next gets as much as it got, if the machine has it.
void renewMemory();

/// "its limit is 200 MiB; --memory-limit sets another".
std::string memoryLimitText();

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_MEMORYLIMIT_H
