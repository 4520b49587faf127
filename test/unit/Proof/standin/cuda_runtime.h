//===--- cuda_runtime.h - Threads of the host in place of a GPU's ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the recorder needs of CUDA, for threads of the host that run one after
// another or at once.
//
//===----------------------------------------------------------------------===//

#ifndef STANDIN_CUDA_RUNTIME_H
#define STANDIN_CUDA_RUNTIME_H

#include <cstring>

#define __device__
#define __host__
#define __global__

struct uint3 {
  unsigned x = 0, y = 0, z = 0;
};
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};
inline thread_local uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;
inline thread_local bool standinShared = false;

inline bool __isShared(const void *) { return standinShared; }
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
template <class T> T atomicCAS(T *At, T Expected, T New) {
  __atomic_compare_exchange_n(At, &Expected, New, false, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
  return Expected;
}
template <class T> T atomicExch(T *At, T New) {
  return __atomic_exchange_n(At, New, __ATOMIC_SEQ_CST);
}
template <class T> T atomicAdd(T *At, T Value) {
  return __atomic_fetch_add(At, Value, __ATOMIC_SEQ_CST);
}
template <class T> T atomicSub(T *At, T Value) {
  return __atomic_fetch_sub(At, Value, __ATOMIC_SEQ_CST);
}

inline int __ffs(int Value) { return __builtin_ffs(Value); }

enum cudaError_t { cudaSuccess, cudaErrorUnknown };
inline const char *cudaGetErrorName(cudaError_t) { return "cudaErrorUnknown"; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaGetDeviceCount(int *Count) {
  *Count = 1;
  return cudaSuccess;
}
struct cudaDeviceProp {
  char name[256];
};
inline cudaError_t cudaGetDevice(int *Device) {
  *Device = 0;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *To, int) {
  std::strcpy(To->name, "standin");
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *To, const T &From, size_t Bytes) {
  std::memcpy(To, &From, Bytes);
  return cudaSuccess;
}

#endif // STANDIN_CUDA_RUNTIME_H
