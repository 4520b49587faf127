//===--- Limits.cpp - Limits of NVIDIA's GPUs -----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Limits.h"
#include <algorithm>

namespace warplint {

int64_t mostResidentBlocks(int64_t Threads, int64_t SharedBytes) {
  int64_t Blocks = MaxBlocksPerMultiprocessor;
  if (Threads > 0) {
    int64_t Warps = (Threads + LanesPerWarp - 1) / LanesPerWarp;
    Blocks =
        std::min(Blocks, MaxThreadsPerMultiprocessor / (Warps * LanesPerWarp));
  }
  if (SharedBytes > 0)
    Blocks = std::min(Blocks, MaxSharedBytesPerMultiprocessor / SharedBytes);
  return Blocks * MaxMultiprocessors;
}

int64_t surelyResidentBlocks(int64_t Threads) {
  if (Threads <= 0 || Threads > MaxThreadsPerBlock)
    return 1;
  int64_t Warps = (Threads + LanesPerWarp - 1) / LanesPerWarp;
  return std::min(LeastBlocksPerMultiprocessor,
                  LeastThreadsPerMultiprocessor / (Warps * LanesPerWarp));
}

} // namespace warplint
