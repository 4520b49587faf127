// RUN: %verify %s --checks=-*,warplint-shared-memory-race -- nvcc -arch=sm_90 -std=c++17
// RUN: not %warplint --cuda-path=%cuda_path --checks=-*,warplint-shared-memory-race %s -- --cuda-gpu-arch=sm_90 -std=c++17 2>&1 | FileCheck %s --check-prefix=CLANG
//
// Headers that many compilers read ask for nvcc by its name. What the toolkit
// itself writes for nvcc alone is not chosen.
// CLANG: error: reference to __host__ function 'neighbour' in __global__ function

#ifdef __NVCC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

#include <cuda/barrier>
#include <cuda/std/array>
#include <nv/target>
#if defined(_NV_COMPILER_NVCC) || !defined(__NVCC__)
#error "the toolkit's headers are read as nvcc reads them"
#endif

BOTH inline int neighbour(int i) { return i ^ 64; }

__global__ void ofBoth(int *p) {
  __shared__ int s[256];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[neighbour(threadIdx.x)]; // warn shared-memory-race: may still write it
}
__global__ void waits(int *p) {
  __shared__ int s[256];
  s[threadIdx.x] = p[threadIdx.x];
  NV_IF_TARGET(NV_PROVIDES_SM_80, (__syncthreads();))
  p[threadIdx.x] = s[neighbour(threadIdx.x)];
}
