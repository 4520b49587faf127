// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-sync-mask --prefix=ON
// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-sync-mask --prefix=OFF --assume=no-same-answer
//
// All lanes ask for one phase.
// ON-no-findings

__device__ bool tryWait(unsigned bar, unsigned parity) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
               " selp.u32 %0, 1, 0, p; }"
               : "=r"(done) : "r"(bar), "r"(parity) : "memory");
  return done;
}
__global__ void wait(int *a, unsigned bar, unsigned parity) {
  if (tryWait(bar, parity))
    a[threadIdx.x] = __shfl_sync(0xffffffff, a[threadIdx.x], 3); // OFF-warn sync-mask: {{.}}
}
