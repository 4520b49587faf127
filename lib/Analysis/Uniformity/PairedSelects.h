//===--- PairedSelects.h - Choices between two lanes' records ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two lanes exchange a record each and choose one of the two by comparing them
// (the larger value, and of equal values the one with the smaller index). All
// orders of the two records are tried to find out whether both lanes choose the
// same record.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_PAIREDSELECTS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_PAIREDSELECTS_H

#include "Analysis/Dataflow/CfgView.h"

namespace warplint {

class Evaluation;
class PhiTerm;
class ResultTerm;
class Term;

/// A member of a lane's own record, and that member of the other lane's record.
struct LanePair {
  const Term *Own = nullptr;
  const ResultTerm *Other = nullptr;
};

/// The comparison operator of \p T, whose operands may be floating-point
/// numbers; nullopt if \p T is no comparison.
std::optional<clang::BinaryOperatorKind> comparisonOf(const Term &T);

/// Whether two lanes choose the same of two exchanged records. Refers to the
/// arguments of the constructor.
class PairedSelects {
public:
  /// The shuffle that returned \p Result; null if \p Result is the result of
  /// another operation.
  using Exchanges = llvm::function_ref<const Event *(const ResultTerm &Result)>;

  PairedSelects(const Evaluation &Values, const CfgView &View)
      : Values(Values), View(View) {}

  /// Adds the pairs that \p Chosen is computed from. False if there are too
  /// many pairs or terms.
  bool add(const Term *Chosen, Exchanges EventOf);
  llvm::ArrayRef<LanePair> pairs() const { return Pairs; }

  /// Whether \p Chosen has one value in both lanes, whichever lane has which
  /// record. Only comparisons between the members of one pair are understood;
  /// false if \p Chosen depends on anything else.
  bool areAlike(const Term *Chosen);

private:
  const Term *chosenOf(const Term *T, unsigned Depth) const;
  std::optional<bool> truthOf(const Term *T, unsigned Depth) const;
  std::optional<bool> compare(const Term &T) const;
  const Term *joined(const PhiTerm &Phi, unsigned Depth) const;
  std::optional<unsigned> given(const Term *T) const;
  bool isFixedPhi(const Term *T) const;
  bool isTooDeep(unsigned Depth) const;

  const Evaluation &Values;
  const CfgView &View;
  llvm::SmallVector<LanePair, 2> Pairs;
  /// The values in the trial in progress: two bits per pair, that of the lane's
  /// own member first.
  unsigned Trial = 0;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_PAIREDSELECTS_H
