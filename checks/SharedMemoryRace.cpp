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

#include "CudaModel/MemorySpace.h"
#include "CudaModel/SuggestedCalls.h"
#include "checks/RaceCheck.h"

namespace warplint {

namespace {

class SharedMemoryRace : public RaceCheck {
public:
  explicit SharedMemoryRace(const CheckInfo &Info)
      : RaceCheck(Info, GroupRacesBy::Barrier, suggested::BlockBarrier) {}

private:
  bool isMine(const races::Race &R) const override {
    return R.Space == MemorySpace::Shared && !races::concernsLanesOnly(R);
  }
};

} // namespace

std::unique_ptr<Check> makeSharedMemoryRace(const CheckInfo &Info) {
  return std::make_unique<SharedMemoryRace>(Info);
}

} // namespace warplint
