//===--- ForcedCrashes.cpp - Crashes for tests ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/ForcedCrashes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <cstdlib>

namespace warplint::edge {

/// Calls itself until the stack ends.
static unsigned fillStack(volatile char *Above, unsigned Depth) {
  volatile char Here[1024];
  Here[0] = Above[0];
  return Depth == ~0U ? Here[0] : fillStack(Here, Depth + 1) + Here[0];
}

void crashIfForced(const CheckPart &At) {
  const char *Forced = std::getenv("WARPLINT_FORCED_CRASH");
  if (!Forced)
    return;
  for (llvm::StringRef Each : llvm::split(Forced, ",")) {
    auto [Where, How] = Each.split('=');
    if (Where != At.Check + ":" + At.Kernel)
      continue;
    char First = 1;
    if (How == "abort")
      abort();
    if (How == "memory")
      llvm::report_bad_alloc_error("forced");
    if (How == "stack")
      fillStack(&First, 0);
    raise(SIGSEGV);
  }
}

} // namespace warplint::edge
