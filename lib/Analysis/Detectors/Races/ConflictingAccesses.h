//===--- ConflictingAccesses.h - Pairs that may race -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is told of two accesses by what they are and by the objects that they
// name, before any question of where they lie.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_CONFLICTINGACCESSES_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_CONFLICTINGACCESSES_H

#include "Analysis/TwoThreads/PairQuestion.h"
#include "Analysis/Detectors/Races/Race.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// Not both read, not both atomic, not both asynchronous copies, of which
/// several may bring the same, not lanes that come together for a matrix, and
/// not how blocks talk to each other: whether the order of volatile accesses
/// and atomics next to plain ones is right is asked elsewhere.
bool mayConflict(const IntervalAccess &First, const IntervalAccess &Second,
                 ThreadRelation Relation);

/// Two objects that do not overlap, \p NoAlias if only because nobody passes
/// one buffer twice.
bool areObjectsApart(const Event &A, const Event &B, bool &NoAlias);

/// The pairs of one interval that are worth a budget first: those to one
/// scalar, and those to one object that stand close to each other. Two threads
/// meet there most often.
class LikelyPairs {
public:
  explicit LikelyPairs(llvm::ArrayRef<IntervalAccess> Accesses);
  /// The pair of the accesses number \p A and \p B is among those.
  bool contains(size_t A, size_t B) const;

private:
  struct Place {
    unsigned Step = 0;
    const Term *Root = nullptr; ///< Null if it cannot be located.
    bool IsScalar = false;      ///< One place for all threads.
  };
  llvm::SmallVector<Place, 0> Places;
};

/// About how many pairs of \p Accesses may conflict: told without looking at
/// each of them.
uint64_t countPairs(llvm::ArrayRef<IntervalAccess> Accesses);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_CONFLICTINGACCESSES_H
