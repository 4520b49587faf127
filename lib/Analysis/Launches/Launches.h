//===--- Launches.h - Launches of each kernel of a unit ---------*- C++ -*-===//
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
#include "Assumptions/Assumptions.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint::host {
struct HostLaunch;
} // namespace warplint::host

namespace warplint::launches {

/// Launches of one kernel that agree in extents, attributes and shared memory,
/// and what is known of them.
struct KernelLaunch {
  /// `Cluster` is what the launch asks for or else what `__cluster_dims__`
  /// says.
  LaunchExtents Extents;
  LaunchAttributes Attributes;
  /// Bytes of dynamic shared memory; nothing if unknown.
  std::optional<uint64_t> SharedBytes;
  /// A function on the path to the launch queries how many blocks the device
  /// can hold: the grid may be as large as that.
  bool FitsDevice = false;
  /// The first such launch in this unit; null if another unit makes it or the
  /// host function was not analysed.
  const clang::Expr *Site = nullptr;
  std::string Place; ///< File and line of a launch without `Site`.
  /// File and line of the call in another unit that reaches the launch and
  /// determines its numbers; empty if no call does.
  std::string Caller;
  /// The constraints of these launches, each once; an empty one says nothing.
  /// Programs that sweep over sizes repeat themselves: at most FactsRecorded
  /// are kept, by every unit of a build.
  std::vector<LaunchConstraint> Facts;
  static constexpr size_t FactsRecorded = 6;
  /// True if certainly no constraint was left out of `Facts`.
  bool hasAllFacts() const { return Facts.size() < FactsRecorded; }
};

/// All known launches of one kernel.
struct KernelLaunches {
  /// Extents on which all launches agree, else 0; `MaxThreads` is that of
  /// `__launch_bounds__`, and `Cluster` that of `__cluster_dims__` where the
  /// kernel has it.
  LaunchExtents Common;
  /// The different launches, in source order of the functions that make them;
  /// those of other units last.
  std::vector<KernelLaunch> Each;
  /// Extents that some launches ask for and no GPU can launch.
  std::vector<Unlaunchable> Refused;
  /// Assumptions that all launches rest on: that they are made though constants
  /// of the host switch them off, say.
  AssumptionSet::Bits RestsOn = 0;
};

/// Groups the launches \p Made by kernel. A kernel of which nothing is known is
/// absent; one that the unit only declares is found under its first
/// declaration. \p AsCalled replaces each launch by those that calls of other
/// units make of it. Without \p AsCalled, entries are removed from the
/// constraints, and launches that count only as other units call them
/// (OnlyAsCalled) are left out.
llvm::DenseMap<const clang::FunctionDecl *, KernelLaunches> collectLaunches(
    clang::ASTContext &Context, llvm::ArrayRef<host::HostLaunch> Made,
    llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
    llvm::function_ref<std::vector<KernelLaunch>(const KernelLaunch &)>
        AsCalled = nullptr);

/// Adds \p New to \p To, merged with an equal launch if there is one. Extents
/// that no GPU can launch go to `To.Refused`.
void addLaunch(KernelLaunches &To, const KernelLaunch &New);

} // namespace warplint::launches

#endif // WARPLINT_ANALYSIS_LAUNCHES_LAUNCHES_H
