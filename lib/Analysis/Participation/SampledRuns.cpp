//===--- SampledRuns.cpp - Values to run a block with ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/SampledRuns.h"

using namespace clang;

namespace warplint {

/// Along each axis of a grid that is not known: few rounds for each.
static constexpr int64_t BlocksToRun = 2;

std::optional<std::array<int64_t, 3>> blockToRun(const LaunchExtents &L) {
  if (L.blockSize())
    return std::array<int64_t, 3>{L.Block[0], L.Block[1], L.Block[2]};
  if (L.MaxThreads && !L.Block[0] && L.Block[1] <= 1 && L.Block[2] <= 1)
    return std::array<int64_t, 3>{L.MaxThreads, 1, 1};
  return std::nullopt;
}

llvm::SmallVector<const Term *, 8> integerParameters(const KernelFacts &Facts) {
  llvm::SmallVector<const Term *, 8> Result;
  auto IsInteger = [](const Term &T) {
    const auto *Whole = dyn_cast<ParameterTerm>(&T);
    const auto *Part = dyn_cast<ExtractTerm>(&T);
    QualType Type = Whole ? Whole->decl()->getType()
                    : Part && Part->field() && isa<ParameterTerm>(Part->from())
                        ? Part->field()->getType()
                        : QualType();
    return !Type.isNull() && Type->isIntegralOrEnumerationType();
  };
  for (const Term *T : Facts.values().programTerms())
    if (IsInteger(*T))
      Result.push_back(T);
  return Result;
}

GivenValues givenToAll(const KernelFacts &Facts, int64_t Sample) {
  GivenValues Given;
  for (const Term *P : integerParameters(Facts))
    Given[P] = Sample;
  const LaunchExtents &Launch = Facts.terms().launch();
  for (const Term *T : Facts.values().programTerms())
    if (const auto *Identity = dyn_cast<IdentityTerm>(T))
      if (Identity->identity() == IdentityKind::GridDim)
        Given[T] = Launch.Grid[Identity->axis()] ? Launch.Grid[Identity->axis()]
                                                 : BlocksToRun;
  return Given;
}

} // namespace warplint
