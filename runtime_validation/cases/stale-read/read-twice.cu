// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: stale-read
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// An element is read, the neighbour writes it, and it is read again. Nothing
// tells the compiler that anybody else writes, so it uses the first value
// twice.

#include "runtime_case.h"

constexpr int Threads = 256;

__device__ int row[Threads + 1];

__global__ void multiply(int *product) {
  int first = row[threadIdx.x];
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  // ALSO(global-memory-race): no barrier orders it with the reads
  row[threadIdx.x + 1] = 2;
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  // BUG(stale-read): need not be read again
  // ALSO(global-memory-race): nor this read with the write
  int second = row[threadIdx.x];
  product[threadIdx.x] = first * second;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  std::vector<int> ones(Threads + 1, 1);
  DeviceArray<int> product(Threads);
  while (trial.nextRound()) {
    require(cudaMemcpyToSymbol(row, ones.data(), ones.size() * sizeof(int)));
    multiply<<<1, Threads>>>(product.get());
    finish();
    std::vector<int> result = product.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], i == 0 ? 1 : 2);
  }
  return trial.outcome();
}
