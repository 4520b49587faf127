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

#ifndef WARPLINT_ANALYSIS_RACES_RACEENGINE_H
#define WARPLINT_ANALYSIS_RACES_RACEENGINE_H

#include "Analysis/Flow/Intervals.h"
#include "Analysis/Races/Race.h"
#include <memory>

namespace warplint {

class GroupPairs;

/// An access at its step of an interval.
struct IntervalAccess {
  const Event *Access;
  unsigned Step;
  MemorySpace Space; ///< That it accesses.
};

/// Thread 1 makes the first access, thread 2 the second.
struct PairQuestion {
  Race::Between Apart;
  Scope Sharing; ///< What is uniform here is the same in both threads.
  const Interval *In;
  IntervalAccess First, Second;
  const LaunchExtents *Launch; ///< Has no unknown extents.
  /// Of threads that no barrier of part of the block brings together; null:
  /// of any.
  const GroupPairs *Groups = nullptr;
};

/// Why it stays open whether a pair races.
enum class Undecided : uint8_t {
  PairLimit,            ///< The kernel has too many pairs.
  QueryLimit,           ///< The kernel has asked the solver too often.
  SolverSteps,          ///< The solver ran out of steps.
  Unbounded,            ///< A value has no bounds that the solver could use.
  ElectedThread,        ///< An atomic, vote or flag decides who comes.
  ElectedIndex,         ///< An atomic, vote or flag gave the index.
  ManyPitches,          ///< The distance depends on one pitch among many.
  LoopVariable,         ///< How a loop changes an index is not known.
  LoadedIndex,          ///< One index is read from memory.
  TwoLoadedIndices,     ///< Both are.
  LoadedIndexOfOwnPart, ///< It may be one of the thread's own part.
  TestedData,           ///< A test of data decides which thread writes.
  UnknownGroup,         ///< It is not known who comes to a named barrier, which
                        ///< counts for the whole block.
};
inline constexpr unsigned UndecidedKinds =
    unsigned(Undecided::UnknownGroup) + 1;

/// Loads of the kernel, in the order in which they were met.
using LoadSet = llvm::SmallSetVector<const Term *, 4>;

/// A pair over the symbols of its two threads.
class EncodedPair;
struct DeleteEncodedPair {
  void operator()(EncodedPair *Pair) const;
};
using EncodedPairPtr = std::unique_ptr<EncodedPair, DeleteEncodedPair>;

struct PairVerdict {
  enum class Kind : uint8_t { Apart, Races, Open };
  Kind K = Kind::Apart;
  Undecided Why = Undecided::SolverSteps; ///< If it is open.
};

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
  bool fits(const LaunchExtents &Launch);
  /// Nor does a thread certainly read an element of a shared array that no
  /// thread writes.
  bool readsOnlyWritten(const LaunchExtents &Launch);

  /// The kernel's intervals at \p Cut, made when first asked for.
  llvm::ArrayRef<Interval> intervals(Scope Cut);

  unsigned queries() const;
  double solverMilliseconds() const;

private:
  class State;
  std::unique_ptr<State> Inside;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_RACES_RACEENGINE_H
