//===--- warplint_early.h - Before Clang's CUDA wrapper ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Force-included first. What must be said before Clang's own wrapper, and so
// before any CUDA header, has declared anything: no CUDA macro exists yet.
//
//===----------------------------------------------------------------------===//

#pragma once
#pragma clang system_header

// A builtin can only be called; nvcc also accepts its bare name, with a
// warning. As an overloadable function, `__syncthreads;` is an expression
// statement that a check can find, and calls look as they always do. The other
// barriers and fences are ordinary functions in Clang's headers.
__attribute__((device, overloadable)) void __syncthreads();

// Cooperative groups offer clusters to nvcc only, unless this is set; Clang's
// wrapper does have the intrinsics behind them.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define _CG_CLUSTER_INTRINSICS_AVAILABLE
#endif

// Clang's wrapper includes one header of cuRAND for every file, and a macro of
// the command line such as -DV=1 breaks it. See
// before/curand_mtgp32_kernel.h.
#define CURAND_MTGP32_KERNEL_H

// The wrapper also includes cuda.h, which nvcc does not, and which has
// parameters of this name. -DN=1024 is common.
#pragma push_macro("N")
#undef N
