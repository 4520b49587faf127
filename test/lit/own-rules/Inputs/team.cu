// Lines that the ten rules of docs/rules/team.yaml find, and lines that they do not.
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

enum class BarrierId : unsigned { Producers = 1, Consumers = 2 };
enum OldId { First = 1 };

__device__ void block_sync() { __syncthreads(); }

__device__ void named(BarrierId id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(static_cast<unsigned>(id)), "r"(threads) : "memory");
}

template <typename T>
__global__ void __launch_bounds__(256) sums(T *out, const T *in, int n) {
  __shared__ T tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  block_sync();
  if (n > 3)
    __syncthreads(); // expect: wrapped-barrier
  cg::this_thread_block().sync();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}

__global__ void unbounded(int *p) { p[0] = 1; } // expect: launch-bounds
__global__ void declaredOnly(int *p);
__device__ void notAKernel(int *p) { p[0] = 1; }
struct Holder {
  template <int N> __device__ void body() {}
};
template <int N> __global__ void templated(Holder h) { h.body<N>(); } // expect: launch-bounds

__global__ void __launch_bounds__(128) lanes(unsigned *out) {
  unsigned mask = __activemask(); // expect: no-activemask
  out[0] = __ballot_sync(mask, 1);
  out[1] = __ballot_sync(0xffffffffu, threadIdx.x > 2);
  auto active = cg::coalesced_threads();
  out[2] = active.size();
}

__global__ void __launch_bounds__(128) flags(int *flag, volatile int *seen) { // expect: no-volatile-sync
  volatile int own = 3; // expect: no-volatile-sync
  __shared__ volatile float warp[32]; // expect: no-volatile-sync
  warp[threadIdx.x % 32] = own;
  while (*(volatile int *)flag == 0) // expect: no-volatile-sync
    ;
  asm volatile("" ::: "memory");
  int plain = *seen;
  flag[1] = plain;
}

__global__ void __launch_bounds__(128) counters(int *counter, int *bin) {
  atomicAdd(counter, 1); // expect: device-atomics-in-sync-folder
  atomicAdd_block(bin, 1);
  cuda::atomic_ref<int, cuda::thread_scope_block> inBlock(*bin);
  inBlock.fetch_add(1, cuda::memory_order_relaxed);
  inBlock += 1; // expect: explicit-order
  inBlock.store(4); // expect: explicit-order
  cuda::atomic_ref<int, cuda::thread_scope_device> everywhere(*counter);
  everywhere.store(1, cuda::memory_order_release); // expect: device-atomics-in-sync-folder
  int now = everywhere.load(); // expect: device-atomics-in-sync-folder explicit-order
  cuda::atomic<int, cuda::thread_scope_block> *owned = nullptr;
  if (now < 0)
    owned->store(now);
}

__global__ void __launch_bounds__(128) roles(int *p, unsigned id) {
  named(BarrierId::Producers, 64);
  asm volatile("bar.sync 3, 64;" ::: "memory"); // expect: named-barrier-ids
  asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); // expect: named-barrier-ids
  asm volatile("bar.sync %0, 64;" ::"r"((unsigned)BarrierId::Consumers) : "memory");
  asm volatile("bar.sync %0, 64;" ::"r"((unsigned)First) : "memory"); // expect: named-barrier-ids
  asm volatile("membar.gl;" ::: "memory");
  p[0] = 1;
}

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return;                                                                  \
  } while (0)
#define LAUNCH(...)                                                            \
  do {                                                                         \
    __VA_ARGS__;                                                               \
    CHECK(cudaPeekAtLastError());                                              \
  } while (0)

void host(float *d, const float *h, int n, cudaStream_t stream) {
  sums<<<n, 256, 0, stream>>>(d, h, n);
  CHECK(cudaGetLastError());
  LAUNCH(sums<<<n, 256, 0, stream>>>(d, h, n));
  if (n > 2) {
    sums<<<1, 256, 0, stream>>>(d, h, n);
  }
  cudaError_t status = cudaGetLastError();
  sums<<<2, 256, 0, stream>>>(d, h, n); // expect: checked-launch
  CHECK(cudaStreamSynchronize(stream));
  sums<<<3, 256>>>(d, h, n); // expect: no-default-stream
  CHECK(cudaGetLastError());
  sums<<<3, 256, 0, cudaStreamLegacy>>>(d, h, n); // expect: no-default-stream
  CHECK(cudaGetLastError());
  sums<<<3, 256, 0, cudaStreamPerThread>>>(d, h, n);
  CHECK(cudaGetLastError());
  cudaMemcpyAsync(d, h, n, cudaMemcpyDefault); // expect: no-default-stream
  cudaMemcpyAsync(d, h, n, cudaMemcpyDefault, stream);
  cudaDeviceSynchronize(); // expect: no-device-synchronize
  cudaDeviceSynchronize(); // NOLINT(custom-no-device-synchronize)
  cudaStreamSynchronize(stream);
  templated<3><<<1, 1, 0, stream>>>(Holder()); // expect: checked-launch
  if (status == cudaSuccess)
    return;
}
