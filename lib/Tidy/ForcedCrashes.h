//===--- ForcedCrashes.h - Crashes for tests --------------------*- C++ -*-===//
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
//   shared-memory-race:tiles           at the check of that kernel
//   :tiles                             at what all checks of the kernel ask for
//   host-sync:                         at the check of the unit
//   :                                  at what all kernels ask for
//
// and behind each "=" what it is: abort, memory, or stack; a null pointer
// without one. Several are separated by commas. In a build without tests there
// is nothing of it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_FORCEDCRASHES_H
#define WARPLINT_TIDY_FORCEDCRASHES_H

#include "checks/Check.h"

namespace warplint {

#ifdef WARPLINT_FORCED_CRASHES
void crashIfForced(const CheckPart &At);
#else
inline void crashIfForced(const CheckPart &) {}
#endif

} // namespace warplint

#endif // WARPLINT_TIDY_FORCEDCRASHES_H
