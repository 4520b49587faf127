//===--- ImplicitWarpSync.cpp - warplint-implicit-warp-sync -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of one warp exchange data through memory as if they ran in lock step.
// Since sm_70 they need not (CUDA Programming Guide, "Independent Thread
// Scheduling"): a warp barrier orders their accesses; votes and shuffles do
// not.
//
//===----------------------------------------------------------------------===//

#include "Explanation/RaceWords.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class ImplicitWarpSync : public Check {
public:
  using Check::Check;
  bool concerns(const FunctionDecl &Root, DeviceCode &Code) const override {
    return Code.isKernel(Root);
  }
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

void ImplicitWarpSync::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  std::vector<const Race *> Mine;
  for (const Race &R : Facts.get<Races>().found())
    if (concernsLanesOnly(R))
      Mine.push_back(&R);
  for (const RaceGroup &Group : groupRaces(Facts, Mine, GroupRacesBy::Object)) {
    Finding F = makeFinding(Group.Second.Loc, "");
    tellRaces(F, Group, Facts, suggested::WarpBarrier);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeImplicitWarpSync(const CheckInfo &Info) {
  return std::make_unique<ImplicitWarpSync>(Info);
}

} // namespace warplint
