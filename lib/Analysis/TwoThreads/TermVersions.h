//===--- TermVersions.h - Since when a term has its value -*- C++ -*-------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A term that names variables of the kernel changes its value where one of them
// does: where it is joined, and where a branch tells what it holds. Between
// those steps of an interval it stays what it was, so that it needs to be
// looked at once per version and not once per step.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_TERMVERSIONS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_TERMVERSIONS_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Expr/TermTraversal.h"
#include <map>
#include <vector>

namespace warplint {

/// The versions of the terms of one kernel in one interval, for whatever thread
/// and launch.
class TermVersions {
public:
  /// "Step" of the interval's start.
  static constexpr unsigned Before = ~0u;

  /// Both must outlive this.
  TermVersions(const Interval &Of, const Evaluation &Values);

  /// The steps with which \p N begins, more than one if the interval comes into
  /// a loop around it anew; none if it is not in the interval, or if that
  /// starts in the middle of it.
  llvm::ArrayRef<unsigned> firstStepsOf(const Node &N) const;

  /// The step that last set what \p T is made of, on every path to \p Step; \p T
  /// is the same in both. Before: nothing since the interval's start.
  unsigned at(const Term *T, unsigned Step);

  /// The variables that the interval sets and \p T is made of; empty if there
  /// are none, or too many to be told apart.
  llvm::ArrayRef<const Term *> variablesOf(const Term *T) {
    return Sets[setOf(T)];
  }

  /// The interval sets a variable that \p T is made of.
  bool changes(const Term *T) { return setOf(T) != None; }

private:
  using Variables = std::vector<const Term *>;
  /// Sets with more variables are not told apart.
  static constexpr size_t MostVariables = 8;
  static constexpr unsigned None = 0, Many = 1; ///< Indices of sets.

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
  /// Steps whose way in tells what a variable holds.
  llvm::DenseMap<const Term *, llvm::SmallVector<unsigned, 2>> Memo;
  std::vector<Variables> Sets;
  std::map<std::vector<unsigned>, unsigned> Known; ///< By the terms' ids.
  TermFold<unsigned> SetOf;
  /// By variable, the steps that change it, the last one first.
  llvm::DenseMap<const Term *, std::vector<unsigned>> Changes;

  /// Of each step the one that dominates it most closely, when a walk over the
  /// tree of those comes to it and leaves it, and the joins to which it comes
  /// without dominating them. Empty if nobody asked.
  std::vector<unsigned> Dominators, Entered, Left;
  std::vector<llvm::SmallVector<unsigned, 2>> Frontiers;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_TERMVERSIONS_H
