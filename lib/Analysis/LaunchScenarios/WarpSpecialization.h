//===--- WarpSpecialization.h - Roles of a block's threads ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel with different tasks for different threads of a block (warp
// specialization) is written for blocks that have threads for each task.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_WARPSPECIALIZATION_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_WARPSPECIALIZATION_H

#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace warplint {
class Node;
} // namespace warplint

namespace warplint::scenarios {

/// The branches of one kernel that select tasks by thread index. Refers to
/// \p Facts.
class WarpSpecialization {
public:
  explicit WarpSpecialization(const KernelFacts &Facts);

  /// For each such branch, a block of \p Shape has threads that take it and
  /// threads that do not. Only branches on thread indices within the block
  /// count.
  bool areAllPresent(const LaunchExtents &Shape) const;

private:
  const KernelFacts &Facts;
  std::vector<const Node *> Branches; ///< Both successors touch memory.
};

/// Keeps in \p Shapes those that have threads for all tasks, if there are any;
/// otherwise replaces \p Shapes by those shapes of \p Common that do, if any.
void keepThoseOfAllRoles(
    std::vector<LaunchExtents> &Shapes, const KernelFacts &Facts,
    llvm::function_ref<std::vector<LaunchExtents>()> Common);

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_WARPSPECIALIZATION_H
