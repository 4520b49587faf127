//===--- MemoryWatch.h - Memory that one analysis may take ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A limit of the whole process would end whichever thread asks next. What one
// thread takes is counted instead, while it analyses a unit.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_CLANGD_MEMORYWATCH_H
#define WARPLINT_TOOLS_CLANGD_MEMORYWATCH_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace warplint {

/// Runs \p Do on a thread with a large stack. Returns what ended it, a crash or
/// more memory than `--memory-limit`; empty if it came to its end.
std::string runWatched(llvm::function_ref<void()> Do);

/// What to say if that ran out of memory; empty if it did not.
std::string memoryThatIsMissing();

} // namespace warplint

#endif // WARPLINT_TOOLS_CLANGD_MEMORYWATCH_H
