//===--- DivergenceEvidence.cpp - What a divergence rests on --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch is asked again with some values taken as uniform. What makes the
// divergence go away is what it rests on.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"

namespace warplint {

const Uniformity &Uniformity::trusting(TrustedValues These) const {
  unsigned Bits = These.Unchanged | These.Loaded << 1 | These.Unknown << 2;
  std::unique_ptr<Uniformity> &Found = Trusting[Bits];
  if (!Found)
    Found = std::make_unique<Uniformity>(P, Values, Arena, Code, View,
                                         Evolution, nullptr, These);
  return *Found;
}

Evidence Uniformity::evidenceOf(const Node &Branch, Scope S) const {
  struct Row {
    Assumption Id;
    bool TrustedValues::*Which;
  };
  static constexpr Row Rows[] = {
      {Assumption::LoadedValues, &TrustedValues::Loaded},
      {Assumption::ChangedMeanwhile, &TrustedValues::Unchanged},
      {Assumption::UnknownValues, &TrustedValues::Unknown}};
  TrustedValues All{true, true, true};
  Evidence Result;
  if (isUniformBranch(Branch, S) || !trusting(All).isUniformBranch(Branch, S))
    return Result;
  // Each without which the threads agree.
  for (const Row &Each : Rows) {
    TrustedValues Only;
    Only.*Each.Which = true;
    if (trusting(Only).isUniformBranch(Branch, S))
      Result.add({Each.Id});
  }
  if (!Result.empty())
    return Result;
  // Any of several is enough: the first one that is assumed.
  for (const Row &Each : Rows) {
    TrustedValues Others = All;
    Others.*Each.Which = false;
    bool Matters = !trusting(Others).isUniformBranch(Branch, S);
    if (Matters && Arena.assumptions().isOn(Each.Id)) {
      Result.add({Each.Id});
      break;
    }
  }
  return Result;
}

} // namespace warplint
