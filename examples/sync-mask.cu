// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lane masks that do not say which lanes come.

constexpr unsigned AllLanes = 0xffffffffu;

__global__ void fullMaskInOneArm(int *values) {
  unsigned lane = threadIdx.x % 32;
  int value = values[threadIdx.x];
  if (lane < 16) {
    // BUG(sync-mask): lanes 16 to 31 are named and do not come
    value += __shfl_xor_sync(AllLanes, value, 8);
  }
  values[threadIdx.x] = value;
}

__global__ void fullMaskInOneArmMended(int *values) {
  unsigned lane = threadIdx.x % 32;
  int value = values[threadIdx.x];
  if (lane < 16)
    value += __shfl_xor_sync(0x0000ffffu, value, 8);
  values[threadIdx.x] = value;
}

// Each lane stops at its own time; the mask goes on naming all of them.
__global__ void fullMaskInLaneLoop(const float *row, float *out, int length) {
  float sum = 0.0f;
  for (int i = threadIdx.x; i < length; i += 32) {
    sum += row[i];
    // BUG(sync-mask): lanes past the end have left the loop
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}

__global__ void fullMaskInLaneLoopMended(const float *row, float *out,
                                         int length) {
  float sum = 0.0f;
  for (int base = 0; base < length; base += 32) {
    int i = base + threadIdx.x;
    sum += i < length ? row[i] : 0.0f;
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}

// A queue that selected lanes append to, with one atomic per warp. Whoever
// happens to be converged is not a promise of who took the branch.
__global__ void sumOfTheActive(const float *items, unsigned n, float *sums) {
  unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < n && items[index] > 0.0f) {
    float sum = items[index];
    unsigned present = __activemask();
    for (int distance = 16; distance > 0; distance /= 2)
      // BUG(sync-mask): an observation is used as the set that must arrive
      sum += __shfl_down_sync(present, sum, distance);
    if (threadIdx.x % 32 == 0)
      sums[index / 32] = sum;
  }
}

__global__ void sumOfAllMended(const float *items, unsigned n, float *sums) {
  unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = index < n && items[index] > 0.0f ? items[index] : 0.0f;
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(AllLanes, sum, distance);
  if (threadIdx.x % 32 == 0)
    sums[index / 32] = sum;
}

__global__ void appendByBallotMended(const unsigned *items, unsigned n,
                                     unsigned *queue, unsigned *tail) {
  unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  bool selected = index < n && items[index] % 3 == 0;
  unsigned chosen = __ballot_sync(AllLanes, selected);
  if (selected) {
    unsigned lane = threadIdx.x % 32;
    unsigned leader = __ffs(chosen) - 1;
    unsigned base = 0;
    if (lane == leader)
      base = atomicAdd(tail, __popc(chosen));
    base = __shfl_sync(chosen, base, leader);
    queue[base + __popc(chosen & ((1u << lane) - 1))] = items[index];
  }
}

// The caller's own lane must be in the mask: 0x1f is a lane count less one.
__global__ void countTakenForMask(int *values) {
  // BUG(sync-mask): all 32 lanes execute it, lanes 0, 1, 2, 3 and 4 are named
  values[threadIdx.x] = __shfl_sync(0x1fu, values[threadIdx.x], 0);
}

__global__ void countTakenForMaskMended(int *values) {
  values[threadIdx.x] = __shfl_sync(AllLanes, values[threadIdx.x], 0);
}
