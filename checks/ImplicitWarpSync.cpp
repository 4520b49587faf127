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

#include "CudaModel/SuggestedCalls.h"
#include "checks/RaceCheck.h"

namespace warplint {

namespace {

class ImplicitWarpSync : public RaceCheck {
public:
  explicit ImplicitWarpSync(const CheckInfo &Info)
      : RaceCheck(Info, GroupRacesBy::Object, suggested::WarpBarrier) {}

private:
  bool isMine(const races::Race &R) const override {
    return races::concernsLanesOnly(R);
  }
};

} // namespace

std::unique_ptr<Check> makeImplicitWarpSync(const CheckInfo &Info) {
  return std::make_unique<ImplicitWarpSync>(Info);
}

} // namespace warplint
