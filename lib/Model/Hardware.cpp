//===--- Hardware.cpp - Limits of NVIDIA's GPUs ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Hardware.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"

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

} // namespace warplint
