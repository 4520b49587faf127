//===--- LaunchApi.h - Launch configurations and attributes -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_LAUNCHAPI_H
#define WARPLINT_CUDAMODEL_LAUNCHAPI_H

#include "CudaModel/SyncOp.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

namespace warplint {

/// The expressions between `<<<` and `>>>`; null where one is not given.
struct LaunchConfiguration {
  const clang::Expr *Grid = nullptr;
  const clang::Expr *Block = nullptr;
  const clang::Expr *SharedBytes = nullptr;
  const clang::Expr *Stream = nullptr;
};

/// The configuration of \p Launch in host or device code. Clang represents it
/// as a call; in device code it is one of `cudaLaunchDevice`, which takes the
/// kernel and its arguments first (CUDA Programming Guide, "CUDA Dynamic
/// Parallelism").
LaunchConfiguration configurationOf(const clang::CUDAKernelCallExpr &Launch);

/// Whether the default stream of the unit is one of each thread's own, which
/// waits for no other (CUDA Programming Guide, "Default Stream").
bool isDefaultStreamPerThread(const clang::ASTContext &Unit);

/// Whether \p Name is the launch attribute that lets a kernel start before the
/// kernels it depends on have ended (CUDA Programming Guide, "Programmatic
/// Dependent Launch and Synchronization"), in the runtime or the driver API.
bool isProgrammaticSerialization(const clang::EnumConstantDecl &Name);

/// Whether \p Member is the member of an attribute's value that switches this
/// on or off.
bool isProgrammaticSwitch(const clang::ValueDecl &Member);

/// Whether \p Row launches with attributes (`cudaLaunchKernelEx`).
bool takesLaunchAttributes(const SyncApiEntry &Row);

/// Calls that messages suggest, as a user types them.
namespace suggested {
inline constexpr llvm::StringLiteral DependencyWait =
    "cudaGridDependencySynchronize()";
} // namespace suggested

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_LAUNCHAPI_H
