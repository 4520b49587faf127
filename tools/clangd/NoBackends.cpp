//===--- NoBackends.cpp - clang-tidy without code generators ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy registers the assembly parsers of all of LLVM's targets, which are
// half of its size. Its checks never reach them: it generates no code.
//
//===----------------------------------------------------------------------===//

extern "C" {
#define LLVM_TARGET(Target)                                                    \
  void LLVMInitialize##Target##TargetMC() {}
#include "llvm/Config/Targets.def"
#define LLVM_ASM_PARSER(Target)                                                \
  void LLVMInitialize##Target##AsmParser() {}
#include "llvm/Config/AsmParsers.def"
}
