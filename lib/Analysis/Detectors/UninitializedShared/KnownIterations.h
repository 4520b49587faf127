//===--- KnownIterations.h - Iterations with known indices ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates iterations of the loops that an address depends on. If the head of
// a loop tests only thread identity and variables that each iteration changes
// in a known way, its iterations follow from these, whatever memory contains.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_KNOWNITERATIONS_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_KNOWNITERATIONS_H

#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"

namespace warplint::uninitialized {

/// The loops around a node, outermost first, and those of their variables that
/// an address depends on.
struct KnownTripCounts {
  llvm::SmallVector<const Loop *, 4> Around;
  llvm::SmallVector<const Term *, 4> Variables;
};

/// Enumerates known iterations of one kernel, within a step budget.
class KnownIterations {
public:
  explicit KnownIterations(const KernelFacts &Facts);

  /// The loops around \p N on whose variables \p At depends. Empty if there are
  /// none, or if some variable belongs to no such loop or changes in an unknown
  /// way.
  KnownTripCounts loopsOf(const AccessPath &At, const Node &N) const;
  /// Calls \p Visit with the variables of \p Of for thread \p Self in each
  /// iteration, until it returns false. False if it did, if \p Of is empty, or
  /// if the iterations are unknown.
  bool forEach(const KnownTripCounts &Of, const ThreadOfBlock &Self,
               llvm::function_ref<bool(const GivenValues &)> Visit);

private:
  bool run(const KnownTripCounts &Of, size_t Depth, const ThreadOfBlock &Self,
           GivenValues Iteration,
           llvm::function_ref<bool(const GivenValues &)> Visit);
  llvm::ArrayRef<const Induction *> variablesOf(const Loop &Of);

  const KernelFacts &Facts;
  const Loops &AllLoops;
  StepBudget Steps;
  /// Looked up, never iterated.
  llvm::DenseMap<const Loop *, llvm::SmallVector<const Induction *, 2>> Known;
};

} // namespace warplint::uninitialized

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_KNOWNITERATIONS_H
