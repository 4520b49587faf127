//===--- PairedSelects.h - What two lanes choose of each other --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two lanes that hold a record each, and see the other's, choose one of both by
// comparing them (the larger value, of equal values the smaller index). Whether
// they choose the same is found by trying all orders that the two records can
// stand in.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_PAIREDSELECTS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_PAIREDSELECTS_H

#include "Analysis/Dataflow/CfgView.h"

namespace warplint {

/// What a lane holds, and what it has got from the other lane for it.
struct LanePair {
  const Term *Own = nullptr;
  const ResultTerm *Other = nullptr;
};

/// How \p T compares its two operands, which may be floating-point numbers;
/// nothing if it is no comparison.
std::optional<clang::BinaryOperatorKind> comparisonOf(const Term &T);

class PairedSelects {
public:
  /// The event by which lanes exchanged what \p Result holds; null if it is
  /// something else.
  using Exchanges =
      llvm::function_ref<const Event *(const ResultTerm &Result)>;

  PairedSelects(const Evaluation &Values, const CfgView &View)
      : Values(Values), View(View) {}

  /// Adds the pairs that \p Chosen is chosen by. False if there are too many.
  bool add(const Term *Chosen, Exchanges EventOf);
  llvm::ArrayRef<LanePair> pairs() const { return Pairs; }

  /// Both lanes choose the same for \p Chosen, whichever of them has which, by
  /// comparing members of one pair only.
  bool areAlike(const Term *Chosen);

private:
  const Term *chosenOf(const Term *T, unsigned Depth) const;
  std::optional<bool> truthOf(const Term *T, unsigned Depth) const;
  std::optional<bool> compare(const Term &T) const;
  const Term *joined(const PhiTerm &Phi, unsigned Depth) const;
  std::optional<unsigned> given(const Term *T) const;
  bool isFixedPhi(const Term *T) const;

  const Evaluation &Values;
  const CfgView &View;
  llvm::SmallVector<LanePair, 2> Pairs;
  /// Of the trial in progress: two bits for each pair, the lane's own one first.
  unsigned Trial = 0;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_PAIREDSELECTS_H
