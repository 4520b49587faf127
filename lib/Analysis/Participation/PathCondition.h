//===--- PathCondition.h - What a walk along a path knows -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path that skips a barrier is only worth a word if a thread can take it.
// `if (i > 0) __syncthreads();` at the head of a loop is skipped in the first
// iteration alone, `if (i + 1 < n) __syncthreads();` at its end in the last: no
// thread goes from one round to the next without it. Branches that were taken
// bound sums of terms; loop counters move those bounds from iteration to iteration.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_PATHCONDITION_H
#define WARPLINT_ANALYSIS_PARTICIPATION_PATHCONDITION_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Support/Checked.h"
#include <map>
#include <set>

namespace warplint {

class PathCondition;

/// The path out of \p From leads to the head of a loop for its next iteration.
bool startsNextIteration(const Node &From);

/// What all paths of one kernel share.
class PathContext {
public:
  explicit PathContext(const KernelFacts &Facts);

private:
  friend class PathCondition;
  void countParts(const Term *Condition);
  bool canChange(const Term *T) const;

  const KernelFacts &Facts;
  mutable TermReach Changing; ///< Terms that memory and calls are part of.
  llvm::DenseMap<const Node *, llvm::SmallVector<const Term *, 4>> JoinsAt;
  /// How many branches ask about a term: what only one asks about is not worth
  /// remembering.
  llvm::DenseMap<const Term *, unsigned> Asked;
};

/// Conditions that hold for one thread on its path. A value.
class PathCondition {
public:
  /// At \p Start, for a thread that has come there: what the branches over it
  /// say, and that it is in an iteration of the loops around it.
  PathCondition(const PathContext &Context, const Node &Start);

  /// After going from \p From along its successor \p Successor; nothing if no thread
  /// can. A loop that the path comes to is taken to run at least once.
  std::optional<PathCondition> along(const Node &From, unsigned Successor) const;

  bool operator<(const PathCondition &R) const {
    return std::tie(Bounds, Entered) < std::tie(R.Bounds, R.Entered);
  }

private:
  /// Sum of factor times term, by the term's number.
  struct ById {
    bool operator()(const Term *L, const Term *R) const {
      return L->id() < R->id();
    }
  };
  using Sum = std::map<const Term *, int64_t, ById>;
  struct Bound {
    std::optional<int64_t> Min, Max, Not;
    bool operator<(const Bound &R) const {
      return std::tie(Min, Max, Not) < std::tie(R.Min, R.Max, R.Not);
    }
  };
  using Loop = std::pair<unsigned, const clang::Stmt *>;

  bool canEnter(const Node &Branch) const;
  bool assume(const Term *Condition, bool Holds);
  using Parts = llvm::SmallVectorImpl<std::pair<const Term *, bool>>;
  /// \p More has what else is to be assumed.
  bool assumePart(const Term *Condition, bool Holds, Parts &More);
  bool assumeComparison(const BinaryTerm &Condition, bool Holds);
  /// \p S plus \p Constant lies in \p B. False if that cannot be.
  bool bound(Sum S, Checked Constant, Bound B, bool FromBranch);
  void intersectWithRanges(const Sum &S, Bound &B) const;
  bool isWorthKeeping(const Sum &S, bool FromBranch) const;
  bool passJoin(const Node &Join, const Node &From, bool NextIteration);
  bool moveCounter(const Term *Phi, const Term *Arriving);
  void forget(llvm::function_ref<bool(const Term *)> Gone);
  /// Adds \p Factor times \p T to \p S; returns what is to be added to that,
  /// which is not known where the sum does not fit.
  static Checked addTerms(Sum &S, const Term *T, int64_t Factor);

  const PathContext *Context;
  std::map<Sum, Bound> Bounds;
  std::set<Loop> Entered;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_PARTICIPATION_PATHCONDITION_H
