//===--- curand_mtgp32_kernel.h - cuRAND on its own terms ----- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuRAND declares blockDim and threadIdx again, with the types they have in
// host code. Clang's wrapper therefore includes this header for every file,
// with the types renamed; warplint_early.h prevents it by the macro below, and
// this does the same for those files alone that use cuRAND.
//
// The wrapper's own inclusion must not ask for the header of the toolkit: there
// may be none. What scripts/fetch_toolkit.py fetches has no cuRAND.
//
//===----------------------------------------------------------------------===//

#pragma clang system_header

#ifndef CURAND_MTGP32_KERNEL_H
#pragma push_macro("dim3")
#pragma push_macro("uint3")
#define dim3 __cuda_builtin_blockDim_t
#define uint3 __cuda_builtin_threadIdx_t
#include_next <curand_mtgp32_kernel.h>
#pragma pop_macro("uint3")
#pragma pop_macro("dim3")
#endif
