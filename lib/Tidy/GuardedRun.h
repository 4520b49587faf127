//===--- GuardedRun.h - How a host runs the checks ------------- -*- C++
//-*-===//
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

namespace warplint {

/// How a program runs what may crash or take all memory.
struct GuardedRun {
  /// Returns what ended \p Do; empty if it came to its end.
  std::string (*Run)(llvm::function_ref<void()> Do) = nullptr;
  /// What to say of that which was run last if memory ran out; empty if it did
  /// not.
  std::string (*NoMemory)() = nullptr;
};

/// That of this program; without functions if what the checks do may end it.
GuardedRun &guardedRun();

} // namespace warplint

#endif // WARPLINT_TIDY_GUARDEDRUN_H
