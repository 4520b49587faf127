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

#include "CudaModel/MemorySpace.h"
#include "CudaModel/SuggestedCalls.h"
#include "checks/RaceCheck.h"

namespace warplint {

namespace {

class GlobalMemoryRace : public RaceCheck {
public:
  explicit GlobalMemoryRace(const CheckInfo &Info)
      : RaceCheck(Info, GroupRacesBy::Barrier, suggested::BlockBarrier) {}

private:
  bool isMine(const races::Race &R) const override {
    return R.Space != MemorySpace::Shared && !races::concernsLanesOnly(R);
  }
};

} // namespace

std::unique_ptr<Check> makeGlobalMemoryRace(const CheckInfo &Info) {
  return std::make_unique<GlobalMemoryRace>(Info);
}

} // namespace warplint
