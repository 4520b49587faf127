//===--- abi-breaking.h - LLVM's containers, backwards ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Found before LLVM's own file where WARPLINT_REVERSED is on: LLVM's maps and
// sets whose keys are addresses are iterated in the other direction.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REVERSED_ABI_BREAKING_H
#define WARPLINT_REVERSED_ABI_BREAKING_H

#include_next "llvm/Config/abi-breaking.h"

#undef LLVM_ENABLE_REVERSE_ITERATION
#define LLVM_ENABLE_REVERSE_ITERATION 1

#endif // WARPLINT_REVERSED_ABI_BREAKING_H
