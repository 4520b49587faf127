//===--- CrashGuard.h - Crash guard around a unit ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_CRASHGUARD_H
#define WARPLINT_WORKFLOWS_PROCESSES_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint::processes {

/// Must be called once, before anything is run: crash messages then name
/// warplint and not LLVM, and a write beyond the limit of file sizes is an
/// error instead of a signal.
void prepareForCrashes();

/// What runGuarded returns if memory ran out.
inline constexpr llvm::StringLiteral NoMemory = "out of memory";

/// Runs \p Do on a thread with a large stack. Returns what ended it; empty if
/// it returned. After a crash nothing is known of the objects that \p Do
/// touched: they must be neither used nor destroyed. If it crashed while it
/// held the allocator's lock, the program ends with ExitIncomplete and a
/// message.
std::string runGuarded(llvm::function_ref<void()> Do);

/// Records that code run by survive() crashed inside runGuarded().
void noteCrash();

/// Whether the last crash, in survive() or runGuarded(), was because memory ran
/// out.
bool isOutOfMemory();

/// The value for main to return for \p Code. After a crash the program exits
/// here without destroying anything: LLVM's lists still have objects that were
/// on the stack of the lost thread. Streams must have been flushed.
int endWith(int Code);

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_CRASHGUARD_H
