//===--- RaceEngineState.h - State of the race engine -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINESTATE_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINESTATE_H

#include "Analysis/LaunchScenarios/ParameterUses.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include "Solver/Solver.h"
#include <map>

namespace warplint::races {

/// Term versions of a kernel's intervals, which do not depend on the launch.
class IntervalTable {
public:
  explicit IntervalTable(const Evaluation &Values) : Values(Values) {}

  twothreads::TermVersions &of(const Interval &I) {
    auto &Known = Versions[&I];
    if (!Known)
      Known = std::make_unique<twothreads::TermVersions>(I, Values);
    return *Known;
  }

private:
  const Evaluation &Values;
  /// Looked up, never iterated.
  llvm::DenseMap<const Interval *, std::unique_ptr<twothreads::TermVersions>>
      Versions;
};

/// One launch with one sharing scope, and the encodings of two threads in it.
struct EncodedLaunch {
  EncodedLaunch(const KernelFacts &Facts, const LaunchExtents &Shape,
                Scope Sharing, const scenarios::ParameterUses &Roles,
                const launches::LaunchConstraint *Said, bool AnyBound,
                IntervalTable &Versions)
      : Symbols(Facts, Shape, Sharing, Roles, Said, AnyBound),
        Versions(Versions) {}

  twothreads::ThreadEncoding &encodingOf(const Interval &I, unsigned Thread) {
    auto &Known = Encodings[{&I, Thread}];
    if (!Known)
      Known = std::make_unique<twothreads::ThreadEncoding>(
          Symbols, I, Versions.of(I), Thread);
    return *Known;
  }

  twothreads::QuerySymbols Symbols;
  IntervalTable &Versions;
  /// Looked up, never iterated.
  llvm::DenseMap<std::pair<const Interval *, unsigned>,
                 std::unique_ptr<twothreads::ThreadEncoding>>
      Encodings;
};

class RaceEngineState {
public:
  explicit RaceEngineState(const KernelFacts &Facts, BarrierSet Without = {})
      : Facts(Facts), Without(std::move(Without)),
        Roles(scenarios::parameterUses(Facts, Facts.launchIsGiven())),
        Decider({unsigned(Facts.budgets().SolverStepsOfQuery),
                 unsigned(Facts.budgets().SolverSteps)}),
        Versions(Facts.values()),
        FootprintSteps(Facts.budgets().FootprintSteps) {}

  EncodedLaunch &launch(const LaunchExtents &Shape, Scope Sharing,
                        const launches::LaunchConstraint *Said = nullptr,
                        bool AnyBound = false) {
    auto &Known = Launches[{Shape.Block, Shape.Grid, Shape.Cluster, Sharing,
                            Said, AnyBound}];
    if (!Known)
      Known = std::make_unique<EncodedLaunch>(Facts, Shape, Sharing, Roles,
                                              Said, AnyBound, Versions);
    return *Known;
  }

  unsigned Weighed = 0;     ///< Pairs that arithmetic did not decide.
  uint64_t Expressions = 0; ///< Expressions in their queries.
  unsigned Replayed = 0, NotReplayed = 0, Refuted = 0; ///< See RaceEffort.
  const KernelFacts &Facts;
  const BarrierSet Without;
  uint64_t ReplayLeft = Facts.budgets().ReplaySteps; ///< Nodes.
  scenarios::ParameterUses Roles;
  solver::Solver Decider;
  IntervalTable Versions;
  std::map<Scope, std::vector<Interval>> Intervals;
  /// By extents of the block: whether only elements are read that some thread
  /// writes.
  std::map<std::array<uint32_t, 3>, bool> OnlyWritten;
  /// Whether an access may show that a launch is too large for an array.
  llvm::DenseMap<const Event *, bool> TellsOfEnd;
  /// The integer parameters that the place of an access is computed with.
  llvm::DenseMap<const Event *, llvm::SmallVector<const Term *, 2>> Parameters;
  /// Evaluations of an expression left for that.
  uint64_t FootprintSteps; ///< Left.

private:
  /// Looked up, never iterated.
  std::map<std::tuple<std::array<uint32_t, 3>, std::array<uint32_t, 3>,
                      std::array<uint32_t, 3>, Scope,
                      const launches::LaunchConstraint *, bool>,
           std::unique_ptr<EncodedLaunch>>
      Launches;
};

/// Something that a kernel reads, or that an atomic or a vote hands out.
bool isOfData(const twothreads::SymbolInfo &Info);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACEENGINESTATE_H
