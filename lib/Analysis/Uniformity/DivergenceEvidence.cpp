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
#include "llvm/ADT/STLExtras.h"

namespace warplint {

namespace {
struct TrustedRow {
  Assumption Id;
  bool TrustedValues::*Which;
};
} // namespace

static constexpr TrustedRow Rows[] = {
    {Assumption::LoadedValues, &TrustedValues::Loaded},
    {Assumption::ChangedMeanwhile, &TrustedValues::Unchanged},
    {Assumption::UnknownValues, &TrustedValues::Unknown},
    {Assumption::PolledVolatile, &TrustedValues::Polled}};

TrustedValues Uniformity::notAssumedToDiffer(TrustedValues Trusted,
                                             const AssumptionUses &Assumed) {
  for (const TrustedRow &Each : Rows)
    if (!Assumed.isOn(Each.Id))
      Trusted.*Each.Which = true;
  return Trusted;
}

const Uniformity &Uniformity::trusting(TrustedValues These) const {
  unsigned Bits = 0;
  for (auto [I, Each] : llvm::enumerate(Rows))
    Bits |= These.*Each.Which << I;
  std::unique_ptr<Uniformity> &Found = Trusting[Bits];
  if (!Found)
    Found = std::make_unique<Uniformity>(P, Values, Arena, Code, View,
                                         Evolution, nullptr, These);
  return *Found;
}

Evidence Uniformity::evidenceOf(const Node &Branch, Scope S) const {
  Evidence Result;
  if (isUniformBranch(Branch, S))
    return Result;
  llvm::SmallVector<Assumption, 4> Made;
  for (const TrustedRow &Each : Rows)
    if (!(Trusted.*Each.Which))
      Made.push_back(Each.Id);
  for (Assumption Each : fewestOf(Made, [&](llvm::ArrayRef<Assumption> Off) {
         TrustedValues These;
         for (const TrustedRow &Other : Rows)
           These.*Other.Which = llvm::is_contained(Off, Other.Id);
         return !trusting(These).isUniformBranch(Branch, S);
       }))
    Result.add({Each});
  return Result;
}

} // namespace warplint
