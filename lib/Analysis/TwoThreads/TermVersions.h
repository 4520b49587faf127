//===--- TermVersions.h - Steps of an interval that set a term --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A term over variables of the kernel changes its value only at certain steps
// of an interval: at a phi of one of its variables, and where a branch implies
// a variable's value. In between it is the same, so an analysis looks at it
// once per version, not once per step.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_TERMVERSIONS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_TERMVERSIONS_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include <map>
#include <vector>

namespace warplint::twothreads {

/// The versions of all terms of one kernel in one interval, independent of
/// thread and launch.
class TermVersions {
public:
  /// The step before the first one of the interval.
  static constexpr unsigned Before = ~0u;

  /// Both must outlive this.
  TermVersions(const Interval &Of, const Evaluation &Values);

  /// The steps at which \p N begins: more than one if the interval re-enters a
  /// loop around \p N; none if \p N is not in the interval, or if the interval
  /// starts inside \p N.
  llvm::ArrayRef<unsigned> firstStepsOf(const Node &N) const;

  /// The last step on every path to \p Step that changes a variable of \p T;
  /// \p T has one value from there to \p Step. `Before` if the interval has
  /// changed none.
  unsigned at(const Term *T, unsigned Step);

  /// The variables in \p T that the interval changes; empty if there are none,
  /// or too many to be kept apart.
  llvm::ArrayRef<const Term *> variablesOf(const Term *T) {
    return Sets[setOf(T)];
  }

  /// The interval changes a variable of \p T.
  bool changes(const Term *T) { return setOf(T) != None; }

private:
  using Variables = std::vector<const Term *>;
  /// Indices of sets. Those larger than Budgets::VersionVariables are one set,
  /// `Many`.
  static constexpr unsigned None = 0, Many = 1;

  unsigned setOf(const Term *T);
  unsigned intern(Variables Set);
  llvm::ArrayRef<unsigned> changesOf(const Term *Phi);
  void findDominators();
  void numberTree();
  bool dominates(unsigned Step, unsigned Other) const {
    return Entered[Step] <= Entered[Other] && Left[Other] <= Left[Step];
  }

  const Interval &Of;
  const Evaluation &Values;
  llvm::DenseMap<const Node *, llvm::SmallVector<unsigned, 1>> FirstSteps;
  /// Steps whose incoming edge implies the value of a variable.
  llvm::DenseMap<const Term *, llvm::SmallVector<unsigned, 2>> Memo;
  std::vector<Variables> Sets;
  std::map<std::vector<unsigned>, unsigned> Known; ///< By the terms' ids.
  TermFold<unsigned> SetOf;
  /// The steps that change a variable, the last one first.
  llvm::DenseMap<const Term *, std::vector<unsigned>> Changes;

  /// For each step: its immediate dominator, the times at which a depth-first
  /// walk over the dominator tree enters and leaves it, and its dominance
  /// frontier. Empty until they are needed.
  std::vector<unsigned> Dominators, Entered, Left;
  std::vector<llvm::SmallVector<unsigned, 2>> Frontiers;
};

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_TERMVERSIONS_H
