//===--- PtxText.cpp - PTX text of any kind ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/PtxText.h"
#include "FuzzTarget.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(PtxText)(llvm::StringRef Text) {
  PtxProgram Program = parsePtx(Text);
  for (size_t I = 0; I < Program.Instructions.size(); ++I) {
    Program.isInLoop(I);
    for (const std::string &Operand : Program.Instructions[I].Operands)
      parsePtxOperand(Operand);
  }
  for (const PtxLabel &Label : Program.Labels)
    if (Label.Position > Program.Instructions.size())
      abort();
}
