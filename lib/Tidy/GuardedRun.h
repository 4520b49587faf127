//===--- GuardedRun.h - Crash guard of the program --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_GUARDEDRUN_H
#define WARPLINT_TIDY_GUARDEDRUN_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace warplint::edge {

/// Functions by which a program runs code that may crash or exhaust memory.
struct GuardedRun {
  /// Runs \p Do and returns what ended it; empty if it returned.
  std::string (*Run)(llvm::function_ref<void()> Do) = nullptr;
  /// The message if memory ran out in the code that was run last; empty if it
  /// did not.
  std::string (*NoMemory)() = nullptr;
};

/// The guard of this program. Its functions are null if a crash in the checks
/// may end the program.
GuardedRun &guardedRun();

} // namespace warplint::edge

#endif // WARPLINT_TIDY_GUARDEDRUN_H
