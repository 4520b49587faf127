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

static void count(std::vector<Limits::Cut> &All, llvm::StringRef Construct,
                  unsigned Times) {
  auto Known = llvm::find_if(
      All, [&](const Limits::Cut &Old) { return Old.Construct == Construct; });
  if (Known == All.end())
    All.push_back({Construct.str(), Times});
  else
    Known->Times += Times;
}

void Limits::tell(llvm::StringRef Construct, unsigned Times) const {
  count(Cuts, Construct, Times);
}

Counted Limits::leaveOpen(llvm::StringRef Of) const {
  count(Open, Of, 1);
  return {};
}

std::vector<Limits::Count> Limits::counts() const {
  std::vector<Count> Result;
  for (unsigned I = 0; I < BudgetIds; ++I)
    if (Counts[I])
      Result.push_back({BudgetId(I), Counts[I]});
  return Result;
}

} // namespace warplint
