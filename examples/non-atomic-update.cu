// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reading, changing and writing back are three steps: a change that another
// thread makes in between is lost.

__global__ void countBins(const int *values, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // BUG(non-atomic-update): two threads can have the same bin
    count[values[i]]++;
}

__global__ void countBinsMended(const int *values, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[values[i]], 1);
}

__global__ void relax(const int2 *edges, const int *length, int *distance) {
  int edge = blockIdx.x * blockDim.x + threadIdx.x;
  int from = edges[edge].x, to = edges[edge].y;
  int found = distance[from] + length[edge];
  if (found < distance[to])
    // BUG(non-atomic-update): both find the old distance, the last one wins
    distance[to] = found;
}

__global__ void relaxMended(const int2 *edges, const int *length,
                            int *distance) {
  int edge = blockIdx.x * blockDim.x + threadIdx.x;
  int from = edges[edge].x, to = edges[edge].y;
  int found = distance[from] + length[edge];
  if (found < distance[to])
    atomicMin(&distance[to], found);
}
