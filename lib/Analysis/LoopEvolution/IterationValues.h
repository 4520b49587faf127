//===--- IterationValues.h - Values a variable cycles through ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LOOPEVOLUTION_ITERATIONVALUES_H
#define WARPLINT_ANALYSIS_LOOPEVOLUTION_ITERATIONVALUES_H

#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/AccessPath.h"

namespace warplint {

/// What reaches \p Phi on the path from the nearest branch over it, as in
/// `if (++i == n) i = 0;`. \p Takes gives the number of the successor that a
/// branch takes; null where it gives none, or if the path is long.
const Term *
arriving(const PhiTerm &Phi, const CfgView &View, const Evaluation &Values,
         llvm::function_ref<std::optional<unsigned>(const Node &)> Takes);

/// The values of a loop variable that starts with a number and takes only a few
/// values: `phase ^= 1`, `if (++stage == 3) stage = 0`, also where a parameter
/// decides whether an iteration changes it (`if (both) phase = !phase`).
struct IterationValues {
  /// Each value once; the initial one comes first.
  llvm::SmallVector<int64_t, 8> Values;
  /// The index of the value that comes behind the last one, if each value has
  /// one only that comes behind it, which is the next: 0 of `phase ^= 1`, the
  /// last of `n >>= 1`. Nothing if something else decides what comes.
  std::optional<size_t> Back;

  bool isRing() const { return Back == 0u; }
};

/// The values of the variable of \p Loop, which starts with \p First. Nothing
/// if they are more than eight, if there is only one, or if memory or another
/// variable decides them.
std::optional<IterationValues>
turnedValues(const Induction &Loop, int64_t First, const LoopEvolution &Loops);

/// Whether \p T differs in each iteration of \p Of from what it was in the one
/// before: `slot ^ 1`, `i % 3`, `(i & 1) + 2`, `stage == 3 ? 0 : stage + 1`.
/// False if that is not known. It may come back later on.
bool changesAlways(const Term *T, const Loop &Of, const LoopEvolution &Loops);

/// Whether \p T rises in each iteration of \p Of, or falls in each, so that it
/// never comes back. False if that is not known.
bool movesOn(const Term *T, const Loop &Of, const LoopEvolution &Loops);

/// The loops around a node, outermost first, and those of their variables that
/// an address depends on.
struct CountedLoops {
  llvm::SmallVector<const Loop *, 4> Around;
  llvm::SmallVector<const Term *, 4> Variables;
};

/// The loops around \p N on whose variables \p At depends. Empty if there are
/// none, or if some variable belongs to no such loop or changes in an unknown
/// way.
CountedLoops countedLoops(const AccessPath &At, const Node &N,
                          const LoopEvolution &Loops);
/// Calls \p Visit with the variables of \p Of for thread \p Self in each
/// iteration, until it returns false. False if it did, if \p Of is empty, if
/// the iterations do not follow from where the thread stands, whatever memory
/// holds, or if \p Steps are used up.
bool forEachIteration(const CountedLoops &Of, const ThreadOfBlock &Self,
                      const LoopEvolution &Loops, StepBudget &Steps,
                      llvm::function_ref<bool(const GivenValues &)> Visit);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LOOPEVOLUTION_ITERATIONVALUES_H
