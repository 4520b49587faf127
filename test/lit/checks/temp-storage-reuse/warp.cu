// RUN: %verify %s --checks=-*,warplint-temp-storage-reuse
//
// Warp collectives: the storage is free behind the next barrier of the warp.

#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

using Twelve = cub::WarpReduce<int, 12>;
using Exchange = cub::WarpExchange<int, 4>;

__global__ void twice(int *p) {
  __shared__ Twelve::TempStorage temp[10];
  unsigned part = threadIdx.x / 12;
  int a = Twelve(temp[part]).Sum(p[threadIdx.x]);
  p[threadIdx.x] = Twelve(temp[part]).Sum(a); // warn temp-storage-reuse: 'cub::WarpReduce::Sum()' uses 'temp' again while other threads of the warp may still be using it in 'cub::WarpReduce::Sum()', with no barrier between
  // note@-2: 'cub::WarpReduce::Sum()' uses it here
  // note@-2: put '__syncwarp()' between the two: the storage is free when all threads of the warp have left the collective
}

__global__ void twiceWithAWarpBarrier(int *p) {
  __shared__ Twelve::TempStorage temp[10];
  unsigned part = threadIdx.x / 12;
  int a = Twelve(temp[part]).Sum(p[threadIdx.x]);
  __syncwarp();
  p[threadIdx.x] = Twelve(temp[part]).Sum(a);
}

__global__ void twiceWithABlockBarrier(int *p) {
  __shared__ Twelve::TempStorage temp[10];
  unsigned part = threadIdx.x / 12;
  int a = Twelve(temp[part]).Sum(p[threadIdx.x]);
  __syncthreads();
  p[threadIdx.x] = Twelve(temp[part]).Sum(a);
}

// Two pieces of one array.
__global__ void otherElements(int *p) {
  __shared__ Twelve::TempStorage temp[20];
  unsigned part = threadIdx.x / 12;
  int a = Twelve(temp[part]).Sum(p[threadIdx.x]);
  p[threadIdx.x] = Twelve(temp[part + 10]).Sum(a);
}

__global__ void exchangeInALoop(int *p, int n) {
  __shared__ Exchange::TempStorage temp[4];
  int items[4] = {};
  for (int i = 0; i < n; ++i)
    Exchange(temp[threadIdx.x / 32]).BlockedToStriped(items, items); // warn temp-storage-reuse: 'cub::WarpExchange::BlockedToStriped()' uses 'temp' again
  p[threadIdx.x] = items[0];
}

__global__ void exchangeInALoopWithABarrier(int *p, int n) {
  __shared__ Exchange::TempStorage temp[4];
  int items[4] = {};
  for (int i = 0; i < n; ++i) {
    Exchange(temp[threadIdx.x / 32]).BlockedToStriped(items, items);
    __syncwarp();
  }
  p[threadIdx.x] = items[0];
}

// Lanes of whole warps, and of parts that are powers of two, exchange values by
// shuffles: there is no storage to disturb.
__global__ void byShuffles(int *p, int n) {
  using Whole = cub::WarpReduce<int>;
  using Quad = cub::WarpReduce<int, 4>;
  using Scan = cub::WarpScan<int>;
  __shared__ union {
    Whole::TempStorage whole;
    Quad::TempStorage quad;
    Scan::TempStorage scan;
  } temp[4];
  unsigned warp = threadIdx.x / 32;
  int a = p[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    a = Whole(temp[warp].whole).Sum(a);
    a += Quad(temp[warp].quad).Sum(a);
    Scan(temp[warp].scan).InclusiveSum(a, a);
  }
  p[threadIdx.x] = a;
}

// Each step of a merge sort waits before it touches the storage.
__global__ void mergeSortTwice(int *p) {
  using Sort = cub::WarpMergeSort<int, 2, 16>;
  __shared__ Sort::TempStorage temp[8];
  int items[2] = {p[threadIdx.x], p[threadIdx.x + 128]};
  auto less = [](int a, int b) { return a < b; };
  Sort(temp[threadIdx.x / 16]).Sort(items, less);
  Sort(temp[threadIdx.x / 16]).Sort(items, less);
  p[threadIdx.x] = items[0];
}
