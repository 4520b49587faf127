//===--- GlobalMemoryRace.cpp - warplint-global-memory-race -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two threads of one launch touch one element of global memory, at least one of
// them writes, not both are atomic, and no barrier can order them. Blocks of a
// launch run in any order and at any time (CUDA Programming Guide, "Thread
// Hierarchy").
//
//===----------------------------------------------------------------------===//

#include "Explanation/RaceWords.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class GlobalMemoryRace : public Check {
public:
  using Check::Check;
  bool concerns(const FunctionDecl &Root, DeviceCode &Code) const override {
    return Code.isKernel(Root);
  }
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

void GlobalMemoryRace::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  std::vector<const Race *> Mine;
  for (const Race &R : Facts.get<Races>().found())
    if (R.Space != MemorySpace::Shared && !concernsLanesOnly(R))
      Mine.push_back(&R);
  for (const RaceGroup &Group :
       groupRaces(Facts, Mine, GroupRacesBy::Barrier)) {
    Finding F = makeFinding(Group.Second.Loc, "");
    tellRaces(F, Group, Facts, suggested::BlockBarrier);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeGlobalMemoryRace(const CheckInfo &Info) {
  return std::make_unique<GlobalMemoryRace>(Info);
}

} // namespace warplint
