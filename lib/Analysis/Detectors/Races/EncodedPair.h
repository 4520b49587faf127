//===--- EncodedPair.h - The question of one pair -*- C++ -*------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_ENCODEDPAIR_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_ENCODEDPAIR_H

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include "Analysis/TwoThreads/QueryWriter.h"
#include "Analysis/Detectors/Races/RaceEngineState.h"

namespace warplint {

/// The question of one pair in one launch, written as a query.
class EncodedPair {
public:
  EncodedPair(const PairQuestion &Asked, EncodedLaunch &At)
      : Asked(Asked), Symbols(At.Symbols), One(At.encodingOf(*Asked.In, 1)),
        Other(At.encodingOf(*Asked.In, 2)),
        Pair(Symbols, *Asked.In, Asked.First, Asked.Second, One, Other),
        Writer(Q, Symbols) {}

  const PairQuestion Asked;
  QuerySymbols &Symbols;
  ThreadEncoding &One, &Other;
  AccessPair Pair;
  Query Q;
  QueryWriter Writer;
  /// The first requirements: where the threads stand and what they access.
  size_t CoreSize = 0;
  /// What arithmetic alone tells.
  std::optional<PairVerdict> Settled;
  LoadSet Tests;
  /// Of two that meet the tests are meant to choose one.
  bool IsChosen = false;
  /// That the two store different values is up to what is read from memory.
  bool DataDiffer = false;
  llvm::SmallVector<const Term *, 2> Loaded; ///< Values that are chosen.
  std::vector<int64_t> Values;               ///< Of the symbols, if it races.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_ENCODEDPAIR_H
