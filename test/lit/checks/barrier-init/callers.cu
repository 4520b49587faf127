// RUN: %verify %s --checks=-*,warplint-barrier-init -- -arch=sm_90
// Functions whose callers are not seen: one thread may do all that they do.

#include <cstdint>
__device__ uint32_t sa(void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void wait(uint64_t &b, int ph) {
  asm volatile("{\n.reg .pred P1;\nL:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra D;\nbra L;\nD:\n}" ::"r"(sa(&b)), "r"(ph) : "memory");
}
__device__ void init(uint64_t &b) { asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sa(&b)) : "memory"); }
__device__ void load(void *to, const void *from, uint64_t &b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(to)), "l"(from), "r"(128), "r"(sa(&b)) : "memory");
}
// No thread is told from another.
__device__ void alone(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  init(full);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory");
  load(s, in, full);
  wait(full, 0);
  out[blockIdx.x] = s[3];
}
// The same in a loop.
__device__ void rounds(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  init(full);
  for (int i = 0; i < 4; ++i) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory");
  load(s, in + i * 32, full);
  wait(full, i & 1);
  out[blockIdx.x * 4 + i] = s[i];
  }
}
// What all may read is told to the device.
__device__ void announced(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  init(full);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory");
  load(s, in, full);
  wait(full, 0);
  out[blockIdx.x] = s[3];
  __threadfence();
}
// One of many.
__device__ void byOne(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0)
    init(full);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory"); // warn barrier-init: may use 'full' before another thread has initialized it
  load(s, in, full);
  wait(full, 0);
  out[blockIdx.x] = s[3];
}
// All of many.
__device__ void forMany(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  init(full);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory"); // warn barrier-init: may use 'full' before another thread has initialized it
  load(s, in, full);
  wait(full, 0);
  out[blockIdx.x * 32 + threadIdx.x] = s[3];
}
// They wait for each other afterwards.
__device__ void thenTogether(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  init(full);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory"); // warn barrier-init: may use 'full' before another thread has initialized it
  load(s, in, full);
  wait(full, 0);
  out[blockIdx.x] = s[3];
  __syncthreads();
  out[0] = s[5];
}
// Lanes give each other something.
__device__ void thenCounted(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  init(full);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory"); // warn barrier-init: may use 'full' before another thread has initialized it
  load(s, in, full);
  wait(full, 0);
  out[blockIdx.x] = s[3];
  out[1] = __shfl_xor_sync(~0u, s[5], 1);
}
// Kernels are for many, if nothing else is said.
__global__ void kernel(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  init(full); // warn barrier-init: initializes 'full' in several threads of the block
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory"); // warn barrier-init: may use 'full' before another thread has initialized it
  load(s, in, full);
  wait(full, 0);
  out[blockIdx.x] = s[3];
}
// Something else is said.
__global__ __launch_bounds__(1) void kernelForOne(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  init(full);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(sa(&full)) : "memory");
  load(s, in, full);
  wait(full, 0);
  out[blockIdx.x] = s[3];
}
