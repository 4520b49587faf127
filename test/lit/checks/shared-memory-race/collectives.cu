// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// What collectives of a library return: to all threads, or to each its own.

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

using Scan = cub::BlockScan<int, 256>;
using Reduce = cub::BlockReduce<int, 256>;

__global__ void totalForAll(const int *in, int *out) {
  __shared__ Scan::TempStorage temp;
  __shared__ int total;
  int before, all;
  Scan(temp).ExclusiveSum(in[threadIdx.x], before, all);
  total = all;
  __syncthreads();
  out[threadIdx.x] = total + before;
}
void launchTotal(const int *in, int *out) { totalForAll<<<1, 256>>>(in, out); }

__global__ void sumOfEach(const int *in, int *out) {
  __shared__ Scan::TempStorage temp;
  __shared__ int total;
  int before, all;
  Scan(temp).ExclusiveSum(in[threadIdx.x], before, all);
  total = before; // warn shared-memory-race: 'total' is written by several threads at once
  __syncthreads();
  out[threadIdx.x] = total + all;
}
void launchSumOfEach(const int *in, int *out) { sumOfEach<<<1, 256>>>(in, out); }

// Only the first thread has the sum of a reduction.
__global__ void sumForOne(const int *in, int *out) {
  __shared__ Reduce::TempStorage temp;
  __shared__ int total;
  total = Reduce(temp).Sum(in[threadIdx.x]); // warn shared-memory-race: 'total' is written by several threads at once
  __syncthreads();
  out[threadIdx.x] = total;
}
void launchSumForOne(const int *in, int *out) { sumForOne<<<1, 256>>>(in, out); }
