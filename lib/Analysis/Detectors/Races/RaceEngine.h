//===--- RaceEngine.h - Decides and describes races -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of the race engine. A pair of accesses in one interval and one
// launch is encoded over symbols of two threads, decided, and described if it
// races. No other code sees those symbols.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINE_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINE_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include <memory>
#include <optional>

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::scenarios {
struct ParameterUses;
} // namespace warplint::scenarios

namespace warplint::races {

class RaceEngineState;

/// A pair as a query over the symbols of its two threads.
class EncodedPair;
struct DeleteEncodedPair {
  void operator()(EncodedPair *Pair) const;
};
using EncodedPairPtr = std::unique_ptr<EncodedPair, DeleteEncodedPair>;

/// Decides pairs of one kernel. Owns everything that encoded pairs refer to, so
/// it must outlive them.
class RaceEngine {
public:
  /// \p Without are barriers that are looked at as if they were not there.
  explicit RaceEngine(const KernelFacts &Facts, BarrierSet Without = {});
  ~RaceEngine();

  /// Never null. Pairs without a race by arithmetic are decided at once.
  EncodedPairPtr encode(const twothreads::PairQuestion &Asked);
  /// \p Witness, the values that showed a race of the same pair in another
  /// launch or nothing, is tried first; it is replaced by the values found
  /// here.
  twothreads::PairVerdict decide(EncodedPair &Pair,
                                 std::vector<int64_t> &Witness);
  /// The race of \p Pair, which `decide` found to race.
  Race describe(EncodedPair &Pair);

  /// Loads that both threads execute, each for itself, and that decide whether
  /// they reach their accesses.
  static const twothreads::LoadSet &testsOf(const EncodedPair &Pair);
  /// The tests are meant to elect one of two threads that meet.
  static bool isChosen(const EncodedPair &Pair);

  /// No thread is certain to index past the end of a shared array in a launch
  /// of shape \p Launch: otherwise the kernel is not written for it.
  /// \p InAllIterations: in any iteration of loops, not only in the first.
  bool fits(const LaunchExtents &Launch, bool InAllIterations);
  /// Besides, no thread is certain to read an element of a shared array that no
  /// thread writes.
  bool readsOnlyWritten(const LaunchExtents &Launch);

  /// The intervals between barriers of scope \p Cut; computed at the first
  /// call. Where barriers are left out, those that hold one of them.
  llvm::ArrayRef<Interval> intervals(Scope Cut);

  unsigned queries() const;
  /// Number of pairs that arithmetic did not decide, and of the expressions in
  /// their queries.
  unsigned weighed() const;
  uint64_t expressions() const;
  /// See RaceEffort.
  unsigned replayed() const;
  unsigned notReplayed() const;
  unsigned refuted() const;
  /// Steps that the solver has taken for this kernel.
  uint64_t solverSteps() const;
  double solverMilliseconds() const;

private:
  twothreads::PairVerdict decideItself(EncodedPair &Pair,
                                       std::vector<int64_t> &Witness);
  std::unique_ptr<RaceEngineState> Inside;
};

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINE_H
