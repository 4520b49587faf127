//===--- RaceEngine.h - Whether two accesses of two threads meet -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The face of the race engine. A pair of accesses in one interval and one
// launch is encoded over the symbols that two threads have or share, decided,
// and described if they race. Nothing else sees those symbols.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINE_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINE_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include <memory>
#include <optional>

namespace warplint {

class RaceEngineState;
struct ParameterUses;

/// A pair over the symbols of its two threads.
class EncodedPair;
struct DeleteEncodedPair {
  void operator()(EncodedPair *Pair) const;
};
using EncodedPairPtr = std::unique_ptr<EncodedPair, DeleteEncodedPair>;

/// Decides pairs of one kernel. What it has encoded lives as long as it does.
class RaceEngine {
public:
  explicit RaceEngine(const KernelFacts &Facts);
  ~RaceEngine();

  /// Never null. Pairs that arithmetic tells apart are decided by that alone.
  EncodedPairPtr encode(const PairQuestion &Asked);
  /// \p Witness, what showed the same pair in another launch or nothing, is
  /// tried first, and is replaced by what shows it here.
  PairVerdict decide(EncodedPair &Pair, std::vector<int64_t> &Witness);
  /// \p Pair was found to race.
  Race describe(EncodedPair &Pair);

  /// Reads that both threads make, each for itself, and that decide whether
  /// they come to their accesses.
  static const LoadSet &testsOf(const EncodedPair &Pair);

  /// In a launch of shape \p Launch no thread certainly runs over the end of a
  /// shared array: the kernel is not made for it otherwise.
  bool fits(const LaunchExtents &Launch, bool InAllIterations);
  /// Nor does a thread certainly read an element of a shared array that no
  /// thread writes.
  bool readsOnlyWritten(const LaunchExtents &Launch);

  /// The kernel's intervals at \p Cut, made when first asked for.
  llvm::ArrayRef<Interval> intervals(Scope Cut);

  /// What the kernel's parameters are taken for.
  const ParameterUses &roles() const;

  unsigned queries() const;
  /// Questions that arithmetic did not settle, and the expressions of their
  /// queries.
  unsigned weighed() const;
  uint64_t expressions() const;
  /// Steps that the solver has taken.
  uint64_t solverSteps() const;
  double solverMilliseconds() const;

private:
  std::unique_ptr<RaceEngineState> Inside;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINE_H
