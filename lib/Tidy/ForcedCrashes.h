//===--- ForcedCrashes.h - Crashes on request, for tests --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build with tests crashes where the environment's WARPLINT_FORCED_CRASH
// says:
//
//   shared-memory-race:tiles    at that check of the kernel `tiles`
//   :tiles                      at what all checks of that kernel ask for
//   host-sync:                  at that check of the unit
//   :                           at what all kernels ask for
//
// An "=" and the kind of crash may follow: abort, memory or stack; without one
// it is a null pointer. Several are separated by commas. A build without tests
// has none of this.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_FORCEDCRASHES_H
#define WARPLINT_TIDY_FORCEDCRASHES_H

#include "checks/RunChecks.h"

namespace warplint::edge {

#ifdef WARPLINT_FORCED_CRASHES
void crashIfForced(const CheckPart &At);
#else
inline void crashIfForced(const CheckPart &) {}
#endif

} // namespace warplint::edge

#endif // WARPLINT_TIDY_FORCEDCRASHES_H
