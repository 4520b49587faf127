//===--- Launches.h - What a unit says of its launches -----------*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_LAUNCHES_H
#define WARPLINT_ANALYSIS_LAUNCHES_LAUNCHES_H

#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/Launches/LaunchConstraint.h"
#include "Analysis/Launches/LaunchLimits.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

struct HostLaunch;

/// One launch of a kernel with what is known of it.
struct KernelLaunch {
  /// The clusters are those that the launch asks for or, where it asks for
  /// none, that the kernel is compiled for.
  LaunchExtents Extents;
  LaunchAttributes Attributes;
  /// Bytes of dynamic shared memory; nothing if unknown.
  std::optional<uint64_t> SharedBytes;
  /// The host asks, in a function on the path to the launch, how many blocks the
  /// device can hold: the grid may be as large as that.
  bool FitsDevice = false;
  /// The first that is like this; null if another unit makes it.
  const clang::Expr *Site = nullptr;
  std::string Place; ///< File and line of what another unit makes.
  /// File and line of the call in another unit that comes to it and tells its
  /// numbers; empty if they do not depend on one.
  std::string Caller;
  /// What the launches that are like this say beside it, each once. One that
  /// says nothing is empty. Programs that sweep over sizes repeat themselves:
  /// the first MostFacts stand for the rest.
  std::vector<LaunchConstraint> Facts;
  static constexpr size_t MostFacts = 6;
  /// Nothing is left out of `Facts`.
  bool hasAllFacts() const { return Facts.size() < MostFacts; }
};

/// What a unit says of the launches of one kernel.
struct KernelLaunches {
  /// Extents on which all launches agree, joined with `__launch_bounds__` and
  /// `__cluster_dims__`.
  LaunchExtents Common;
  /// The launches that differ in something, in source order of the functions
  /// that make them.
  std::vector<KernelLaunch> Each;
  /// What some of them ask for and no GPU launches.
  std::vector<Unlaunchable> Refused;
};

/// What \p Made says of \p Kernels, by the kernel. Kernels without any fact are
/// absent; those that the unit only declares stand there by their first
/// declaration. What \p AsCalled makes of a launch counts in its place; without
/// it launches have no entries, and those that are only as other units call
/// them are left out.
llvm::DenseMap<const clang::FunctionDecl *, KernelLaunches> collectLaunches(
    clang::ASTContext &Context, llvm::ArrayRef<HostLaunch> Made,
    llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
    llvm::function_ref<std::vector<KernelLaunch>(const KernelLaunch &)>
        AsCalled = nullptr);

/// Adds \p New to what is known of a kernel's launches.
void addLaunch(KernelLaunches &To, const KernelLaunch &New);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_LAUNCHES_H
