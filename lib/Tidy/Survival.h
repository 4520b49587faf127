//===--- Survival.h - Going on behind a crash -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What crashed is left as it lies: its memory is not given back, and what it
// had locked stays locked. If that is memory itself, nobody can go on, and the
// program ends.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_SURVIVAL_H
#define WARPLINT_TIDY_SURVIVAL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <signal.h>

namespace warplint {

/// Has crashes in survive() caught, for the whole process; all others end it as
/// before. May be called often, by any thread.
void catchCrashes();

/// Where this thread's signal handlers run: a stack that has come to its end
/// has no room for one.
class HandlerStack {
public:
  HandlerStack();
  ~HandlerStack();

private:
  std::unique_ptr<char[]> Memory;
  stack_t Old = {};
};

/// Runs \p Do. False if it crashed: then nothing is known of what it touched,
/// which must be left as it is, neither used nor destroyed. If it crashed while
/// it held the lock of its memory, the program ends, with ExitIncomplete's code
/// and a message.
[[nodiscard]] bool survive(llvm::function_ref<void()> Do);

} // namespace warplint

#endif // WARPLINT_TIDY_SURVIVAL_H
