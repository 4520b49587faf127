// One warp compacts records into shared memory and reads them back by other lanes. The
// shuffles between bring the lanes together, and order nothing in memory.
//
// Fix: ggml-org/llama.cpp#28475
// Class: races
// Check: shared-memory-race, implicit-warp-sync
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <climits>
#include <cstdint>
#include <cuda_runtime.h>

struct Record {
  uint32_t data;
  __device__ Record(uint32_t token, uint32_t slot) : data((token & 0x3fffff) | slot << 22) {}
  __device__ uint32_t token() const { return data & 0x3fffff; }
  __device__ uint32_t slot() const { return data >> 22; }
};

template <int Width> static __device__ __forceinline__ int sumOfWarp(int x) {
#pragma unroll
  for (int offset = Width / 2; offset > 0; offset >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, offset, Width);
  return x;
}

template <int Width> static __device__ __forceinline__ int anyOfWarp(int x) {
  if (Width == 32)
    return __any_sync(0xffffffff, x);
#pragma unroll
  for (int offset = Width / 2; offset > 0; offset >>= 1)
    x = __shfl_xor_sync(0xffffffff, x, offset, Width) || x;
  return x;
}

template <int UsedTemplate>
__launch_bounds__(32, 1) static __global__ void sortByExpert(
    const int32_t *__restrict__ ids, int32_t *__restrict__ from, int32_t *__restrict__ to,
    int32_t *__restrict__ bounds, int tokens, int usedVariable, int channels, int stride) {
  const int used = UsedTemplate == 0 ? usedVariable : UsedTemplate;
  const int expert = blockIdx.x;
  extern __shared__ char memory[];
  Record *records = (Record *)memory;

  int before = 0, kept = 0;
  if constexpr (UsedTemplate == 0) {
    for (int token = 0; token < tokens; ++token) {
      int slot = -1;
      for (int i = threadIdx.x; i < used; i += 32) {
        const int is = ids[token * stride + i];
        before += is < expert;
        if (is == expert)
          slot = i;
      }
      if (slot != -1) // silent@+1: chosen-thread
        records[kept] = Record(token, slot); // bug
      if (anyOfWarp<32>(slot != -1))
        kept++;
    }
  } else {
    for (int first = 0; first < tokens; first += 32 / used) {
      const int token = first + threadIdx.x / used;
      const int i = threadIdx.x % used;
      const int is = token < tokens ? ids[token * stride + i] : INT_MAX;
      const int slot = is == expert ? i : -1;
      before += is < expert;

      const int mine = anyOfWarp<UsedTemplate>(slot != -1);
      int lower = 0;
#pragma unroll
      for (int offset = UsedTemplate; offset < 32; offset += UsedTemplate) {
        const int other = __shfl_up_sync(0xffffffff, mine, offset, 32);
        if (threadIdx.x >= unsigned(offset))
          lower += other;
      }
      if (slot != -1) // silent@+1: chosen-thread, distinct-indices
        records[kept + lower] = Record(token, slot); // bug
      kept += __shfl_sync(0xffffffff, lower + mine, 31, 32);
    }
  }
  before = sumOfWarp<32>(before);
#ifdef FIXED
  __syncwarp();
#endif

  for (int i = threadIdx.x; i < kept; i += 32) {
    const Record record = records[i]; // bug
    // BEFORE-warn@-1 implicit-warp-sync: is read while another lane of the warp may still write it
    to[before + i] = record.token() * used + record.slot(); // silent: distinct-indices
    from[before + i] = record.token() * stride + record.slot() % channels; // silent: distinct-indices
  }
  if (threadIdx.x != 0)
    return;
  bounds[expert] = before; // silent: no-alias
  if (expert < int(gridDim.x) - 1)
    return;
  bounds[gridDim.x] = before + kept; // silent: no-alias
}

template <int Used>
static void launchSort(const int32_t *ids, int32_t *from, int32_t *to, int32_t *bounds,
                       int experts, int tokens, int used, int channels, int stride,
                       cudaStream_t stream) {
  sortByExpert<Used><<<experts, 32, tokens * sizeof(Record), stream>>>(
      ids, from, to, bounds, tokens, used, channels, stride);
}

void sortTokens(const int32_t *ids, int32_t *from, int32_t *to, int32_t *bounds, int experts,
                int tokens, int used, int channels, int stride, cudaStream_t stream) {
  switch (used) {
  case 2:
    return launchSort<2>(ids, from, to, bounds, experts, tokens, used, channels, stride, stream);
  case 8:
    return launchSort<8>(ids, from, to, bounds, experts, tokens, used, channels, stride, stream);
  default:
    return launchSort<0>(ids, from, to, bounds, experts, tokens, used, channels, stride, stream);
  }
}
