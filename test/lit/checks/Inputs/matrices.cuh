// Matrices in shared memory and what multiplies them, as projects write it by
// hand.

#pragma once
#include "mbarrier.cuh"

__device__ __forceinline__ uint64_t packed(uint64_t bytes) {
  return (bytes & 0x3FFFF) >> 4;
}

__device__ __forceinline__ uint64_t describe(const void *p) {
  uint64_t described = packed(toShared(p));
  described |= packed(16) << 16;
  described |= packed(1024) << 32;
  return described | 1ull << 62;
}

__device__ __forceinline__ void fenceRegisters() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

__device__ __forceinline__ void commitProducts() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

template <int Pending> __device__ __forceinline__ void waitProducts() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

__device__ __forceinline__ void multiply(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile("{\n"
               ".reg .pred p;\n"
               "setp.ne.b32 p, %6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
               "{%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n"
               "}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b), "r"(1)
               : "memory");
}

__device__ __forceinline__ void multiplyOnTensorCore(uint32_t d, uint64_t a, uint64_t b,
                                                     uint32_t accumulate) {
  asm volatile("{\n"
               ".reg .pred p;\n"
               "setp.ne.b32 p, %4, 0;\n"
               "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n"
               "}" ::"r"(d),
               "l"(a), "l"(b), "r"(0), "r"(accumulate)
               : "memory");
}

__device__ __forceinline__ void commitTo(uint64_t *bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::"
               "cluster.b64 [%0];" ::"r"(toShared(bar))
               : "memory");
}
