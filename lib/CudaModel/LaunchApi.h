//===--- LaunchApi.h - What host code says of a launch ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_LAUNCHAPI_H
#define WARPLINT_CUDAMODEL_LAUNCHAPI_H

#include "CudaModel/SyncOp.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

namespace warplint {

/// What stands between `<<<` and `>>>`; null where nothing is said.
struct LaunchConfiguration {
  const clang::Expr *Grid = nullptr;
  const clang::Expr *Block = nullptr;
  const clang::Expr *SharedBytes = nullptr;
  const clang::Expr *Stream = nullptr;
};

/// The configuration of a launch in host or device code. Clang writes it as a
/// call, in device code of `cudaLaunchDevice`, which takes the kernel and its
/// arguments first (CUDA Programming Guide, "CUDA Dynamic Parallelism").
LaunchConfiguration configurationOf(const clang::CUDAKernelCallExpr &Launch);

/// The name of the launch attribute by which a kernel may start before those
/// that it depends on have ended (CUDA Programming Guide, "Programmatic
/// Dependent Launch and Synchronization"), in the runtime or the driver API.
bool isProgrammaticSerialization(const clang::EnumConstantDecl &Name);

/// The member of an attribute's value that switches it on or off.
bool isProgrammaticSwitch(const clang::ValueDecl &Member);

/// \p Row launches with attributes (`cudaLaunchKernelEx`).
bool takesLaunchAttributes(const SyncApiEntry &Row);

/// What messages suggest, as a user types it.
namespace suggested {
inline constexpr llvm::StringLiteral DependencyWait =
    "cudaGridDependencySynchronize()";
} // namespace suggested

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_LAUNCHAPI_H
