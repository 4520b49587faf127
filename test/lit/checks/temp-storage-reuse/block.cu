// RUN: %verify %s --in-part --checks=-*,warplint-temp-storage-reuse
//
// Block collectives: the storage is free behind the next block barrier.

#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

struct Larger {
  __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

using Reduce = cub::BlockReduce<int, 128>;
using Scan = cub::BlockScan<int, 128>;
using Sort = cub::BlockRadixSort<int, 128, 2>;
using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using Store = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE>;

//===----------------------------------------------------------------------===//
// Two collectives in a row
//===----------------------------------------------------------------------===//

__global__ void twice(int *p) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  int b = Reduce(temp).Reduce(a, Larger()); // warn temp-storage-reuse: 'cub::BlockReduce::Reduce()' uses 'temp' again while other threads of the block may still be using it in 'cub::BlockReduce::Sum()', with no barrier between
  // note@-2: 'cub::BlockReduce::Sum()' uses it here
  // note@-2: put '__syncthreads()' between the two: the storage is free when all threads of the block have left the collective
  p[threadIdx.x] = a + b;
}

__global__ void twiceWithABarrier(int *p) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  __syncthreads();
  int b = Reduce(temp).Sum(a);
  p[threadIdx.x] = a + b;
}

__global__ void oneObjectTwice(int *p) {
  __shared__ Scan::TempStorage temp;
  Scan scan(temp);
  int a, b;
  scan.ExclusiveSum(p[threadIdx.x], a);
  scan.InclusiveSum(p[threadIdx.x], b); // warn temp-storage-reuse: 'cub::BlockScan::InclusiveSum()' uses 'temp' again
  p[threadIdx.x] = a + b;
}

__global__ void twoStorages(int *p) {
  __shared__ Scan::TempStorage first, second;
  int a, b;
  Scan(first).ExclusiveSum(p[threadIdx.x], a);
  Scan(second).InclusiveSum(p[threadIdx.x], b);
  p[threadIdx.x] = a + b;
}

__global__ void sortedTwice(int *p) {
  __shared__ Sort::TempStorage temp;
  int items[2] = {p[threadIdx.x], p[threadIdx.x + 128]};
  Sort(temp).Sort(items);
  items[0] ^= items[1];
  Sort(temp).SortDescending(items); // warn temp-storage-reuse: uses 'temp' again
  p[threadIdx.x] = items[0];
}

__global__ void loadedTwice(const int *in, int *out) {
  __shared__ Load::TempStorage temp;
  int a[4], b[4];
  Load(temp).Load(in, a);
  Load(temp).Load(in + 512, b, 300, 0); // warn temp-storage-reuse: 'cub::BlockLoad::Load()' uses 'temp' again
  out[threadIdx.x] = a[0] + b[3];
}

// The kernel has the storage, the helper the collective.
__device__ int sumOf(Reduce::TempStorage &storage, int v) {
  return Reduce(storage).Sum(v); // warn temp-storage-reuse: 'cub::BlockReduce::Sum()' uses 'temp' again
  // note@+6: first through this call
  // note@+6: and again through this one
}

__global__ void throughAHelper(int *p) {
  __shared__ Reduce::TempStorage temp;
  int a = sumOf(temp, p[threadIdx.x]);
  p[threadIdx.x] = a + sumOf(temp, a);
}

// The helper has the storage: both calls share it.
__device__ int blockSum(int v) {
  __shared__ Reduce::TempStorage inHelper;
  return Reduce(inHelper).Sum(v); // warn temp-storage-reuse: uses 'inHelper' again
}

__global__ void helperCalledTwice(int *p) {
  int a = blockSum(p[threadIdx.x]);
  p[threadIdx.x] = a + blockSum(a);
}

__device__ int blockSumWithABarrier(int v) {
  __shared__ Reduce::TempStorage inHelper;
  __syncthreads();
  return Reduce(inHelper).Sum(v);
}

__global__ void helperWithABarrierCalledTwice(int *p) {
  int a = blockSumWithABarrier(p[threadIdx.x]);
  p[threadIdx.x] = a + blockSumWithABarrier(a);
}

// Storage that the collective allocates for itself is shared by all its objects.
__global__ void privateStorage(int *p) {
  int a = Reduce().Sum(p[threadIdx.x]);
  int b = Reduce().Sum(a); // warn temp-storage-reuse: uses 'private_storage' again
  p[threadIdx.x] = a + b;
}

