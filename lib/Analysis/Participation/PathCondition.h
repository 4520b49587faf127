//===--- PathCondition.h - Conditions that hold on a path -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Path feasibility: a path that skips a barrier only matters if a thread can
// take it. `if (i > 0) __syncthreads();` at the start of a loop's body is
// skipped in the first iteration only, and `if (i + 1 < n) __syncthreads();` at
// its end in the last, so that no thread goes from one iteration to the next
// without the barrier. Branches on the path bound linear sums of terms; the
// recurrences of loop counters move those bounds to the next iteration.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_PATHCONDITION_H
#define WARPLINT_ANALYSIS_PARTICIPATION_PATHCONDITION_H

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Support/Checked.h"
#include <map>
#include <set>

namespace warplint {
class BinaryTerm;
class Node;
class Term;
} // namespace warplint

namespace warplint::participation {

class PathCondition;

/// Whether \p From ends with a back edge to the head of a loop.
bool startsNextIteration(const Node &From);

/// Data that the PathConditions of one kernel share; must outlive them.
class PathContext {
public:
  explicit PathContext(const KernelFacts &Facts);

private:
  friend class PathCondition;
  void countParts(const Term *Condition);
  void noteConjuncts(const clang::Stmt &Loop);
  /// The loop that a branch is the condition of, or a part of the condition of.
  const clang::Stmt *loopDecidedBy(const Node &Branch) const;
  bool canChange(const Term *T) const;

  const KernelFacts &Facts;
  mutable TermReach Changing; ///< Terms that depend on memory or calls.
  /// Loops by the parts of the conjunctions that are their conditions.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> LoopOfConjunct;
  /// In how many conditions a term occurs. Bounds of a term that occurs in one
  /// only are not kept.
  llvm::DenseMap<const Term *, unsigned> Asked;
};

/// Conditions that hold for one thread on its path. Has value semantics.
class PathCondition {
public:
  /// The conditions for a thread that has reached \p Start: those of the
  /// branches over \p Start, and that the loops around it have been entered.
  PathCondition(const PathContext &Context, const Node &Start);

  /// The conditions for a thread that has taken successor \p Successor of
  /// \p Branch, which may be the head of a loop, in any iteration; nullopt if
  /// no thread can.
  static std::optional<PathCondition>
  behind(const PathContext &Context, const Node &Branch, unsigned Successor);

  /// The conditions after the edge from \p From to its successor number
  /// \p Successor; nullopt if no thread can take that edge. Loops that the path
  /// reaches are assumed to run at least one iteration.
  std::optional<PathCondition> along(const Node &From,
                                     unsigned Successor) const;

  /// Forgets what another iteration may change, so that walks of loops end.
  void keepFixed();

  bool operator<(const PathCondition &R) const {
    return std::tie(Bounds, Entered) < std::tie(R.Bounds, R.Entered);
  }

private:
  /// Orders terms by Term::id().
  struct ById {
    bool operator()(const Term *L, const Term *R) const {
      return L->id() < R->id();
    }
  };
  /// The sum of each term times its factor.
  using Sum = std::map<const Term *, int64_t, ById>;
  /// Smallest and largest value, and one value that is excluded.
  struct Bound {
    std::optional<int64_t> Min, Max, Not;
    bool operator<(const Bound &R) const {
      return std::tie(Min, Max, Not) < std::tie(R.Min, R.Max, R.Not);
    }
  };
  using Loop = std::pair<unsigned, const clang::Stmt *>;

  explicit PathCondition(const PathContext &Context) : Context(&Context) {}
  void assumeControls(const Node &Start,
                      llvm::function_ref<bool(const Node &)> Counts);
  bool canEnter(const Node &Branch) const;
  bool assume(const Term *Condition, bool Holds);
  /// Assumes that \p S plus \p Constant lies in \p B. False if it cannot.
  bool bound(Sum S, base::Checked Constant, Bound B, bool FromBranch);
  void intersectWithRanges(const Sum &S, Bound &B) const;
  bool isWorthKeeping(const Sum &S, bool FromBranch) const;
  bool passJoin(const Node &Join, const Node &From, bool NextIteration);
  bool moveCounter(const Term *Phi, const Term *Arriving);
  void forget(llvm::function_ref<bool(const Term *)> Gone);
  /// Adds \p Factor times \p T to \p S, without its constant part. Returns that
  /// constant; not known if the sum overflows.
  static base::Checked addTerms(Sum &S, const Term *T, int64_t Factor);

  const PathContext *Context;
  std::map<Sum, Bound> Bounds;
  std::set<Loop> Entered;
};

} // namespace warplint::participation

#endif // WARPLINT_ANALYSIS_PARTICIPATION_PATHCONDITION_H
