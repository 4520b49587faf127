//===--- DivergenceWitness.h - Two threads that diverge ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_DIVERGENCEWITNESS_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_DIVERGENCEWITNESS_H

#include "Analysis/Expr/Term.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace warplint::scenarios {

/// Two threads of one block that take different successors at a branch. Indices
/// are threadIdx (x, y, z).
struct DivergenceWitness {
  std::array<int64_t, 3> Taking = {};    ///< The condition holds.
  std::array<int64_t, 3> NotTaking = {}; ///< The condition does not hold.
  /// Kernel parameters that the condition depends on, with chosen values.
  std::vector<std::pair<const clang::ValueDecl *, int64_t>> Given;
  /// The block size that was assumed because the launch does not show it; 0 if
  /// the block size is known.
  int64_t AssumedBlock = 0;
};

/// Looks for a witness by computing \p Condition for the threads of one block,
/// with a few values of the parameters. The condition of a loop is computed for
/// the first iteration. \p HostValues: the parameters of launches that the host
/// makes; if there are any, no other values are tried. Nullopt if \p Condition
/// depends on memory or no witness was found, which proves nothing.
std::optional<DivergenceWitness>
findWitness(const Term *Condition, const Evaluation &Values,
            const LaunchExtents &Launch,
            llvm::ArrayRef<GivenValues> HostValues = {});

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_DIVERGENCEWITNESS_H