__global__ void privateStorageWithABarrier(int *p) {
  int a = Reduce().Sum(p[threadIdx.x]);
  __syncthreads();
  p[threadIdx.x] = a + Reduce().Sum(a);
}

template <class T> __device__ T genericSum(T v, T *out) {
  using R = cub::BlockReduce<T, 64>;
  __shared__ typename R::TempStorage temp;
  T a = R(temp).Sum(v);
  T b = R(temp).Sum(v * v); // warn temp-storage-reuse: uses 'temp' again
  return a / b;
}

__global__ void generic(float *f, double *d) {
  f[threadIdx.x] = genericSum(f[threadIdx.x], f);
  __syncthreads();
  d[threadIdx.x] = genericSum(d[threadIdx.x], d);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

__global__ void loop(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    int sum = Reduce(temp).Sum(p[i * 128 + threadIdx.x]); // warn temp-storage-reuse: uses 'temp' again
    // note@-1: the next iteration of the loop comes here again without a barrier
    if (threadIdx.x == 0)
      p[i] = sum;
  }
}

__global__ void loopWithABarrier(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    int sum = Reduce(temp).Sum(p[i * 128 + threadIdx.x]);
    if (threadIdx.x == 0)
      p[i] = sum;
    __syncthreads();
  }
}

__global__ void barrierAtTheHead(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    p[i] = Reduce(temp).Sum(p[i * 128 + threadIdx.x]);
  }
}

// The barrier is skipped in the first round alone, where nobody comes before.
__global__ void barrierFromTheSecondRoundOn(int *p, int n, int start) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      __syncthreads();
    p[i] = Reduce(temp).Sum(p[i * 128 + threadIdx.x]);
  }
  __syncthreads();
  for (int i = start; i < n; i += 2) {
    if (i != start)
      __syncthreads();
    p[i] = Reduce(temp).Sum(p[i * 128 + threadIdx.x]);
  }
  __syncthreads();
  bool first = true;
  for (int i = 0; i < n; ++i) {
    if (!first)
      __syncthreads();
    first = false;
    p[i] = Reduce(temp).Sum(p[i * 128 + threadIdx.x]);
  }
}

__global__ void barrierInTheFirstRoundOnly(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      __syncthreads();
    p[i] = Reduce(temp).Sum(p[threadIdx.x]); // warn temp-storage-reuse: uses 'temp' again
  }
}

// Skipped in the last round, after which nobody comes.
__global__ void barrierBeforeTheNextRound(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    p[i] = Reduce(temp).Sum(p[i * 128 + threadIdx.x]);
    if (i + 1 < n)
      __syncthreads();
  }
}

__global__ void barrierBeforeTheNextRoundByEquality(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    p[i] = Reduce(temp).Sum(p[i * 128 + threadIdx.x]);
    if (i != n - 1)
      __syncthreads();
  }
}

// A loop with a barrier is taken to run.
__global__ void loopBetween(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  for (int i = 0; i < n; ++i) {
    p[i] += a;
    __syncthreads();
  }
  p[threadIdx.x] = Reduce(temp).Sum(a);
}

__global__ void continuePastTheBarrier(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    int sum = Reduce(temp).Sum(p[i * 128 + threadIdx.x]); // warn temp-storage-reuse: uses 'temp' again
    if (p[i] < 0)
      continue;
    p[i] = sum;
    __syncthreads();
  }
}

__global__ void alternatingStorages(int *p, int n) {
  __shared__ Reduce::TempStorage temp[2];
  for (int i = 0; i < n; ++i)
    p[i] = Reduce(temp[i & 1]).Sum(p[i * 128 + threadIdx.x]);
}

