// Each round of a loop reduces over the block with the same temporary storage of cub,
// and no barrier lies between two rounds.
//
// Fix: flashinfer-ai/flashinfer#3624
// Class: races
// Check: temp-storage-reuse, shared-memory-race
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <cstdint>

template <typename T, typename Index> struct Candidate {
  T value;
  Index index;
  __device__ Candidate operator+(const Candidate &other) const {
    return value > other.value ? *this : other;
  }
  __device__ Candidate &operator+=(const Candidate &other) {
    if (other.value > value)
      *this = other;
    return *this;
  }
};

template <uint32_t Threads, cub::BlockReduceAlgorithm Algorithm, uint32_t Width, typename T,
          typename Index>
__global__ void sampleLogits(const T *logits, const T *noise, Index *out,
                             const Index *rows, uint32_t vocabulary) {
  const uint32_t block = blockIdx.x, thread = threadIdx.x;
  const uint32_t row = rows == nullptr ? block : rows[block];
  using Reduce = cub::BlockReduce<Candidate<T, Index>, Threads, Algorithm>;
  using Temporary = typename Reduce::TempStorage;
  extern __shared__ __align__(alignof(Temporary)) uint8_t memory[];
  auto &temporary = reinterpret_cast<Temporary &>(memory);

  Candidate<T, Index> best = {-INFINITY, 0};
  for (uint32_t i = 0; i < (vocabulary + Threads * Width - 1) / (Threads * Width); ++i) {
    Candidate<T, Index> mine[Width];
#pragma unroll
    for (uint32_t j = 0; j < Width; ++j) {
      const uint32_t token = (i * Threads + thread) * Width + j;
      const bool valid = token < vocabulary;
      mine[j].value = valid ? logits[row * vocabulary + token] + noise[block * vocabulary + token]
                            : -INFINITY;
      mine[j].index = valid ? token : 0;
    }
    best += Reduce(temporary).template Sum<Width>(mine); // bug
    // BEFORE-warn@-1 temp-storage-reuse: while other threads of the block may still be using it
#ifdef FIXED
    __syncthreads();
#endif
  }
  if (thread == 0)
    out[block] = best.index; // silent: no-alias
}

cudaError_t sample(const float *logits, const float *noise, int *out, const int *rows,
                   uint32_t batch, uint32_t vocabulary, cudaStream_t stream) {
  constexpr uint32_t Threads = 1024;
  constexpr auto Algorithm = cub::BLOCK_REDUCE_WARP_REDUCTIONS;
  const uint32_t shared =
      sizeof(typename cub::BlockReduce<Candidate<float, int>, Threads, Algorithm>::TempStorage);
  auto kernel = sampleLogits<Threads, Algorithm, 4, float, int>;
  void *args[] = {&logits, &noise, &out, &rows, &vocabulary};
  return cudaLaunchKernel((void *)kernel, dim3(batch), dim3(Threads), args, shared, stream);
}
