//===--- Launches.h - What a unit says of its launches -----------*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIT_LAUNCHES_H
#define WARPLINT_ANALYSIS_UNIT_LAUNCHES_H

#include "Analysis/Unit/LaunchExtents.h"
#include "Model/SyncApi.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace warplint {

/// Extents of the launches of \p Kernels that the bodies of \p HostFunctions
/// hold (`<<<grid, block>>>`, or a call that \p Model knows to launch the
/// kernel it names; with constants, also through local `dim3` and integer
/// variables that nothing changes), joined with `__launch_bounds__`
/// and `__cluster_dims__`. Kernels
/// without any fact are absent.
llvm::DenseMap<const clang::FunctionDecl *, LaunchExtents>
collectLaunches(clang::ASTContext &Context,
                llvm::ArrayRef<const clang::FunctionDecl *> HostFunctions,
                llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                const SyncModel &Model);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIT_LAUNCHES_H
