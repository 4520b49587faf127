//===--- EncodedPair.h - A pair of accesses as a solver query ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_ENCODEDPAIR_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_ENCODEDPAIR_H

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/Detectors/Races/RaceEngineState.h"
#include "Analysis/Simulation/WitnessReplay.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include "Analysis/TwoThreads/QueryWriter.h"
#include <set>

namespace warplint::races {

/// A pair of accesses in one launch as a solver query, with what arithmetic has
/// found.
class EncodedPair {
public:
  EncodedPair(const twothreads::PairQuestion &Asked, EncodedLaunch &At)
      : Asked(Asked), Symbols(At.Symbols), One(At.encodingOf(*Asked.In, 1)),
        Other(At.encodingOf(*Asked.In, 2)),
        Pair(Symbols, *Asked.In, Asked.First, Asked.Second, One, Other),
        Writer(Q, Symbols) {}

  /// The value of \p T in the witness; \p T may be no part of the question.
  /// Symbols that the question has nothing to do with have their least value.
  int64_t valueOf(const Term *T);

  const twothreads::PairQuestion Asked;
  twothreads::QuerySymbols &Symbols;
  twothreads::ThreadEncoding &One, &Other;
  dependence::AccessPair Pair;
  solver::Query Q;
  twothreads::QueryWriter Writer;
  /// Number of the leading requirements that say where the threads are and what
  /// they access.
  size_t CoreSize = 0;
  /// The verdict if arithmetic decides the pair; nothing otherwise.
  std::optional<twothreads::PairVerdict> Settled;
  Evidence Within; ///< What the question takes for granted of loaded indices.
  twothreads::LoadSet Tests;
  /// What the query takes for granted, whether or not that decides it.
  std::set<Assumption> Granted;
  /// The query lacks conditions that a budget cut off: that it can be satisfied
  /// shows nothing.
  bool IsCutOff = false;
  /// The tests are meant to elect one of two threads that meet.
  bool IsChosen = false;
  /// The query requires that the two threads store different values.
  bool ByValue = false;
  /// Whether the two threads store different values depends on loaded data.
  bool DataDiffer = false;
  llvm::SmallVector<const Term *, 2> Loaded; ///< Values that a witness chooses.
  std::vector<int64_t> Values; ///< Of the symbols, if the pair races.
};

/// Whether the threads of \p E meet, with values that show it. Tries in this
/// order: likely values, all values of both threads, and the solver if
/// \p MayAsk. Steps taken are spent from the kernel's work budget.
solver::SolverAnswer decidePair(const EncodedPair &E, solver::Solver &Decider,
                                bool MayAsk, const KernelFacts &Facts);

/// Whether the threads of \p E, which has a witness, meet when they are run
/// with its values. Unknown for blocks of a cluster and for threads that
/// barriers of groups, or split ones, keep apart.
simulation::Replay replayWitness(EncodedPair &E, uint64_t &Steps);

/// The thread (1 or 2) that is in a later iteration of a loop around both
/// accesses of \p R, if the symbols that \p Writer wrote have these \p Values;
/// 0 if neither is.
unsigned laterIteration(const Race &R, const Interval &I,
                        const twothreads::QuerySymbols &Symbols,
                        const twothreads::QueryWriter &Writer,
                        llvm::ArrayRef<int64_t> Values);

/// Orders the sides of \p R, made by \p A and \p B, and sets the kind of the
/// race. \p Later: the thread that is in a later iteration, 0 if neither is.
void putInOrder(Race &R, const Interval &I, const twothreads::IntervalAccess &A,
                const twothreads::IntervalAccess &B, unsigned Later,
                const CfgView &View);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_ENCODEDPAIR_H
