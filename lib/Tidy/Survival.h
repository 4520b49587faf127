//===--- Survival.h - Surviving a crash -------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of the analysis that crashed is abandoned: its memory is not freed,
// and locks that it held stay locked. If the allocator's lock is one of them,
// the program cannot continue, and ends.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_SURVIVAL_H
#define WARPLINT_TIDY_SURVIVAL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <signal.h>

namespace warplint::edge {

/// Installs handlers that catch crashes in survive(), for the whole process;
/// other crashes end the process as before. May be called often, by any thread.
void catchCrashes();

/// An alternate stack for this thread's signal handlers: a stack that
/// overflowed has no room for a handler.
class HandlerStack {
public:
  HandlerStack();
  ~HandlerStack();

private:
  std::unique_ptr<char[]> Memory;
  stack_t Old = {};
};

/// Runs \p Do. False if it crashed: then nothing is known of the objects that
/// it touched, which must be neither used nor destroyed. If it crashed while it
/// held the allocator's lock, the program ends with ExitIncomplete and a
/// message.
[[nodiscard]] bool survive(llvm::function_ref<void()> Do);

} // namespace warplint::edge

#endif // WARPLINT_TIDY_SURVIVAL_H
