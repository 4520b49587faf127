// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arrival tokens: one per phase, for one wait, at one barrier.

#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <utility>

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

__device__ float chew(float value) { return value * value + 1.0f; }

__global__ void readsBeforeTheWait(float *values, int rounds) {
  __shared__ BlockBarrier meeting;
  __shared__ float box[128];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    box[threadIdx.x] = values[threadIdx.x];
    BlockBarrier::arrival_token token = meeting.arrive();
    // BUG(barrier-token): other threads may not have arrived yet
    float neighbour = box[127 - threadIdx.x];
    meeting.wait(std::move(token));
    values[threadIdx.x] = chew(neighbour);
    __syncthreads();
  }
}

__global__ void readsAfterTheWaitMended(float *values, int rounds) {
  __shared__ BlockBarrier meeting;
  __shared__ float box[128];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    box[threadIdx.x] = values[threadIdx.x];
    BlockBarrier::arrival_token token = meeting.arrive();
    float own = chew(values[threadIdx.x]);
    meeting.wait(std::move(token));
    values[threadIdx.x] = own + box[127 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void arrivesTwice(float *values) {
  __shared__ BlockBarrier meeting;
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  BlockBarrier::arrival_token first = meeting.arrive();
  // BUG(barrier-token): a second arrival before the wait for the first
  BlockBarrier::arrival_token second = meeting.arrive();
  meeting.wait(std::move(first));
  meeting.wait(std::move(second));
  values[threadIdx.x] = 0.0f;
}

__global__ void waitsAtAnotherBarrier(float *values) {
  __shared__ BlockBarrier filled, drained;
  __shared__ float box[128];
  if (threadIdx.x == 0) {
    init(&filled, blockDim.x);
    init(&drained, blockDim.x);
  }
  __syncthreads();
  box[threadIdx.x] = values[threadIdx.x];
  BlockBarrier::arrival_token token = filled.arrive();
  // BUG(barrier-token): the token is one of 'filled'
  drained.wait(std::move(token));
  values[threadIdx.x] = box[127 - threadIdx.x];
}

__global__ void discardsTheToken(float *values) {
  __shared__ BlockBarrier meeting;
  __shared__ float box[128];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = values[threadIdx.x];
  // BUG(barrier-token): arrives and never waits
  (void)meeting.arrive();
  values[threadIdx.x] = box[127 - threadIdx.x];
}

__global__ void onePhaseAtATimeMended(float *values) {
  __shared__ BlockBarrier meeting;
  __shared__ float box[128];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = values[threadIdx.x];
  BlockBarrier::arrival_token first = meeting.arrive();
  meeting.wait(std::move(first));
  float neighbour = box[127 - threadIdx.x];
  BlockBarrier::arrival_token second = meeting.arrive();
  meeting.wait(std::move(second));
  values[threadIdx.x] = neighbour;
}

// --- A producer warp and consumers, two buffers, a pair of barriers for each -

constexpr int Slice = 64;

__device__ void produce(BlockBarrier *ready, BlockBarrier *filled,
                        float (*buffer)[Slice], const float *in, int slices) {
  for (int s = 0; s < slices; ++s) {
    ready[s % 2].arrive_and_wait();
    for (int i = threadIdx.x; i < Slice; i += 32)
      buffer[s % 2][i] = in[s * Slice + i];
    (void)filled[s % 2].arrive();
  }
}

__device__ void consumeTooEarly(BlockBarrier *ready, BlockBarrier *filled,
                                float (*buffer)[Slice], float *out,
                                int slices) {
  (void)ready[0].arrive();
  (void)ready[1].arrive();
  for (int s = 0; s < slices; ++s) {
    BlockBarrier::arrival_token token = filled[s % 2].arrive();
    // BUG(barrier-token): the buffer is read before the producer has arrived
    float value = buffer[s % 2][threadIdx.x - 32];
    filled[s % 2].wait(std::move(token));
    out[s * Slice + threadIdx.x - 32] = value;
    (void)ready[s % 2].arrive();
  }
}

__device__ void consumeMended(BlockBarrier *ready, BlockBarrier *filled,
                              float (*buffer)[Slice], float *out, int slices) {
  (void)ready[0].arrive();
  (void)ready[1].arrive();
  for (int s = 0; s < slices; ++s) {
    filled[s % 2].arrive_and_wait();
    out[s * Slice + threadIdx.x - 32] = buffer[s % 2][threadIdx.x - 32];
    (void)ready[s % 2].arrive();
  }
}

template <bool Mended>
__device__ void pump(const float *in, float *out, int slices) {
  __shared__ BlockBarrier barriers[4];
  __shared__ float buffer[2][Slice];
  if (threadIdx.x < 4)
    init(&barriers[threadIdx.x], blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32)
    produce(barriers, barriers + 2, buffer, in, slices);
  else if (Mended)
    consumeMended(barriers, barriers + 2, buffer, out, slices);
  else
    consumeTooEarly(barriers, barriers + 2, buffer, out, slices);
}

__global__ void __launch_bounds__(32 + Slice)
    pumpTooEarly(const float *in, float *out, int slices) {
  pump<false>(in, out, slices);
}

__global__ void __launch_bounds__(32 + Slice)
    pumpMended(const float *in, float *out, int slices) {
  pump<true>(in, out, slices);
}

// --- A completion function runs between the last arrival and the waits -------

struct AddUp {
  float *box;
  float *total;
  __device__ void operator()() const {
    for (int i = 0; i < 128; ++i)
      *total += box[i];
  }
};

template <bool Mended>
__device__ void addRounds(const float *data, float *total, int n) {
  using Counting = cuda::barrier<cuda::thread_scope_block, AddUp>;
  __shared__ float box[128];
  alignas(Counting) __shared__ unsigned char storage[sizeof(Counting)];
  Counting *meeting = reinterpret_cast<Counting *>(storage);
  if (threadIdx.x == 0)
    new (meeting) Counting(blockDim.x, AddUp{box, total});
  __syncthreads();
  for (int base = 0; base < n; base += 128) {
    box[threadIdx.x] = data[base + threadIdx.x];
    auto token = meeting->arrive();
    if (!Mended) {
      // BUG(barrier-token): the completion function may be reading the box
      box[threadIdx.x] = 0.0f;
    }
    meeting->wait(std::move(token));
  }
}

__global__ void completionOverwritten(const float *data, float *total, int n) {
  addRounds<false>(data, total, n);
}

__global__ void completionMended(const float *data, float *total, int n) {
  addRounds<true>(data, total, n);
}

// --- The C interface has the same rules --------------------------------------

__global__ void primitiveWithoutWait(int *values) {
  __shared__ __mbarrier_t meeting;
  __shared__ int box[64];
  if (threadIdx.x == 0)
    __mbarrier_init(&meeting, 64);
  __syncthreads();
  box[threadIdx.x] = values[threadIdx.x];
  // BUG(barrier-token): the token is dropped, nobody waits
  __mbarrier_arrive(&meeting);
  values[threadIdx.x] = box[63 - threadIdx.x];
}

__global__ void primitiveMended(int *values) {
  __shared__ __mbarrier_t meeting;
  __shared__ int box[64];
  if (threadIdx.x == 0)
    __mbarrier_init(&meeting, 64);
  __syncthreads();
  box[threadIdx.x] = values[threadIdx.x];
  __mbarrier_token_t token = __mbarrier_arrive(&meeting);
  while (!__mbarrier_test_wait(&meeting, token)) {
  }
  values[threadIdx.x] = box[63 - threadIdx.x];
}
