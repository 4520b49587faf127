//===--- SharedMemoryRace.cpp - warplint-shared-memory-race -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two threads of a block touch one element of shared memory between two
// barriers, at least one of them writes, and not both are atomic. What the
// reader sees, or whose write stays, is then a matter of timing (CUDA
// Programming Guide, "Shared Memory" and "Synchronization Functions"; PTX ISA,
// "Memory Consistency Model").
//
//===----------------------------------------------------------------------===//

#include "Explanation/RaceWords.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class SharedMemoryRace : public Check {
public:
  using Check::Check;
  bool concerns(const FunctionDecl &Root, DeviceCode &Code) const override {
    return Code.isKernel(Root);
  }
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

void SharedMemoryRace::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  std::vector<const Race *> Mine;
  for (const Race &R : Facts.get<Races>().found())
    if (R.Space == MemorySpace::Shared && !concernsLanesOnly(R))
      Mine.push_back(&R);
  for (const RaceGroup &Group :
       groupRaces(Facts, Mine, GroupRacesBy::Barrier)) {
    Finding F = makeFinding(Group.Second.Loc, "");
    tellRaces(F, Group, Facts, suggested::BlockBarrier);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeSharedMemoryRace(const CheckInfo &Info) {
  return std::make_unique<SharedMemoryRace>(Info);
}

} // namespace warplint
