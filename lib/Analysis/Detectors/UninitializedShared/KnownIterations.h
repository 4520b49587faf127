//===--- KnownIterations.h - Iterations that a thread is known to make -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the loops that an address is computed with: where the head of a loop asks
// for nothing but who the thread is and variables that each iteration changes in a
// known way, its iterations are those numbers, whatever stands in them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_KNOWNITERATIONS_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_KNOWNITERATIONS_H

#include "Analysis/KernelFacts/KernelLoops.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Expr/StepBudget.h"

namespace warplint {

/// Loops around one place, the outer ones first, and their variables that an
/// address there is computed from.
struct KnownTripCounts {
  llvm::SmallVector<const Loop *, 4> Around;
  llvm::SmallVector<const Term *, 4> Variables;
};

class KnownIterations {
public:
  explicit KnownIterations(const KernelFacts &Facts);

  /// The loops around \p N whose variables \p At is computed from; none if there
  /// are none, or some variable is not of such a loop or changes in a path that is
  /// not known.
  KnownTripCounts loopsOf(const Location &At, const Node &N) const;
  /// Calls \p Visit with the variables of \p Of, as \p Self has them in each
  /// iteration, until it returns false. False if it did, if \p Of has none, or if
  /// the iterations are not known.
  bool forEach(const KnownTripCounts &Of, const ThreadOfBlock &Self,
               llvm::function_ref<bool(const GivenValues &)> Visit);

private:
  bool run(const KnownTripCounts &Of, size_t Depth, const ThreadOfBlock &Self,
           GivenValues Iteration,
           llvm::function_ref<bool(const GivenValues &)> Visit);
  llvm::ArrayRef<const Induction *> variablesOf(const Loop &Of);

  const KernelFacts &Facts;
  const KernelLoops &Loops;
  StepBudget Steps;
  /// Looked up, never iterated.
  llvm::DenseMap<const Loop *, llvm::SmallVector<const Induction *, 2>> Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_KNOWNITERATIONS_H
