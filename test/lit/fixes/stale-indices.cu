// The last kernel of a sampling chain is launched for an early start and takes the
// places that an earlier kernel of the chain found as indices: it did not wait, and
// with places of the step before it stored outside its row.
//
// Fix: lightseekorg/tokenspeed#536
// Class: dependent launch
// Check: pdl-order
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdint>

template <typename Kernel, typename... Args>
static inline void launchChained(bool early, Kernel kernel, dim3 grid, dim3 block,
                                 size_t shared, cudaStream_t stream, Args... args) {
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared;
  config.stream = stream;
#ifdef FIXED
  config.attrs = early ? attribute : nullptr;
  config.numAttrs = early ? 1 : 0;
#else
  config.attrs = attribute;
  config.numAttrs = 1;
#endif
  cudaLaunchKernelEx(&config, kernel, args...);
}

template <int Threads>
__global__ void largest(const float *probabilities, float *values, int32_t *places,
                        int vocabulary, int kept) {
  for (int i = threadIdx.x; i < kept; i += Threads) {
    float best = -FLT_MAX;
    int at = 0;
    for (int j = i; j < vocabulary; j += kept)
      if (probabilities[blockIdx.x * vocabulary + j] > best) // silent: no-alias
        best = probabilities[blockIdx.x * vocabulary + j], at = j;
    values[blockIdx.x * kept + i] = best;
    places[blockIdx.x * kept + i] = at;
  }
}

template <int Threads>
__launch_bounds__(Threads) __global__ void scatterKept(
    float const *__restrict__ probabilities, float const *__restrict__ values,
    int32_t const *__restrict__ places, int32_t const *__restrict__ wanted,
    float const *__restrict__ mass, float *__restrict__ out, int32_t vocabulary,
    int32_t kept, bool early) { // bug
#ifdef FIXED
  if (early)
    cudaGridDependencySynchronize();
#endif
  const int row = blockIdx.x;
  const int k = wanted[row];
  const float p = mass[row];

  using Sort = cub::BlockRadixSort<uint64_t, Threads, 1>;
  using Scan = cub::BlockScan<float, Threads>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
  } temporary;
  __shared__ float sortedValues[Threads];
  __shared__ int32_t sortedPlaces[Threads];
  __shared__ float sums[Threads];
  __shared__ int cutoff;
  __shared__ float factor;

  uint64_t key[1];
  float value = -FLT_MAX;
  int32_t place = INT32_MAX;
  if (threadIdx.x < kept) {
    value = values[row * kept + threadIdx.x]; // bug
    place = places[row * kept + threadIdx.x]; // bug
  }
  key[0] = (uint64_t(~__float_as_uint(value)) << 32) | uint32_t(place);
  Sort(temporary.sort).Sort(key); // silent: distinct-indices
  __syncthreads();

  const float mine = __uint_as_float(~uint32_t(key[0] >> 32));
  sortedValues[threadIdx.x] = mine;
  sortedPlaces[threadIdx.x] = int32_t(uint32_t(key[0]));
  float sum = threadIdx.x < k ? mine : 0.0f;
  Scan(temporary.scan).InclusiveSum(sum, sum);
  sums[threadIdx.x] = sum;
  __syncthreads();

  if (threadIdx.x == 0) {
    int j = k - 1;
    for (int i = 0; i < k; ++i)
      if (sums[i] >= p * sums[k - 1]) {
        j = i;
        break;
      }
    cutoff = j;
    factor = 1.0f / sums[j];
  }
  __syncthreads();

  float *rowOut = out + row * vocabulary;
  for (int i = threadIdx.x; i <= cutoff; i += Threads) {
    const int at = sortedPlaces[i];
#ifdef FIXED
    if (unsigned(at) < unsigned(vocabulary))
#endif
      rowOut[at] = sortedValues[i] * factor; // silent: distinct-indices
  }
}

void keepLargest(float const *probabilities, int32_t const *wanted, float const *mass,
                 float *out, float *values, int32_t *places, int rows, int vocabulary,
                 cudaStream_t stream, bool early) {
  largest<256><<<rows, 256, 0, stream>>>(probabilities, values, places, vocabulary, 128);
  launchChained(early, scatterKept<128>, dim3(rows), dim3(128), 0, stream, probabilities, // bug
  // BEFORE-warn@-1 pdl-order: may start before the kernels ahead of it have ended, and never waits for them
                values, places, wanted, mass, out, vocabulary, 128, early);
}
