// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-async-copy-wait,warplint-barrier-token
//
// Numbers that every launch passes decide how many rounds the threads are played
// for: samples would be too small for a stage to be filled twice.

#include <cooperative_groups.h>
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int Length = 128;

template <bool WaitsForReady>
__device__ void producer(Barrier ready[], Barrier filled[], float *buffer, const float *in, int n) {
  for (int i = 0; i < n / Length; ++i) {
    if (WaitsForReady)
      ready[i % 2].arrive_and_wait();
    else
      (void)ready[i % 2].arrive();
    for (int k = threadIdx.x; k < Length; k += 32)
      buffer[(i % 2) * Length + k] = in[i * Length + k];
    (void)filled[i % 2].arrive();
  }
}

__device__ void consumer(Barrier ready[], Barrier filled[], const float *buffer, float *out, int n) {
  (void)ready[0].arrive();
  (void)ready[1].arrive();
  for (int i = 0; i < n / Length; ++i) {
    filled[i % 2].arrive_and_wait();
    for (int k = threadIdx.x - 32; k < Length; k += 96)
      out[i * Length + k] = buffer[(i % 2) * Length + Length - 1 - k]; // warn barrier-token: is read while another thread may already be filling it anew
    (void)ready[i % 2].arrive();
  }
}

template <bool WaitsForReady>
__global__ void handedOn(int n, const float *in, float *out) {
  __shared__ float buffer[2 * Length];
  __shared__ Barrier bars[4];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() < 4)
    init(bars + block.thread_rank(), block.size());
  block.sync();
  if (block.thread_rank() < 32)
    producer<WaitsForReady>(bars, bars + 2, buffer, in, n);
  else
    consumer(bars, bars + 2, buffer, out, n);
}

void launch(const float *in, float *out) {
  handedOn<true><<<1, 128>>>(1024, in, out);
  handedOn<false><<<1, 128>>>(1024, in, out);
}
