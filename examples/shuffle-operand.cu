// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shuffles whose width, distance, source or value makes no sense.

constexpr unsigned AllLanes = 0xffffffffu;

// The tail of a block reduction. The warp adds 32 values, but only the first
// lane has loaded one.
__global__ void reduceWithUnsetLanes(const float *numbers, float *result) {
  __shared__ float partial[64];
  partial[threadIdx.x] = numbers[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    float sum;
    if (threadIdx.x == 0)
      sum = partial[threadIdx.x] + partial[threadIdx.x + 32];
    for (int distance = 16; distance > 0; distance /= 2) {
      // BUG(shuffle-operand): 31 lanes contribute a variable never set
      sum += __shfl_down_sync(AllLanes, sum, distance);
    }
    if (threadIdx.x == 0)
      *result = sum;
  }
}

__global__ void reduceMended(const float *numbers, float *result) {
  __shared__ float partial[64];
  partial[threadIdx.x] = numbers[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    float sum = partial[threadIdx.x] + partial[threadIdx.x + 32];
    for (int distance = 16; distance > 0; distance /= 2)
      sum += __shfl_down_sync(AllLanes, sum, distance);
    if (threadIdx.x == 0)
      *result = sum;
  }
}

__global__ void badOperands(int *values) {
  int value = values[threadIdx.x];
  // BUG(shuffle-operand): the width is not a power of two
  value += __shfl_sync(AllLanes, value, 0, 12);
  // BUG(shuffle-operand): a distance of 16 always leaves segments of 8
  value += __shfl_up_sync(AllLanes, value, 16, 8);
  if (threadIdx.x % 32 < 16) {
    // BUG(shuffle-operand): lane 20 is not in the mask
    value += __shfl_sync(0x0000ffffu, value, 20);
  }
  values[threadIdx.x] = value;
}

__global__ void badOperandsMended(int *values) {
  int value = values[threadIdx.x];
  value += __shfl_sync(AllLanes, value, 0, 16);
  value += __shfl_up_sync(AllLanes, value, 4, 8);
  if (threadIdx.x % 32 < 16)
    value += __shfl_sync(0x0000ffffu, value, 12);
  values[threadIdx.x] = value;
}
