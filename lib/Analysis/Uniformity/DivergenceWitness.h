//===--- DivergenceWitness.h - Two threads that part at a branch -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_DIVERGENCEWITNESS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_DIVERGENCEWITNESS_H

#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Expr/Term.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace warplint {

/// Two threads of one block that take different ways at a branch. Indices are
/// threadIdx (x, y, z).
struct DivergenceWitness {
  std::array<int64_t, 3> Taking = {};    ///< The condition holds.
  std::array<int64_t, 3> NotTaking = {}; ///< It does not.
  /// Kernel parameters the outcome depends on, with the values that show it.
  std::vector<std::pair<const clang::ValueDecl *, int64_t>> Given;
  /// Threads per block that was assumed where the launch is not known; 0 where
  /// it is or does not matter.
  int64_t AssumedBlock = 0;
};

/// Looks for a witness by running \p Condition on a few launches. The condition
/// of a loop is run for its first iteration. Nothing if the condition depends
/// on memory or if no witness turned up. \p HostValues: what the kernel's parameters
/// are in launches that the host makes, no others are tried then; empty if that
/// is not known.
std::optional<DivergenceWitness> findWitness(const Term *Condition,
                                         const Evaluation &Values,
                                         const LaunchExtents &Launch,
                                         llvm::ArrayRef<GivenValues> HostValues = {});

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_DIVERGENCEWITNESS_H
