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

/// One launch of a kernel with what is known of its extents.
struct KernelLaunch {
  LaunchExtents Extents;
  const clang::Expr *Site = nullptr; ///< The first that has these extents.
};

/// What a unit says of the launches of one kernel.
struct KernelLaunches {
  /// Extents on which all launches agree, joined with `__launch_bounds__` and
  /// `__cluster_dims__`.
  LaunchExtents Common;
  /// The launches whose extents differ, in source order of the functions that
  /// make them.
  std::vector<KernelLaunch> Each;
};

/// Launches of \p Kernels by \p HostFunctions, which have bodies: by
/// `<<<grid, block>>>` or by a call that \p Model knows to launch, with extents
/// that HostRun finds. Kernels without any fact are absent.
llvm::DenseMap<const clang::FunctionDecl *, KernelLaunches>
collectLaunches(clang::ASTContext &Context,
                llvm::ArrayRef<const clang::FunctionDecl *> HostFunctions,
                llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                const SyncModel &Model);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIT_LAUNCHES_H
