//===--- disturbances.h - Kernels beside the one that is tried --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_DISTURBANCES_H
#define WARPLINT_RECORDER_DISTURBANCES_H

#include <cuda_runtime.h>

namespace warplint_recorder {

/// Adds nothing, again and again, where stores of the kernel have to go.
static __global__ void traffic(unsigned *Words, unsigned Count,
                               unsigned Cycles) {
  long long Start = clock64();
  for (unsigned At = blockIdx.x * blockDim.x + threadIdx.x;
       clock64() - Start < (long long)Cycles; At += 97)
    atomicOr(&Words[At % Count], 0u);
}
#ifdef WARPLINT_QUIET
/// Whoever reads what it waits for sees \p Value.
static __global__ void writeWords(unsigned *Words, unsigned Count,
                                  unsigned Value) {
  for (unsigned At = threadIdx.x; At < Count; At += blockDim.x)
    Words[At] = Value;
}
#endif
/// An earlier kernel, which others need not wait for: it writes late.
static __global__ void writeLate(char *To, const char *From, size_t Bytes,
                                 unsigned Cycles) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
  long long Start = clock64();
  while (clock64() - Start < (long long)Cycles) {
  }
  for (size_t At = blockIdx.x * blockDim.x + threadIdx.x; At < Bytes;
       At += gridDim.x * blockDim.x)
    To[At] = From[At];
}

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_DISTURBANCES_H
