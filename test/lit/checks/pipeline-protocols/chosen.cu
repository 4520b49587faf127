// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token --certainty=model
//
// Stages that are variables of their own, and a pointer to the one whose turn it
// is.

#include "../Inputs/mbarrier.cuh"

struct alignas(64) Map {
  char opaque[128];
};

__device__ void fill(float *to, const Map *map, int round, uint64_t *full) {
  if (threadIdx.x == 0) {
    tensorLoad(to, map, full, 0, round * 32);
    mbarExpect(full, 4096);
  }
}

template <int Rounds> __device__ void begin(uint64_t (&full)[Rounds]) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < Rounds; ++i)
      mbarInit(&full[i], 1);
    mbarFence();
  }
  __syncthreads();
}

// --- Found ----------------------------------------------------------------------

// The next copy goes before the wait, and before all have read.
__global__ __launch_bounds__(128) void filledTooEarly(const __grid_constant__ Map map, float *out) {
  __shared__ alignas(128) float even[1024], odd[1024];
  __shared__ uint64_t full[4];
  float *tiles[2] = {even, odd}, sum = 0;
  begin(full);
  fill(tiles[0], &map, 0, &full[0]);
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < 4)
      fill(tiles[(i + 1) % 2], &map, i + 1, &full[i + 1]);
    mbarWait(&full[i], 0);
    for (int k = 0; k < 8; ++k)
      sum += tiles[i % 2][threadIdx.x + 128 * k]; // warn async-copy-wait: 'even' is read while the copy that fills it may be under way
  }
  out[threadIdx.x] = sum;
}

__global__ __launch_bounds__(128) void withoutFence(const __grid_constant__ Map map, float *out) {
  __shared__ alignas(128) float even[1024], odd[1024];
  __shared__ uint64_t full[4];
  float *tiles[2] = {even, odd}, sum = 0;
  begin(full);
  fill(tiles[0], &map, 0, &full[0]);
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < 4)
      fill(tiles[(i + 1) % 2], &map, i + 1, &full[i + 1]);
    mbarFence();
    mbarWait(&full[i], 0);
    for (int k = 0; k < 8; ++k)
      sum += tiles[i % 2][threadIdx.x + 128 * k]; // warn async-copy-wait: is read and then filled anew by a bulk copy without a proxy fence
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// Memory of the launch, from an aligned address on.
__global__ __launch_bounds__(128) void roundedUp(const __grid_constant__ Map map, float *out) {
  extern __shared__ char room[];
  __shared__ uint64_t full[4];
  char *at = (char *)(((uintptr_t)room + 127) & ~(uintptr_t)127);
  float *tiles[2] = {(float *)at, (float *)(at + 4096)}, sum = 0;
  begin(full);
  fill(tiles[0], &map, 0, &full[0]);
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < 4)
      fill(tiles[(i + 1) % 2], &map, i + 1, &full[i + 1]);
    mbarWait(&full[i], 0);
    for (int k = 0; k < 8; ++k)
      sum += tiles[i % 2][threadIdx.x + 128 * k]; // warn async-copy-wait: 'room' is read and then filled anew by a bulk copy without a proxy fence
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// --- Left alone ------------------------------------------------------------------

__global__ __launch_bounds__(128) void fencedInTime(const __grid_constant__ Map map, float *out) {
  __shared__ alignas(128) float even[1024], odd[1024];
  __shared__ uint64_t full[4];
  float *tiles[2] = {even, odd}, sum = 0;
  begin(full);
  fill(tiles[0], &map, 0, &full[0]);
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < 4)
      fill(tiles[(i + 1) % 2], &map, i + 1, &full[i + 1]);
    mbarWait(&full[i], 0);
    for (int k = 0; k < 8; ++k)
      sum += tiles[i % 2][threadIdx.x + 128 * k];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ __launch_bounds__(128) void roundedUpAndFenced(const __grid_constant__ Map map, float *out) {
  extern __shared__ char room[];
  __shared__ uint64_t full[4];
  char *at = room + (128 - (uintptr_t)room % 128) % 128;
  float *tiles[2] = {(float *)at, (float *)(at + 4096)}, sum = 0;
  begin(full);
  fill(tiles[0], &map, 0, &full[0]);
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < 4)
      fill(tiles[(i + 1) % 2], &map, i + 1, &full[i + 1]);
    mbarWait(&full[i], 0);
    for (int k = 0; k < 8; ++k)
      sum += tiles[i % 2][threadIdx.x + 128 * k];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ __launch_bounds__(128) void chosenByCondition(const __grid_constant__ Map map, float *out) {
  __shared__ alignas(128) float even[1024], odd[1024];
  __shared__ uint64_t full[4];
  float sum = 0;
  begin(full);
  fill(even, &map, 0, &full[0]);
  for (int i = 0; i < 4; ++i) {
    float *now = i & 1 ? odd : even, *next = i & 1 ? even : odd;
    if (i + 1 < 4)
      fill(next, &map, i + 1, &full[i + 1]);
    mbarWait(&full[i], 0);
    for (int k = 0; k < 8; ++k)
      sum += now[threadIdx.x + 128 * k];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
