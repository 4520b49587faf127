//===--- compiler.h - Who compiles, for CCCL -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CCCL writes what the compiler understands, which is Clang: nvcc has builtins
// of its own.
//
//===----------------------------------------------------------------------===//

#pragma clang system_header

#pragma push_macro("__NVCC__")
#undef __NVCC__
#include_next <cuda/std/__cccl/compiler.h>
#pragma pop_macro("__NVCC__")
