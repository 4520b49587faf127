//===--- LanePair.h - Two lanes of a warp as a question ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A witness for a lane that stays away: values for what is not known, with
// which one lane reaches a point and another lane of its warp does not. What
// the warp agrees on has one symbol, and what each lane has of its own has one
// for each lane. The bits of a vote are the predicates of the lanes, and lanes
// that read one place find one value there. Both lanes are in the same
// iteration of each loop around the point.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANEPAIR_H
#define WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANEPAIR_H

#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Solver/Solver.h"
#include "llvm/ADT/MapVector.h"
#include <array>
#include <map>
#include <tuple>

namespace warplint {
class LaunchSpecialization;
} // namespace warplint

namespace warplint::collectives {

/// A query over two lanes of one warp at a node.
class LanePair {
public:
  using Ref = solver::Query::Ref;

  /// The warp is one of a block of \p BlockDim. \p In, if not null, is the
  /// launch; it must outlive this.
  LanePair(const KernelFacts &Facts, const Node &At,
           const std::array<int64_t, 3> &BlockDim, LaunchSpecialization *In);

  solver::Query &query() { return Q; }
  /// The number of lane \p Which, 0 or 1.
  Ref lane(unsigned Which) const { return Numbers[Which]; }
  /// The truth of \p T, or of its opposite unless \p Holds, in lane \p Which.
  Ref truth(const Term *T, unsigned Which, bool Holds);
  /// Whether lane \p Which takes successor \p Successor of \p Branch, of which
  /// nothing is known.
  Ref someTruth(const Node &Branch, unsigned Successor, unsigned Which);
  /// Adds what relates the values of both lanes; to be called last.
  void relate();

private:
  using Parts = TermFold<Ref>::Parts;
  Ref write(const Term *T, unsigned Which);
  std::optional<Ref> make(const Term *T, unsigned Which, Parts &Of);
  Ref identity(const IdentityTerm &T, unsigned Which);
  std::optional<Ref> phi(const PhiTerm &T, unsigned Which, Parts &Of);
  Ref symbol(const Term *T, unsigned Which);
  Ref newSymbol(int64_t Min, int64_t Max);
  Ref binary(Operator Op, Ref L, int64_t R) {
    return Q.make(Op, {L, Q.constant(R)});
  }
  bool isOfWarp(const Term *T) const;
  std::optional<std::vector<Ref>> argumentsOf(const Term *T, unsigned Which);
  void relateResults(const ResultTerm &T);
  void relateEqual(const Term *T);

  const KernelFacts &Facts;
  const Node &At;
  std::array<int64_t, 3> BlockDim;
  LaunchSpecialization *In;
  solver::Query Q;
  Ref Warp, Numbers[2], Ranks[2];
  TermFold<Ref> Written[2];
  /// Symbols of both lanes, and of each lane.
  llvm::MapVector<const Term *, Ref> Shared, Own[2];
  std::map<std::tuple<const Node *, unsigned, unsigned>, Ref> Choices;
  llvm::DenseMap<const Node *, Ref> Iterations, OwnIterations[2];
};

} // namespace warplint::collectives

#endif // WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANEPAIR_H
