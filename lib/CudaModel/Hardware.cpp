//===--- Hardware.cpp - Limits of NVIDIA's GPUs ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/Hardware.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include <algorithm>

using namespace clang;

namespace warplint {

unsigned computeCapabilityOf(const ASTContext &Context) {
  llvm::StringRef Cpu = Context.getTargetInfo().getTargetOpts().CPU;
  unsigned Number = 0;
  if (!Cpu.consume_front("sm_"))
    return 0;
  Cpu.consumeInteger(10, Number);
  return Number;
}

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
