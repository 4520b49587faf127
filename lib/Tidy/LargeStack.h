//===--- LargeStack.h - Threads with a large stack --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_LARGESTACK_H
#define WARPLINT_TIDY_LARGESTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint::edge {

/// Stack size in bytes. Parsing and the analysis recurse as deep as the code
/// nests; the main thread's stack has 8 MiB on most machines.
inline constexpr unsigned LargeStackBytes = 64 << 20;

/// Runs \p Do on a thread with such a stack, and waits for it. False, and
/// nothing was run, if there is no memory or no process left for the thread.
[[nodiscard]] bool onLargeStack(llvm::function_ref<void()> Do);

} // namespace warplint::edge

#endif // WARPLINT_TIDY_LARGESTACK_H
