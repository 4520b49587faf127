//===--- LargeStack.cpp - Room for deep recursion -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tidy/LargeStack.h"
#include "llvm/Support/thread.h"

namespace warplint {

void onLargeStack(llvm::function_ref<void()> Do) {
  llvm::thread(std::optional<unsigned>(LargeStackBytes), [&] { Do(); }).join();
}

} // namespace warplint
