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
#include "Analysis/Detectors/Races/RaceEngineState.h"
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
  /// Whether the two threads store different values depends on loaded data.
  bool DataDiffer = false;
  llvm::SmallVector<const Term *, 2> Loaded; ///< Values that a witness chooses.
  std::vector<int64_t> Values; ///< Of the symbols, if the pair races.
};

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_ENCODEDPAIR_H
