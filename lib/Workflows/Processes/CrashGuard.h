//===--- CrashGuard.h - A crash is a failed unit ----------------*- C++ -*-===//
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

namespace warplint {

/// To be called once, before anything is run: what crashes names us and not
/// LLVM, and a limit of the size of files is an error of writing.
void prepareForCrashes();

/// What runGuarded says of who gets no memory.
inline constexpr llvm::StringLiteral NoMemory = "out of memory";

/// Runs \p Do on a thread with a large stack. Returns what ended it, empty if
/// it came to its end. After a crash nothing is known of what \p Do touched: it
/// must be left as it is, neither used nor destroyed. If it crashed while it
/// held the lock of its memory, the program ends, with ExitIncomplete and a
/// message.
std::string runGuarded(llvm::function_ref<void()> Do);

/// Something that survive() ran has crashed, inside of runGuarded().
void noteCrash();

/// That, or what runGuarded() ran last, crashed because memory ran out.
bool isOutOfMemory();

/// What main returns for \p Code. After a crash the program ends here, and
/// destroys nothing: LLVM still has objects in its lists that lay on the stack
/// of the thread that is gone. Streams must have been flushed.
int endWith(int Code);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_PROCESSES_CRASHGUARD_H