__global__ void oneStoragePerRound(int *p) {
  __shared__ Reduce::TempStorage temp[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    p[i] = Reduce(temp[i]).Sum(p[i * 128 + threadIdx.x]);
}

__global__ void secondLoopAfterTheFirst(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    p[i] = Reduce(temp).Sum(p[i * 128 + threadIdx.x]);
  }
  p[threadIdx.x] = Reduce(temp).Sum(p[threadIdx.x]); // warn temp-storage-reuse: uses 'temp' again
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

__global__ void barrierOnOnePathOnly(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  if (n > 7)
    __syncthreads();
  p[threadIdx.x] = Reduce(temp).Sum(a); // warn temp-storage-reuse: uses 'temp' again
}

__global__ void barrierOnBothPaths(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  if (n > 7) {
    p[n] = a;
    __syncthreads();
  } else {
    __syncthreads();
  }
  p[threadIdx.x] = Reduce(temp).Sum(a);
}

__global__ void oneOfTwo(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  if (n > 7)
    p[threadIdx.x] = Reduce(temp).Sum(p[threadIdx.x]);
  else
    p[threadIdx.x] = Reduce(temp).Reduce(p[threadIdx.x], Larger());
}

// Whoever uses the storage again has waited before.
__global__ void oneConditionForBoth(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  if (n > 7)
    __syncthreads();
  p[threadIdx.x] = a;
  if (n > 7)
    p[threadIdx.x] = Reduce(temp).Sum(a);
}

__global__ void excludedByTheSameCondition(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  if (n > 7)
    p[threadIdx.x] = Reduce(temp).Sum(p[threadIdx.x]);
  p[threadIdx.x + 128] = n;
  if (n <= 7)
    p[threadIdx.x] = Reduce(temp).Sum(p[threadIdx.x]);
}

//===----------------------------------------------------------------------===//
// Unions, structs, raw memory
//===----------------------------------------------------------------------===//

__global__ void unionOfTwo(int *p) {
  __shared__ union {
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
  } temp;
  int a;
  Scan(temp.scan).ExclusiveSum(p[threadIdx.x], a);
  p[threadIdx.x] = Reduce(temp.reduce).Sum(a); // warn temp-storage-reuse: 'cub::BlockReduce::Sum()' uses 'temp' again while other threads of the block may still be using it in 'cub::BlockScan::ExclusiveSum()'
}

__global__ void unionOfTwoWithBarriers(int *p, int n) {
  union Storage {
    Load::TempStorage load;
    Store::TempStorage store;
    Scan::TempStorage scan;
  };
  __shared__ Storage temp;
  for (int tile = blockIdx.x; tile < n; tile += gridDim.x) {
    int items[4];
    Load(temp.load).Load(p + tile * 512, items);
    __syncthreads();
    Scan(temp.scan).ExclusiveSum(items, items);
    __syncthreads();
    Store(temp.store).Store(p + tile * 512, items);
    __syncthreads();
  }
}

__global__ void unionWithoutTheLastBarrier(int *p, int n) {
  union Storage {
    Load::TempStorage load;
    Store::TempStorage store;
  };
  __shared__ Storage temp;
  for (int tile = blockIdx.x; tile < n; tile += gridDim.x) {
    int items[4];
    Load(temp.load).Load(p + tile * 512, items); // warn temp-storage-reuse: 'cub::BlockLoad::Load()' uses 'temp' again while other threads of the block may still be using it in 'cub::BlockStore::Store()'
    __syncthreads();
    Store(temp.store).Store(p + tile * 512, items);
  }
}

__global__ void structOfTwo(int *p) {
  __shared__ struct {
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
  } temp;
  int a;
  Scan(temp.scan).ExclusiveSum(p[threadIdx.x], a);
  p[threadIdx.x] = Reduce(temp.reduce).Sum(a);
}

__global__ void dynamicMemoryForTwo(int *p) {
  extern __shared__ char memory[];
  auto &scan = *reinterpret_cast<Scan::TempStorage *>(memory);
  auto &reduce = *reinterpret_cast<Reduce::TempStorage *>(memory);
  int a;
  Scan(scan).ExclusiveSum(p[threadIdx.x], a);
  p[threadIdx.x] = Reduce(reduce).Sum(a); // warn temp-storage-reuse: uses 'memory' again
}

__global__ void dynamicMemoryInTwoParts(int *p) {
  extern __shared__ char memory[];
  auto &scan = *reinterpret_cast<Scan::TempStorage *>(memory);
  auto &reduce = *reinterpret_cast<Reduce::TempStorage *>(
      memory + sizeof(Scan::TempStorage));
  int a;
  Scan(scan).ExclusiveSum(p[threadIdx.x], a);
  p[threadIdx.x] = Reduce(reduce).Sum(a);
}

__global__ void ownDataOverTheStorage(int *p) {
  __shared__ union {
    Scan::TempStorage scan;
    int raw[128];
  } temp;
  int a;
  Scan(temp.scan).ExclusiveSum(p[threadIdx.x], a);
  temp.raw[threadIdx.x] = a; // warn temp-storage-reuse: 'temp' is written while other threads of the block may still be using it in 'cub::BlockScan::ExclusiveSum()', with no barrier between
  __syncthreads();
  p[threadIdx.x] = temp.raw[127 - threadIdx.x];
}

__global__ void storageOverOwnData(int *p) {
  __shared__ union {
    Scan::TempStorage scan;
    int raw[128];
  } temp;
  temp.raw[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  int a = temp.raw[127 - threadIdx.x], b = temp.raw[threadIdx.x ^ 1];
  Scan(temp.scan).ExclusiveSum(a, a); // warn temp-storage-reuse: 'cub::BlockScan::ExclusiveSum()' uses 'temp' while other threads of the block may still be accessing it, with no barrier between
  // note@-2: it is accessed here
  p[threadIdx.x] = a + b;
}

__global__ void ownDataAndStorageWithBarriers(int *p) {
  __shared__ union {
    Scan::TempStorage scan;
    int raw[128];
  } temp;
  temp.raw[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  int a = temp.raw[127 - threadIdx.x];
  __syncthreads();
  Scan(temp.scan).ExclusiveSum(a, a);
  __syncthreads();
  temp.raw[threadIdx.x] = a;
}

__global__ void ownDataBesideTheStorage(int *p) {
  __shared__ struct {
    Scan::TempStorage scan;
    int total;
  } temp;
  int a, total;
  Scan(temp.scan).ExclusiveSum(p[threadIdx.x], a, total);
  if (threadIdx.x == 0)
    temp.total = total;
  __syncthreads();
  p[threadIdx.x] = a + temp.total;
}

//===----------------------------------------------------------------------===//
// Collectives that do not need it
//===----------------------------------------------------------------------===//

// These algorithms keep everything in registers.
__global__ void withoutStorage(const int *in, int *out) {
  using Direct = cub::BlockLoad<int, 128, 4>;
  using Vectors = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_VECTORIZE>;
  using Striped = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_STRIPED>;
  __shared__ union {
    Direct::TempStorage direct;
    Vectors::TempStorage vectors;
    Striped::TempStorage striped;
  } temp;
  int a[4], b[4];
  Direct(temp.direct).Load(in, a);
  Vectors(temp.vectors).Load(const_cast<int *>(in), b);
  Striped(temp.striped).Store(out, a);
  Striped(temp.striped).Store(out + 512, b);
}

// Each step of a merge sort waits before it touches the storage.
__global__ void opensWithABarrier(int *p) {
  using Merge = cub::BlockMergeSort<int, 128, 2>;
  __shared__ Merge::TempStorage temp;
  int items[2] = {p[threadIdx.x], p[threadIdx.x + 128]};
  auto less = [](int a, int b) { return a < b; };
  Merge(temp).Sort(items, less);
  items[0] ^= items[1];
  Merge(temp).Sort(items, less);
  p[threadIdx.x] = items[0];
}

// The constructor fills the storage, the members read what it left.
__global__ void storageWithState(int *p) {
  using Decode = cub::BlockRunLengthDecode<int, 128, 1, 4>;
  __shared__ Decode::TempStorage temp;
  int values[1] = {p[threadIdx.x]}, lengths[1] = {2}, total = 0;
  Decode decode(temp, values, lengths, total);
  for (int done = 0; done < total; done += 512) {
    int items[4];
    decode.RunLengthDecode(items, done);
    p[done + threadIdx.x] = items[0];
  }
}

// A barrier inside another collective keeps them apart as well.
__global__ void anotherCollectiveBetween(int *p) {
  __shared__ Reduce::TempStorage temp, other;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  int b = Reduce(other).Sum(a);
  p[threadIdx.x] = Reduce(temp).Sum(b);
}

extern __device__ void mayWait();

__global__ void unknownCallBetween(int *p) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  mayWait();
  p[threadIdx.x] = Reduce(temp).Sum(a);
}

__global__ void blockVoteBetween(int *p) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  if (__syncthreads_or(a < 0))
    return;
  p[threadIdx.x] = Reduce(temp).Sum(a);
}

// A warp's barrier does not hold back the other warps.
__global__ void warpBarrierBetween(int *p) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  __syncwarp();
  p[threadIdx.x] = Reduce(temp).Sum(a); // warn temp-storage-reuse: uses 'temp' again
}

__global__ void __launch_bounds__(32) blockOfOneWarp(int *p) {
  using Small = cub::BlockReduce<int, 32>;
  __shared__ Small::TempStorage temp;
  int a = Small(temp).Sum(p[threadIdx.x]);
  __syncwarp();
  p[threadIdx.x] = Small(temp).Sum(a);
}
