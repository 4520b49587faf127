// RUN: %verify %s --checks=-*,warplint-barrier-init,warplint-barrier-token
//
// A predicate of PTX says who initializes, not the branches around it.

#include <cstdint>
__device__ __forceinline__ uint32_t elect() {
  uint32_t is;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.b32 %0, 1, 0, p; }" : "=r"(is));
  return is;
}
__device__ __forceinline__ void initIf(uint32_t bar, uint32_t n, uint32_t is) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %2, 0;\n@p mbarrier.init.shared::cta.b64 [%0], %1;\n}" ::"r"(bar), "r"(n), "r"(is) : "memory");
}
__device__ __forceinline__ void arrive(uint32_t bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory"); }
__device__ __forceinline__ void wait(uint32_t bar) {
  asm volatile("{ .reg .pred p;\n again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n @!p bra again; }" ::"r"(bar) : "memory");
}
__global__ void elected(float *out) {
  __shared__ uint64_t bar; __shared__ float box;
  uint32_t b = (uint32_t)__cvta_generic_to_shared(&bar);
  if (threadIdx.x < 32) { uint32_t leader = elect(); initIf(b, 1, leader); }
  __syncthreads();
  if (threadIdx.x == 0) { box = 1; arrive(b); }
  wait(b);
  out[threadIdx.x] = box;
}
__global__ void byNumber(float *out) {
  __shared__ uint64_t bar; __shared__ float box;
  uint32_t b = (uint32_t)__cvta_generic_to_shared(&bar);
  initIf(b, 1, threadIdx.x == 0);
  __syncthreads();
  if (threadIdx.x == 0) { box = 1; arrive(b); }
  wait(b);
  out[threadIdx.x] = box;
}
__global__ void byMany(float *out) {
  __shared__ uint64_t bar; __shared__ float box;
  uint32_t b = (uint32_t)__cvta_generic_to_shared(&bar);
  initIf(b, 1, threadIdx.x < 8); // warn barrier-init: 'mbarrier.init' in 'initIf' initializes 'bar' in several threads of the block
  // note@-1: 8 of 256 threads in such a block execute this
  __syncthreads();
  if (threadIdx.x == 0) { box = 1; arrive(b); }
  wait(b);
  out[threadIdx.x] = box;
}
