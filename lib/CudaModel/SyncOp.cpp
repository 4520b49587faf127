//===--- SyncOp.cpp - The words for synchronization -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/SyncOp.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

namespace warplint {

std::optional<MemoryOrder> memoryOrderNamed(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<MemoryOrder>>(Name)
      .Case("relaxed", MemoryOrder::Relaxed)
      .Case("acquire", MemoryOrder::Acquire)
      .Case("release", MemoryOrder::Release)
      .Case("acq_rel", MemoryOrder::AcqRel)
      .Case("sc", MemoryOrder::SeqCst)
      .Default(std::nullopt);
}

llvm::StringRef nameOf(Scope S) {
  switch (S) {
  case Scope::Thread:
    return "thread";
  case Scope::Warp:
    return "warp";
  case Scope::Block:
    return "block";
  case Scope::Cluster:
    return "cluster";
  case Scope::Grid:
    return "grid";
  case Scope::System:
    return "system";
  }
  llvm_unreachable("all scopes are named");
}

std::optional<unsigned> lanesOfSegment(uint64_t Packed, ShuffleMode Mode) {
  uint64_t Mask = Packed >> 8 & LaneBits, Within = ~Mask & LaneBits,
           Clamp = Packed & Within;
  bool IsPrefix = (Within & (Within + 1)) == 0;
  if (!IsPrefix || Clamp != (Mode == ShuffleMode::Up ? 0 : Within))
    return std::nullopt;
  return Within + 1;
}

} // namespace warplint
