// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Benchmark input for the editor: a kernel of one's own on cub's block-wide
// functions.

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

__global__ void pack(const float *data, float *kept, float *sums, int n) {
  using Reduce = cub::BlockReduce<float, 256>;
  using Scan = cub::BlockScan<int, 256>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
  } storage;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i < n ? data[i] : 0.0f;
  float total = Reduce(storage.reduce).Sum(value);
  __syncthreads();
  int place = 0;
  Scan(storage.scan).ExclusiveSum(value > 0 ? 1 : 0, place);
  if (value > 0)
    kept[blockIdx.x * blockDim.x + place] = value;
  if (threadIdx.x == 0)
    sums[blockIdx.x] = total;
}

void launch(const float *data, float *kept, float *sums, int n) {
  pack<<<(n + 255) / 256, 256>>>(data, kept, sums, n);
}
