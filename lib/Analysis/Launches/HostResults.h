//===--- HostResults.h - What a run of host code comes to ------*- C++ -*-===//
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
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/MapVector.h"
#include <array>
#include <optional>
#include <vector>

namespace warplint {

/// One launch as one path through the host code makes it. Numbers are nothing
/// where they are not known.
struct HostLaunch {
  using Extents = std::array<std::optional<int64_t>, 3>;
  const clang::FunctionDecl *Kernel = nullptr;
  const clang::Expr *Site = nullptr;
  Extents Grid, Block, Cluster;
  std::optional<int64_t> SharedBytes;
  LaunchAttributes Attributes;
  LaunchConstraint Fact;
  bool FitsDevice = false; ///< See KernelLaunch.
};

/// One call of a function that another unit may define.
struct HostCall {
  const clang::FunctionDecl *Callee = nullptr;
  const clang::Expr *Site = nullptr;
  /// Its arguments are the numbers that the callee gets: for each parameter
  /// one, for a small record its fields.
  LaunchConstraint Fact;
};

/// What it took to follow host code, and what limits left out of it.
struct HostEffort {
  uint64_t Steps = 0; ///< Statements that were run, over all paths.
  /// Functions in which ways were not followed, in the order in which limits
  /// were hit, with how many.
  llvm::MapVector<const clang::FunctionDecl *, unsigned> LeftOut;
};

/// What host code does, in one run.
struct HostResults {
  std::vector<HostLaunch> Launches;
  std::vector<HostCall> Calls;
  HostEffort Effort;
};

/// A launch of \p Kernel by \p Site of which nothing is known.
HostLaunch unknownLaunch(const clang::FunctionDecl &Kernel,
                         const clang::Expr &Site);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_HOSTRESULTS_H
