//===--- Elections.h - Threads elected by atomics and votes -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test of an atomic's result elects one thread per address of the atomic; a
// test of a vote elects one lane per warp. Two threads that use different
// addresses, or that are in different warps, can both pass.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_ELECTIONS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_ELECTIONS_H

#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace warplint {
class CallContext;
class DeviceCode;
class LoadTerm;
class Node;
class ResultTerm;
class Term;
struct Event;
} // namespace warplint

namespace warplint::twothreads {

/// \p T is what an asm statement that synchronizes or loads with an order
/// leaves.
bool isLeftBySync(const Term *T, DeviceCode &Code);

/// Which elections decide a value. A fact of one kernel (KernelFacts::get).
class Elections {
public:
  explicit Elections(const KernelFacts &Facts);

  using AtomicSet = llvm::SmallSetVector<const Event *, 2>;
  /// The atomics whose results decide the value of \p T: of two threads that
  /// are \p Relation, each atomic elects at most one if both threads use one
  /// address. Nothing if something else may elect one of the two threads: a
  /// flag that another thread sets, a lock, or a group of threads of unknown
  /// size or place.
  std::optional<AtomicSet> behind(const Term *T, ThreadRelation Relation) const;

private:
  struct Source {
    const Term *Value;
    bool OfOtherLane; ///< Another lane of the warp may have computed it.
  };
  /// Work list of one search.
  struct Search;
  std::optional<AtomicSet> search(const Term *T, ThreadRelation Relation) const;
  bool visit(const Term &Part, Search &In) const;
  bool visitResult(const ResultTerm &Result, Search &In) const;
  bool visitLoad(const LoadTerm &Load, Search &In) const;
  void addControls(const Node &At, Search &In) const;
  bool endsWaiting(const Node &Branch) const;

  const KernelFacts &Facts;
  mutable llvm::DenseMap<std::pair<const Term *, unsigned>,
                         std::optional<AtomicSet>>
      Known;          ///< Results of `behind`.
  bool Waits = false; ///< Some loop ends only when another thread lets it.
};

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_ELECTIONS_H
