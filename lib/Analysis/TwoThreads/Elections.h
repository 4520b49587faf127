//===--- Elections.h - Whom atomics and votes choose ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test of what an atomic gave back lets one thread pass for each address that
// the atomic is done at, a test of a vote one lane of each warp. Where threads
// use different addresses, or are of different warps, two of them can pass.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_ELECTIONS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_ELECTIONS_H

#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace warplint {

/// A fact of one kernel (KernelFacts::get).
class Elections {
public:
  explicit Elections(const KernelFacts &Facts);

  using AtomicSet = llvm::SmallSetVector<const Event *, 2>;
  /// The atomics whose results decide over the value of \p T: of two threads
  /// that are \p Relation, each of them chooses one if both use one address there.
  /// Nothing if something else may choose one of the two: a flag that another
  /// thread sets, a lock, a group of which neither size nor place is known.
  std::optional<AtomicSet> behind(const Term *T, ThreadRelation Relation) const;

private:
  struct Source {
    const Term *Value;
    bool OfOtherLane; ///< Another lane of the warp may have computed it.
  };
  /// What is still to be looked at for one answer.
  struct Search;
  std::optional<AtomicSet> search(const Term *T, ThreadRelation Relation) const;
  bool visit(const Term &Part, Search &In) const;
  bool visitResult(const ResultTerm &Result, Search &In) const;
  bool visitLoad(const LoadTerm &Load, Search &In) const;
  void addControls(const Node &At, Search &In) const;
  bool endsWaiting(const Node &Branch) const;

  const KernelFacts &Facts;
  /// Looked up by call and statement, never iterated.
  llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                 const Event *>
      Operations;
  /// What writes to an object, by its root; looked up only.
  llvm::DenseMap<const Term *, std::vector<const Event *>> Writes;
  llvm::DenseSet<std::pair<const CallContext *, const clang::Stmt *>> Volatile;
  mutable llvm::DenseMap<std::pair<const Term *, unsigned>,
                         std::optional<AtomicSet>>
      Known;          ///< What `behind` has found.
  bool Waits = false; ///< Some loop ends when another thread lets it.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_ELECTIONS_H
