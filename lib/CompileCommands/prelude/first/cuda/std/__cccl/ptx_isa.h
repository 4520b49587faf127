//===--- ptx_isa.h - nvcc's version of PTX in libcu++ --------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libcu++ offers, and cub uses, the instructions of the newest PTX that the
// compiler can write: that of the toolkit with nvcc, an older one with Clang.
// Nothing is written here, and code for nvcc counts on nvcc's.
//
//===----------------------------------------------------------------------===//

#pragma clang system_header

// What the header includes itself, for its macros.
#include <cuda/std/__cccl/system_header.h>

#pragma push_macro("_CCCL_CUDA_COMPILER")
#ifdef WARPLINT_NVCC
#undef _CCCL_CUDA_COMPILER
#define _CCCL_CUDA_COMPILER(...) 0
#endif
#include_next <cuda/std/__cccl/ptx_isa.h>
#pragma pop_macro("_CCCL_CUDA_COMPILER")
