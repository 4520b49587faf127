//===--- ConflictingAccesses.h - Pairs that may race ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the kinds of two accesses and the objects that they name say about a
// race, before their addresses are compared.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_CONFLICTINGACCESSES_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_CONFLICTINGACCESSES_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint::races {

/// Whether the kinds of two accesses allow a race between threads that are
/// \p Relation. Not if both read, both are atomic, both belong to asynchronous
/// copies (which may copy the same), or lanes of one warp execute a matrix
/// operation together. Not either for volatile and atomic accesses to memory
/// other than shared: MemoryOrdering judges those, but for sums that another
/// block sets to a number, where blocks cannot wait for each other. For
/// SameCluster one of the two must access the memory of a peer.
bool mayConflict(const twothreads::IntervalAccess &First,
                 const twothreads::IntervalAccess &Second,
                 ThreadRelation Relation, const KernelFacts &Facts);

/// Whether their order may matter of two accesses that do not conflict in this
/// sense: they may touch one object, and are neither reads nor sums alone.
bool mayDependOnOrder(const twothreads::IntervalAccess &First,
                      const twothreads::IntervalAccess &Second,
                      const KernelFacts &Facts);

/// Whether the two accesses touch different objects. Of two parameters that
/// rests on the assumption that no caller passes one buffer twice, as none of
/// \p Launches does.
Answer<bool> areObjectsApart(const twothreads::IntervalAccess &A,
                             const twothreads::IntervalAccess &B,
                             const KernelFacts &Facts,
                             llvm::ArrayRef<scenarios::Scenario> Launches);

/// How likely a pair of accesses is to race, the likeliest first: a budget is
/// spent in this order.
enum class Likelihood : uint8_t {
  SameScalar, ///< Both name one place, the same for all threads.
  Near,       ///< One object, and close to each other in the program.
  Other
};
inline constexpr Likelihood AllLikelihoods[] = {
    Likelihood::SameScalar, Likelihood::Near, Likelihood::Other};

/// The likelihoods of all pairs of an interval.
class LikelyPairs {
public:
  explicit LikelyPairs(llvm::ArrayRef<twothreads::IntervalAccess> Accesses);
  /// That of the accesses with indices \p A and \p B.
  Likelihood of(size_t A, size_t B) const;

private:
  struct Place {
    unsigned Step = 0;
    const Term *Root = nullptr; ///< Null if unknown.
    bool IsScalar = false;      ///< The same address in all threads.
  };
  llvm::SmallVector<Place, 0> Places;
};

/// About how many pairs of \p Accesses may conflict, from counts per object, in
/// linear time.
uint64_t countPairs(llvm::ArrayRef<twothreads::IntervalAccess> Accesses);

/// The accesses of \p I that may be those of a race between threads that are
/// \p Relation. \p HasPeers: some are at other blocks of the cluster.
std::vector<twothreads::IntervalAccess>
racingAccesses(const Interval &I, ThreadRelation Relation, bool HasPeers,
               const KernelFacts &Facts);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_CONFLICTINGACCESSES_H
