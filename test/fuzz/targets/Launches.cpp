//===--- Launches.cpp - What a build launches, of any kind ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was read and written again reads as the same.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Launches/CrossUnitLaunches.h"
#include "FuzzTarget.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(Launches)(llvm::StringRef Text) {
  auto Read = launches::CrossUnitLaunches::read(Text);
  if (!Read)
    return;
  std::string Once = Read->text();
  auto Again = launches::CrossUnitLaunches::read(Once);
  if (!Again || Again->text() != Once)
    abort();
  launches::CrossUnitLaunches Twice = *Again;
  Twice.add(*Read);
  Limits Within(Budgets::of(EffortLevel::Normal));
  for (const std::string &Line : {std::string("k"), std::string("_Z1kPi")})
    for (const launches::KernelLaunch &Each : Twice.of(Line, "unit", Within))
      Twice.asCalled(Each, Within);
}
