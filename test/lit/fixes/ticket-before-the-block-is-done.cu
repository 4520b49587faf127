// All threads add to a histogram of the grid, then one of each block draws the ticket
// that tells the last block to read it. No barrier kept that thread from drawing while
// others of its block still added.
//
// Fix: rapidsai/raft#3041
// Class: tickets, flags
// Check: missing-fence
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <cub/cub.cuh>
#include <cuda_runtime.h>

template <typename T, typename Index> struct alignas(128) Counter {
  Index k, length, previous;
  unsigned bits;
  alignas(128) Index filtered;
  alignas(128) unsigned finished;
  alignas(128) Index out;
};

template <typename T> __device__ unsigned keyOf(T value) {
  const unsigned bits = __float_as_uint(value);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

template <typename T, typename Index, int Bits>
__device__ void filterAndCount(const T *in, T *out, Index length, Counter<T, Index> *counter,
                               Index *histogram, int pass) {
  constexpr int Buckets = 1 << Bits;
  __shared__ Index mine[Buckets];
  for (Index i = threadIdx.x; i < Buckets; i += blockDim.x)
    mine[i] = 0;
  __syncthreads();

  const int start = 32 - (pass + 1) * Bits < 0 ? 0 : 32 - (pass + 1) * Bits;
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (size_t i = thread; i < length; i += size_t(gridDim.x) * blockDim.x) {
    const T value = in[i];
    const unsigned bucket = keyOf(value) >> start & (Buckets - 1);
    if (pass > 0 && keyOf(value) >> (start + Bits) << (start + Bits) < counter->bits) {
      const Index at = atomicAdd(&counter->out, Index(1));
      out[at] = value;
    }
    atomicAdd(mine + bucket, Index(1));
  }
  __syncthreads();

  for (int i = threadIdx.x; i < Buckets; i += blockDim.x)
    if (mine[i] != 0)
      atomicAdd(histogram + i, mine[i]); // bug
}

template <typename Index, int Bits, int BlockSize> __device__ void scan(Index *histogram) {
  constexpr int Buckets = 1 << Bits, PerThread = Buckets / BlockSize;
  using Load = cub::BlockLoad<Index, BlockSize, PerThread, cub::BLOCK_LOAD_TRANSPOSE>;
  using Scan = cub::BlockScan<Index, BlockSize>;
  using Store = cub::BlockStore<Index, BlockSize, PerThread, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Scan::TempStorage scan;
    typename Store::TempStorage store;
  } temporary;
  Index counts[PerThread];
  Load(temporary.load).Load(histogram, counts); // bug
  __syncthreads();
  Scan(temporary.scan).InclusiveSum(counts, counts);
  __syncthreads();
  Store(temporary.store).Store(histogram, counts);
}

template <typename T, typename Index, int Bits>
__device__ void chooseBucket(Counter<T, Index> *counter, const Index *histogram, Index k, int pass) {
  constexpr int Buckets = 1 << Bits;
  for (int i = threadIdx.x; i < Buckets; i += blockDim.x) {
    const Index before = i == 0 ? 0 : histogram[i - 1];
    const Index now = histogram[i];
    if (before < k && now >= k) {
      counter->k = k - before; // silent: no-alias
      counter->length = now - before;
      counter->bits |= unsigned(i) << (32 - (pass + 1) * Bits);
    }
  }
}

template <typename T, typename Index, int Bits, int BlockSize>
__global__ void selectPass(const T *in, T *out, Counter<T, Index> *counters, Index *histograms,
                           Index length, Index k, int pass, int passes) {
  const size_t batch = blockIdx.y;
  auto counter = counters + batch;
  Index currentK = pass == 0 ? k : counter->k;
  Index currentLength = pass == 0 ? length : counter->length;
  if (currentLength == 0)
    return;
  constexpr int Buckets = 1 << Bits;
  auto histogram = histograms + batch * Buckets;

  filterAndCount<T, Index, Bits>(in + batch * length, out + batch * k, length, counter, histogram,
                                 pass);
  __threadfence();
#ifdef FIXED
  __syncthreads();
#endif

  bool last = false;
  if (threadIdx.x == 0) {
    const unsigned finished = atomicInc(&counter->finished, gridDim.x - 1); // bug
    // BEFORE-warn@-1 missing-fence: announces data that other threads of the block may not have written yet
    last = finished == gridDim.x - 1;
  }
  if (__syncthreads_or(last)) {
    scan<Index, Bits, BlockSize>(histogram);
    __syncthreads();
    chooseBucket<T, Index, Bits>(counter, histogram, currentK, pass); // silent: elected-thread
    __syncthreads();
    if (pass != passes - 1)
      for (int i = threadIdx.x; i < Buckets; i += blockDim.x)
        histogram[i] = 0; // silent: elected-thread, no-alias
    if (threadIdx.x == 0)
      counter->previous = currentLength; // silent: no-alias
  }
}

void select(const float *in, float *out, Counter<float, int> *counters, int *histograms,
            int length, int k, int batches, cudaStream_t stream) {
  constexpr int Bits = 8, BlockSize = 256;
  for (int pass = 0; pass < 4; ++pass)
    selectPass<float, int, Bits, BlockSize><<<dim3(64, batches), BlockSize, 0, stream>>>(
        in, out, counters, histograms, length, k, pass, 4);
}
