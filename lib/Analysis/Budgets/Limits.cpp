//===--- Limits.cpp - What may be taken, and what was cut off -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

void Limits::tell(llvm::StringRef Construct, unsigned Times) const {
  auto Known = llvm::find_if(
      Cuts, [&](const Cut &Old) { return Old.Construct == Construct; });
  if (Known == Cuts.end())
    Cuts.push_back({Construct.str(), Times});
  else
    Known->Times += Times;
}

std::vector<Limits::Count> Limits::counts() const {
  std::vector<Count> Result;
  for (unsigned I = 0; I < BudgetIds; ++I)
    if (Counts[I])
      Result.push_back({BudgetId(I), Counts[I]});
  return Result;
}

} // namespace warplint
