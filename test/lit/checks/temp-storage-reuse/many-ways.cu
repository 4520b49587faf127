// RUN: %verify %s --checks=-*,warplint-temp-storage-reuse
//
// Many ways lead on from a collective. They count only where its storage is used
// again behind them: nothing of these kernels is left out.

#include <cub/block/block_reduce.cuh>

using Reduce = cub::BlockReduce<int, 128>;

#define ASK(i, by)                                                             \
  if (asked[i] < limit[i])                                                     \
    a += by;
#define ASK_ALL(by)                                                            \
  ASK(0, by) ASK(1, by) ASK(2, by) ASK(3, by) ASK(4, by) ASK(5, by)            \
  ASK(6, by) ASK(7, by) ASK(8, by) ASK(9, by) ASK(10, by) ASK(11, by)          \
  ASK(12, by) ASK(13, by) ASK(14, by) ASK(15, by)

struct Sizes {
  int of[16];
  __device__ int operator[](int i) const { return of[i]; }
};

// What is asked twice is remembered: 65536 situations before the barrier.
__global__ void silentBehindManyWays(int *p, const Sizes asked,
                                     const Sizes limit) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  ASK_ALL(1)
  ASK_ALL(2)
  __syncthreads();
  int b = Reduce(temp).Sum(a);
  p[threadIdx.x] = a + b;
}

// The second use comes before them, another storage is used at their end.
__global__ void foundBeforeManyWays(int *p, const Sizes asked,
                                    const Sizes limit) {
  __shared__ Reduce::TempStorage temp, last;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  if (p[128] == 0)
    a += Reduce(temp).Sum(a); // warn temp-storage-reuse: 'cub::BlockReduce::Sum()' uses 'temp' again
  ASK_ALL(1)
  ASK_ALL(2)
  int b = Reduce(last).Sum(a);
  p[threadIdx.x] = a + b;
}
