// RUN: %verify %s --checks=-*,warplint-async-copy-wait -- -std=c++17 --cuda-gpu-arch=sm_90a
//
// A fence acquires one tensor map.

#include <cstdint>

struct alignas(128) Map {
  char opaque[128];
};
#include <cuda/ptx>
__device__ inline uint32_t sa(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline void binit(uint64_t* b, uint32_t n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory"); }
__device__ inline void expect(uint64_t* b, uint32_t n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory"); }
__device__ inline void bwait(uint64_t* b, uint32_t par) {
  asm volatile("{\n\t.reg .pred ok;\n\tSPIN:\n\tmbarrier.try_wait.parity.shared::cta.b64 ok, [%0], %1;\n\t@ok bra READY;\n\tbra SPIN;\n\tREADY:\n\t}" ::"r"(sa(b)), "r"(par) : "memory");
}
__device__ inline void acquire(const void* m) { asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(m) : "memory"); }
__device__ inline void tload(void* d, const void* m, int x, int y, uint64_t* b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(sa(d)), "l"(m), "r"(x), "r"(y), "r"(sa(b)) : "memory");
}
// each block its own map, the first one acquired
__global__ void eachBlockItsOwn(const Map* maps, float* out) {
  __shared__ alignas(128) float t[1024];
  __shared__ uint64_t b;
  if (threadIdx.x == 0) {
    binit(&b, 1);
    acquire(maps);
    expect(&b, sizeof(t));
    tload(t, maps + blockIdx.x, 0, 0, &b); // warn async-copy-wait: 'cp.async.bulk.tensor' in 'tload' uses a tensor map that no fence acquires
  }
  __syncthreads();
  bwait(&b, 0);
  out[blockIdx.x * 128 + threadIdx.x] = t[threadIdx.x];
}
// two maps
__global__ void secondOfTwo(const Map* maps, float* out) {
  __shared__ alignas(128) float a[1024], c[1024];
  __shared__ uint64_t b;
  if (threadIdx.x == 0) {
    binit(&b, 1);
    cuda::ptx::fence_proxy_tensormap_generic(cuda::ptx::sem_acquire, cuda::ptx::scope_gpu, &maps[0], cuda::ptx::n32_t<128>{});
    expect(&b, sizeof(a) + sizeof(c));
    tload(a, &maps[0], 0, 0, &b);
    tload(c, &maps[1], 0, 0, &b); // warn async-copy-wait: 'cp.async.bulk.tensor' in 'tload' uses a tensor map that no fence acquires
  }
  __syncthreads();
  bwait(&b, 0);
  out[threadIdx.x] = a[threadIdx.x] + c[threadIdx.x];
}

__global__ void acquiresAll(const Map* maps, const __grid_constant__ Map fixed, float* out, int n) {
  __shared__ alignas(128) float t[1024], f[1024];
  __shared__ uint64_t b;
  if (threadIdx.x == 0) {
    binit(&b, 1);
    for (int i = 0; i < n; ++i) acquire(maps + i);
    expect(&b, sizeof(t) + sizeof(f));
    tload(t, maps + blockIdx.x, 0, 0, &b);
    tload(f, &fixed, 0, 0, &b);
  }
  __syncthreads();
  bwait(&b, 0);
  out[blockIdx.x * 128 + threadIdx.x] = t[threadIdx.x] + f[threadIdx.x];
}
__global__ void mapsOfTheHost(const Map* a_maps, const Map* b_maps, float* out, int g) {
  __shared__ alignas(128) float a[1024], c[1024];
  __shared__ uint64_t b;
  if (threadIdx.x == 0) {
    binit(&b, 1);
    acquire(a_maps + g);
    expect(&b, sizeof(a) + sizeof(c));
    tload(a, a_maps + g, 0, 0, &b);
    tload(c, b_maps + g, 0, 0, &b); // made by the host
  }
  __syncthreads();
  bwait(&b, 0);
  out[threadIdx.x] = a[threadIdx.x] + c[threadIdx.x];
}
