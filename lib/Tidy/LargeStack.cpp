//===--- LargeStack.cpp - Room for deep recursion -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/LargeStack.h"
#include <pthread.h>

namespace warplint::edge {

static void *run(void *Do) {
  (*static_cast<llvm::function_ref<void()> *>(Do))();
  return nullptr;
}

// llvm::thread ends the program where no thread can be started.
bool onLargeStack(llvm::function_ref<void()> Do) {
  pthread_attr_t Attributes;
  pthread_t Thread;
  if (pthread_attr_init(&Attributes))
    return false;
  bool Started = !pthread_attr_setstacksize(&Attributes, LargeStackBytes) &&
                 !pthread_create(&Thread, &Attributes, run, &Do);
  pthread_attr_destroy(&Attributes);
  return Started && !pthread_join(Thread, nullptr);
}

} // namespace warplint::edge
