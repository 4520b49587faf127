//===--- LaneAgreement.h - Lanes that have one value ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers which lanes of a warp have one value after they have exchanged
// values: in butterflies, trees and scans, of single values and of records. A
// term is evaluated in all lanes at once, with values drawn for what lanes have
// of their own (random interpretation, Gulwani and Necula 2003). Lanes that
// have one value for every draw are said to agree; draws from few values make
// ties. Loops whose trip count is known are executed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_LANEAGREEMENT_H
#define WARPLINT_ANALYSIS_UNIFORMITY_LANEAGREEMENT_H

#include "Analysis/Dataflow/CfgView.h"
#include "llvm/ADT/SetVector.h"

namespace warplint {

class Evaluation;
class Term;
class TermArena;
struct Induction;

/// A value that lanes have computed from values of other lanes.
struct LaneAgreement {
  template <class T> using Set = llvm::SmallSetVector<T, 4>;

  /// The values that lanes had before the first exchange, in no order that can
  /// be seen.
  Set<const Term *> Before;
  /// All that the value is computed from and that no lane has exchanged before:
  /// `Before`, and what was combined with results, selected lanes or ended
  /// loops.
  Set<const Term *> Inputs;
  /// Lanes whose numbers differ only in these bits have one value.
  uint32_t AgreeingBits = 0;
  /// Seen to depend on what the lanes have.
  bool Varies = false;
  /// Variables that lanes exchange in loops, which were executed to their end.
  Set<const Induction *> Loops;
};

/// What is assumed of operations on the values of two lanes.
enum class Trust : uint8_t {
  /// Nothing: an unknown function can give different results for `(a, b)` and
  /// `(b, a)`, and masks can leave lanes out.
  None,
  /// Functions of two values are commutative, and masks name the lanes whose
  /// values are used.
  Meant
};

/// Which lanes agree on \p Value as it is at \p At; null: behind the loop whose
/// variable it is. Nullopt if \p Value is computed from anything that lanes
/// give each other in an unknown way, or without an exchange.
std::optional<LaneAgreement>
laneAgreement(const Term *Value, const Node *At, Trust Given,
              const Evaluation &Values, TermArena &Arena, const CfgView &View);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_LANEAGREEMENT_H
