//===--- AccessPair.h - An access of each of two threads -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two threads run one interval; thread 1 makes the first access, thread 2 the
// second. What arithmetic alone tells of the two, before a solver is asked, and
// where the analysis knows too little to ask.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_ACCESSPAIR_H
#define WARPLINT_ANALYSIS_DEPENDENCE_ACCESSPAIR_H

#include "Analysis/Dependence/EqualAddresses.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include <array>
#include <optional>

namespace warplint {

/// Two accesses and the threads that make them, which it refers to.
class AccessPair {
public:
  AccessPair(QuerySymbols &Symbols, const Interval &Of, const IntervalAccess &A,
             const IntervalAccess &B, ThreadEncoding &One,
             ThreadEncoding &Other);

  const IntervalAccess &first() const { return A; }
  const IntervalAccess &second() const { return B; }

  /// The object that both threads access; null if it is not known to be one.
  const Term *object() const { return Object; }
  /// The threads access common bytes.
  const Term *meet();
  /// What must hold for thread 1 or 2 to come to its access.
  const Term *reach(unsigned Thread);
  /// What must hold for thread 1 to come to both accesses.
  std::array<const Term *, 2> reachesBoth();
  /// Both accesses lie in their object, and each in its row of it
  /// (RowLimits.h).
  llvm::SmallVector<const Term *, 4> bounds();

  /// The two never meet, for threads do not come far enough in their rows. What
  /// they have in common where they meet is known better after that.
  bool staysApart();
  /// Where the two meet, \p Truth does not hold, as far as arithmetic tells
  /// what they have in common there.
  bool neverWhere(const Term *Truth);
  /// Both store the same: whoever is last makes no difference.
  bool storesSame();
  /// Of plain stores: what must hold for the two to store different values.
  /// Null for other pairs, and for values that are no numbers.
  const Term *storesTwo();
  /// Of two plain stores: one leaves what was read from other shared memory,
  /// where the kernel may have put just what the other leaves.
  bool storesWhatWasShared();
  /// All threads write one value to one place, and the reader has just done so
  /// itself: whoever was last, it reads that value.
  bool readsOwnCopy();
  /// One store, of what a collective of the warp returns: lanes that reduce
  /// together hold the same, as far as it is known.
  bool storesWhatLanesShare();
  /// What must hold for two lanes of a warp to have got different values by the
  /// exchanges that made what both store; null if that is not known.
  const Term *lanesApart();

  /// What is assumed of the values that the accesses depend on.
  struct DataAssumption {
    /// The two are apart as far as this holds.
    std::optional<Assumption::Kind> Disjoint;
    const Term *That = nullptr; ///< Holds for the data, never null.
    /// Loads of the kernel whose values are chosen: an index is one of them.
    llvm::SmallVector<const Term *, 2> Loaded;
  };
  /// The two threads are \p Relation.
  DataAssumption dataAssumption(ThreadRelation Relation);

  /// Reads that both threads make, each for itself, and that decide whether
  /// they come.
  LoadSet tests();

private:
  bool passesBy();
  const Term *electedApart(ThreadRelation Relation);
  bool storesWhatFollows();
  /// What makes the two apart if what is left of their distance, \p Left, was
  /// handed out, or is a pitch of which nothing is known.
  std::optional<Assumption::Kind> ofElected(const SymbolSet &Left) const;

  QuerySymbols &Symbols;
  const Interval &Of;
  IntervalAccess A, B;
  ThreadEncoding &One, &Other;
  EncodedValue To1, To2;
  const Term *Object = nullptr;
  const Term *Distance = nullptr; ///< From the second to the first, in bytes.
  bool IsWhole = false;           ///< The same bytes or none in common.
  Near Meeting;                   ///< The distances at which they meet.
  /// Where they meet, as far as arithmetic tells.
  std::optional<EqualParts> Equal;
};

/// What \p P writes depends on what was there: threads take turns at it.
bool updatesPlace(const IntervalAccess &P);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DEPENDENCE_ACCESSPAIR_H
