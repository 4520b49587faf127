//===--- AssertedLaunchBounds.h - Launches that a kernel says it is for -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_ASSERTEDLAUNCHBOUNDS_H
#define WARPLINT_ANALYSIS_LAUNCHES_ASSERTEDLAUNCHBOUNDS_H

#include "Analysis/Expr/LaunchExtents.h"
#include "clang/AST/Decl.h"

namespace warplint {

class SyncModel;

/// The extents outside of which \p Kernel, which has a body, does nothing or
/// has no meaning: its `assert(blockDim.x == 256)`, `__builtin_assume(...)`,
/// `[[assume(...)]]`, `if (blockDim.x != 256) return;` before all else or
/// `... __trap();` anywhere outside of branches and loops. Numbers are constant
/// expressions, of template arguments too. `blockDim.x <= 256` is a bound on
/// the threads where the kernel has only those along x.
LaunchExtents assertedExtents(const clang::FunctionDecl &Kernel,
                            const SyncModel &Model);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_ASSERTEDLAUNCHBOUNDS_H
