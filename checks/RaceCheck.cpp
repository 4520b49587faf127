//===--- RaceCheck.cpp - What checks of races share --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/RaceCheck.h"

namespace warplint {

void RaceCheck::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  std::vector<const Race *> Mine;
  for (const Race &R : Facts.get<Races>().found())
    if (isMine(R))
      Mine.push_back(&R);
  for (const RaceGroup &Group : groupRaces(Facts, Mine, By)) {
    Finding F = makeFinding(Group.Second.Loc, "");
    tellRaces(F, Group, Facts, Remedy);
    Out.add(std::move(F));
  }
}

} // namespace warplint
