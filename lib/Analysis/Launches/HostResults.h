//===--- HostResults.h - Launches and calls found in host code --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_HOSTRESULTS_H
#define WARPLINT_ANALYSIS_LAUNCHES_HOSTRESULTS_H

#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/Launches/LaunchConstraint.h"
#include "Assumptions/Assumptions.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/MapVector.h"
#include <array>
#include <optional>
#include <vector>

namespace warplint::host {

/// One launch on one path through the host code. A number that is not known is
/// nothing.
struct HostLaunch {
  using Extents = std::array<std::optional<int64_t>, 3>;
  const clang::FunctionDecl *Kernel = nullptr;
  const clang::Expr *Site = nullptr;
  /// Blocks per axis of the grid, threads per axis of the block, blocks per
  /// axis of the cluster.
  Extents Grid, Block, Cluster;
  /// Bytes of dynamic shared memory.
  std::optional<int64_t> SharedBytes;
  LaunchAttributes Attributes;
  launches::LaunchConstraint Fact;
  bool FitsDevice = false; ///< See KernelLaunch::FitsDevice.
  AssumptionSet::Bits RestsOn = 0;
};

/// One call, on one path, of a function that another unit may define.
struct HostCall {
  const clang::FunctionDecl *Callee = nullptr;
  const clang::Expr *Site = nullptr;
  /// `Fact.Arguments` has the numbers that the callee gets: one for each
  /// parameter or, where the parameter is a small record, one for each of its
  /// fields.
  launches::LaunchConstraint Fact;
};

/// How much host code was run, and what limits left out of it.
struct HostEffort {
  uint64_t Steps = 0; ///< Statements that were run, summed over all paths.
  /// Functions with paths that a limit cut off, and how many times; in the
  /// order in which the limits were hit.
  llvm::MapVector<const clang::FunctionDecl *, unsigned> LeftOut;
};

/// What one run of the HostInterpreter has found.
struct HostResults {
  std::vector<HostLaunch> Launches;
  std::vector<HostCall> Calls;
  HostEffort Effort;
};

/// A launch of \p Kernel at \p Site of which nothing else is known; its
/// attributes are Unknown.
HostLaunch unknownLaunch(const clang::FunctionDecl &Kernel,
                         const clang::Expr &Site);

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_LAUNCHES_HOSTRESULTS_H
