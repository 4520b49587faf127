// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A warp waits for its loads from tensor memory before others may free the columns.

__device__ unsigned sharedAddress(const void *p) {
  return unsigned(__cvta_generic_to_shared(p));
}

__device__ void allocate(unsigned *slot) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;"
               ::"r"(sharedAddress(slot)) : "memory");
}

__device__ void release(unsigned base) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(base));
}

__global__ void __launch_bounds__(128) freesTooEarly(unsigned *out) {
  __shared__ unsigned slot;
  unsigned warp = threadIdx.x / 32, word;
  if (warp == 0)
    allocate(&slot);
  __syncthreads();
  // BUG(tensor-memory): the load may still run when warp 0 frees the columns
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
               : "=r"(word) : "r"(slot + (warp * 32 << 16)));
  out[threadIdx.x] = word;
  __syncthreads();
  if (warp == 0)
    release(slot);
}

__global__ void __launch_bounds__(128) waitsMended(unsigned *out) {
  __shared__ unsigned slot;
  unsigned warp = threadIdx.x / 32, word;
  if (warp == 0)
    allocate(&slot);
  __syncthreads();
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
               : "=r"(word) : "r"(slot + (warp * 32 << 16)));
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  out[threadIdx.x] = word;
  __syncthreads();
  if (warp == 0)
    release(slot);
}
