//===--- WarpSpecialization.h - What threads of a block are for --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that gives some threads of a block one thing to do and the others
// another is made for blocks that have threads of both kinds.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_WARPSPECIALIZATION_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_WARPSPECIALIZATION_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace warplint {

/// Of one kernel, which it refers to.
class WarpSpecialization {
public:
  explicit WarpSpecialization(const KernelFacts &Facts);

  /// In a block of \p Shape there are threads for each of two things to do.
  /// Nothing but threads' places in the block decides between them.
  bool areAllPresent(const LaunchExtents &Shape) const;

private:
  const KernelFacts &Facts;
  std::vector<const Node *> Branches; ///< Both successors touch memory.
};

/// Leaves in \p Shapes those of which threads do all that there is to do, if
/// there are any; if not, those among \p Common take their place.
void keepThoseOfAllRoles(
    std::vector<LaunchExtents> &Shapes, const KernelFacts &Facts,
    llvm::function_ref<std::vector<LaunchExtents>()> Common);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_WARPSPECIALIZATION_H
