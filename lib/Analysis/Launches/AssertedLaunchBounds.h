//===--- AssertedLaunchBounds.h - Extents a kernel asserts ------*- C++ -*-===//
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
} // namespace warplint

namespace warplint::launches {

/// The extents that \p Kernel itself requires; 0 where it requires none, and
/// all 0 if it has no body. An extent is required by
/// `assert(blockDim.x == 256)`, `__builtin_assume(...)` or `[[assume(...)]]`,
/// by `if (blockDim.x != 256) return;` before any side effect, or by the same
/// test with `__trap()` anywhere outside of branches and loops. Only equalities
/// with constant expressions count, template arguments included. Where nothing
/// is required of a block dimension and all block-wide collectives of the body
/// are for one block, it is that block's.
LaunchExtents assertedExtents(const clang::FunctionDecl &Kernel,
                              const SyncModel &Model);

} // namespace warplint::launches

#endif // WARPLINT_ANALYSIS_LAUNCHES_ASSERTEDLAUNCHBOUNDS_H
