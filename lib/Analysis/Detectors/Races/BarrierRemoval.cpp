//===--- BarrierRemoval.cpp - Races of a kernel without a barrier ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/BarrierRemoval.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/Races/RaceSearch.h"
#include "Analysis/Detectors/Races/Races.h"

namespace warplint::races {

bool isRaceFreeWithout(const BarrierSet &Barriers, const KernelFacts &Facts) {
  llvm::ArrayRef<scenarios::Scenario> Launches = Facts.get<Races>().launches();
  if (Launches.empty() || scenarios::areGuessed(Launches))
    return false;
  RaceSearch Search(Facts, Barriers);
  Search.runWithout(Launches);
  // What the work did not reach for is not known.
  return Search.Found.empty() && !Search.Effort.undecided() &&
         Facts.work().left() > Facts.budgets().forChecks() &&
         llvm::all_of(Search.Effort.Silent, [](const SilentPairs &Each) {
           return Each.RestsOn.empty() && !Each.IsGuessed &&
                  !Each.InSomeShapes && !Each.IsReportedOfOthers &&
                  !Each.IsUnreached;
         });
}

} // namespace warplint::races
