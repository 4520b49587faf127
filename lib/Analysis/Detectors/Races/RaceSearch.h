//===--- RaceSearch.h - The pairs of a kernel, one after another -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACESEARCH_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACESEARCH_H

#include "Analysis/Detectors/Races/ConflictingAccesses.h"
#include "Analysis/Detectors/Races/GroupPairs.h"
#include "Analysis/Detectors/Races/RaceEffort.h"
#include "Analysis/Detectors/Races/RaceEngine.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint::races {

/// Which threads are asked about, in which intervals.
struct Question {
  ThreadRelation Relation;
  Scope Cut;     ///< Barriers of this scope divide intervals.
  Scope Sharing; ///< What is uniform here is the same in both threads.
  /// Of threads that no barrier of part of the block brings together.
  const GroupPairs *Groups = nullptr;
};

/// Decides the pairs of accesses of one kernel.
class RaceSearch {
public:
  /// Without \p Barriers, events of the kernel, as if they were not there.
  explicit RaceSearch(const KernelFacts &Facts, BarrierSet Barriers = {})
      : Facts(Facts), Without(std::move(Barriers)), Engine(Facts, Without),
        HasPeers(usesPeers(Facts)) {}

  void run();
  /// Looks only at intervals that hold one of the barriers that are left out,
  /// in the launches \p In.
  void runWithout(llvm::ArrayRef<scenarios::Scenario> In);

  std::vector<Race> Found;
  RaceEffort Effort;
  std::vector<scenarios::Scenario> Launches;
  /// Accesses of intervals that were looked at; none: there was nothing to do.
  std::optional<llvm::DenseSet<const Event *>> Compared;

private:
  using Sites = std::pair<const clang::Stmt *, const clang::Stmt *>;
  bool mayBeCut();
  /// Only pairs of likelihood \p Which are looked at, or all.
  using Part = std::optional<Likelihood>;
  void examine(const Question &Asked, Part Which);
  void examineGroups();
  void examineTiles();
  void examinePeers();
  void examine(const Question &Asked, const Interval &I,
               Part Which = std::nullopt);
  void tryAndWeigh(const twothreads::PairQuestion &Asked);
  void tryPair(const twothreads::PairQuestion &Asked);
  void report(Sites At, Race Shown);
  void keepSilent(const twothreads::PairQuestion &Asked,
                  const twothreads::PairVerdict &Silent);
  void judgeRest(twothreads::PairQuestion Asked,
                 llvm::ArrayRef<const LaunchExtents *> Shapes);
  std::optional<Race> tryLaunch(twothreads::PairQuestion Asked,
                                const scenarios::Scenario &Launch,
                                twothreads::PairVerdict &Silent);
  Race describe(EncodedPair &Pair, const twothreads::PairQuestion &Asked,
                const scenarios::Scenario &Launch);
  bool isAsked(ThreadRelation Relation) const;
  static bool isLast(Part Which) {
    return !Which || Which == Likelihood::Other;
  }
  bool mayBeWarps(const twothreads::PairQuestion &Asked, bool IsShown) const;
  std::vector<twothreads::IntervalAccess> accessesIn(const Interval &I,
                                                     const Question &Asked) {
    return racingAccesses(I, Asked.Relation, HasPeers, Facts);
  }
  /// Of all kinds of races, unless the pairs are \p Of one.
  void leaveOpen(twothreads::Undecided Why, unsigned Pairs = 1,
                 SilentPairs *Of = nullptr) {
    Effort.Undecided[unsigned(Why)] += Pairs;
    for (SilentPairs &Each : Effort.Silent)
      Each.Undecided[unsigned(Why)] += !Of || Of == &Each ? Pairs : 0;
  }
  SilentPairs &silentLike(const twothreads::PairQuestion &Asked) {
    return Effort
        .Silent[unsigned(kindOf(*Asked.First.Access, *Asked.Second.Access,
                                Asked.Relation, Asked.First.Space))];
  }
  void leaveOut(twothreads::Undecided Why,
                llvm::ArrayRef<twothreads::IntervalAccess> Accesses,
                uint64_t Done);
  std::optional<twothreads::Undecided> limitThatIsHit() const;
  void dropChosen();

  const KernelFacts &Facts;
  const BarrierSet Without;
  RaceEngine Engine;
  const bool HasPeers; ///< Some accesses are at other blocks of the cluster.
  std::unique_ptr<GroupPairs> Groups;
  std::vector<std::unique_ptr<GroupPairs>> Tiles;
  // The sets and maps of sites are looked up, never iterated.
  llvm::DenseSet<Sites> Reported;
  /// Races in `Found` that lanes in lock step cannot get wrong.
  llvm::DenseMap<Sites, size_t> AsBuilt;
  /// Races between warps that small blocks do not have.
  llvm::DenseMap<Sites, Race> InSomeShapes;
  /// Accesses of which the solver did not say whether warps race.
  llvm::DenseSet<Sites> LeftOpen;
  /// For each race in `Found`: the loads that both threads execute, each for
  /// itself, and that decide whether they reach their accesses.
  std::vector<twothreads::LoadSet> Tests;
  /// Reads that choose one thread, as far as the kernel's author knows.
  twothreads::LoadSet Choosing;
  /// Pairs that were looked at, and what ended that, by interval and question.
  llvm::DenseMap<std::pair<const Interval *, unsigned>,
                 std::pair<unsigned, std::optional<twothreads::Undecided>>>
      PairsDone;
  bool Limited = false;       ///< Not all pairs were looked at.
  uint64_t Expressions = 0;   ///< What weighing the pairs has taken.
  uint64_t SilentByGuess = 0; ///< See SilentInGuesses.
};

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACESEARCH_H
