// RUN: %verify %s --checks=-*,warplint-async-copy-wait -- -std=c++17 --cuda-gpu-arch=sm_90a
//
// Registers that wgmma accumulates into: fenced before, waited for behind.

#include <cstdint>
__device__ inline uint32_t smem_addr(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline uint64_t desc(const void* tile) { return (uint64_t(0x4008) << 48) | (smem_addr(tile) >> 4); }
__device__ inline void wfence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void wcommit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void wwait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ inline void mma(float (&d)[4], uint64_t a, uint64_t b, int acc = 1) {
  asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %6, 0;\n\twgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n\t}" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "r"(acc));
}
__device__ inline void keep(float& r) { asm volatile("" : "+f"(r)::"memory"); }
struct Acc { float v[4]; __device__ float& operator()(int i) { return v[i]; } };
__device__ void rescale(Acc& o, float s) { for (int i = 0; i < 4; ++i) o(i) *= s; }

// never fenced
__global__ void __launch_bounds__(128) neverFenced(const uint16_t* p, float* out) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  float d[4] = {0, 0, 0, 0};
  mma(d, desc(a), desc(b)); // warn async-copy-wait: 'wgmma.mma_async' is reached with no 'wgmma.fence' before it
  wcommit(); wwait<0>();
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
}
// read before wait
__global__ void __launch_bounds__(128) readBeforeTheWait(const uint16_t* p, float* out) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  float d[4] = {0, 0, 0, 0};
  wfence();
  mma(d, desc(a), desc(b));
  wcommit();
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i]; // warn async-copy-wait: registers are used that 'wgmma.mma_async' accumulates into, which may still run
  wwait<0>();
}
// wait leaves it pending
__global__ void __launch_bounds__(128) waitLeavesItPending(const uint16_t* p, float* out, int n) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  float d[4] = {}, e[4] = {};
  for (int i = 0; i < n; ++i) {
    wfence();
    mma(d, desc(a), desc(b), 0);
    wcommit();
    wwait<1>();
    for (int i = 0; i < 4; ++i) e[i] += d[i]; // warn async-copy-wait: registers are used that 'wgmma.mma_async' accumulates into, which may still run
  }
  wwait<0>();
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = e[i];
}
// scaled in a helper through a struct, fence before it
__global__ void __launch_bounds__(128) scaledBehindTheFence(const float* sc, float* out, int n) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  Acc o;
  for (int i = 0; i < 4; ++i) o(i) = 0;
  for (int i = 0; i < n; ++i) {
    wfence();
    if (i > 0) rescale(o, sc[i]);
    mma(o.v, desc(a), desc(b)); // warn async-copy-wait: 'wgmma.mma_async' accumulates into registers that the thread has written, with no 'wgmma.fence' since
    wcommit();
    wwait<0>();
  }
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = o(i);
}
// cleared for the next tile by hand
__global__ void __launch_bounds__(128) clearedWithoutFence(float* out, int n) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  float d[4];
  wfence();
  for (int t = 0; t < n; ++t) {
    d[0] = d[1] = d[2] = d[3] = 0.f;
    for (int k = 0; k < 4; ++k) mma(d, desc(a + 64 * k), desc(b)); // warn async-copy-wait: 'wgmma.mma_async' accumulates into registers that the thread has written, with no 'wgmma.fence' since
    wcommit();
    wwait<0>();
    for (int i = 0; i < 4; ++i) out[(t * 128 + threadIdx.x) * 4 + i] = d[i];
  }
}

__global__ void __launch_bounds__(128) fencedEachTile(float* out, int n) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  float d[4];
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 4; ++i) keep(d[i]);
    wfence();
    for (int k = 0; k < 4; ++k) mma(d, desc(a + 64 * k), desc(b), k > 0);
    wcommit();
    for (int i = 0; i < 4; ++i) keep(d[i]);
    wwait<0>();
    for (int i = 0; i < 4; ++i) out[(t * 128 + threadIdx.x) * 4 + i] = d[i];
  }
}
// two accumulators, one in flight
__global__ void __launch_bounds__(128) oneInFlight(float* out, int n) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  float d[4] = {}, e[4] = {}, s = 0;
  wfence();
  mma(d, desc(a), desc(b), 0);
  wcommit();
  for (int t = 0; t < n; ++t) {
    wfence();
    mma(e, desc(a), desc(b), 0);
    wcommit();
    wwait<1>();
    for (int i = 0; i < 4; ++i) s += d[i];
    wfence();
    mma(d, desc(a), desc(b), 0);
    wcommit();
    wwait<1>();
    for (int i = 0; i < 4; ++i) s += e[i];
  }
  wwait<0>();
  out[threadIdx.x] = s + d[0];
}
__global__ void __launch_bounds__(128) scaledBeforeTheFence(const float* sc, float* out, int n) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  Acc o;
  for (int i = 0; i < 4; ++i) o(i) = 0;
  for (int i = 0; i < n; ++i) {
    if (i > 0) rescale(o, sc[i]);
    wfence();
    mma(o.v, desc(a), desc(b));
    wcommit();
    wwait<0>();
  }
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = o(i);
}
// rows of a larger tile, one scaled while another runs
__global__ void __launch_bounds__(128) otherRowInFlight(float* out, float s) {
  __shared__ __align__(1024) uint16_t a[1024], b[128];
  float d[2][4] = {};
  wfence();
  mma(d[0], desc(a), desc(b)); wcommit();
  mma(d[1], desc(a), desc(b)); wcommit();
  wwait<1>();
  for (int i = 0; i < 4; ++i) d[0][i] *= s;
  wwait<0>();
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 8 + i] = d[0][i] + d[1][i];
}
