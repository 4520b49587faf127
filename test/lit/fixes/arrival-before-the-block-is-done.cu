// Groups of blocks count the digits of a row together. One thread of each block
// releases its arrival at the group's barrier, and no barrier of the block kept it from
// doing so while others still added to the histogram.
//
// Fix: flashinfer-ai/flashinfer#5251
// Class: tickets, flags
// Check: missing-fence
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "Inputs/groups.cuh"
#include <cuda_runtime.h>

__device__ __forceinline__ void groupBarrier(RowState *state, int &phase, uint32_t perGroup,
                                             uint32_t thread) {
  if (thread == 0)
    addRelease(&state->arrived, 1); // bug
    // BEFORE-warn@Inputs/groups.cuh:13 missing-fence: announces data that other threads of the block may not have written yet
  const int goal = (phase + 1) * perGroup;
  waitAtLeast(&state->arrived, goal, thread);
  phase++;
  __syncthreads();
}

template <uint32_t Threads, bool Alone>
__device__ __forceinline__ void selectRound(const uint32_t *ordered, uint32_t length,
                                            uint32_t *local, uint32_t *suffix, uint32_t *scalars,
                                            RowState *state, uint32_t prefix, uint32_t remaining,
                                            uint32_t round, uint32_t row, int &phase,
                                            uint32_t perGroup, uint32_t inGroup, uint32_t thread,
                                            uint32_t *newPrefix, uint32_t *newRemaining) {
  constexpr uint32_t Digits = 256;
  const uint32_t shift = 32 - (round + 1) * 8;
  uint32_t *current = nullptr, *next = nullptr;
  if constexpr (!Alone) {
    current = state->histogram[(row * 4 + round) % 3];
    next = state->histogram[(row * 4 + round + 1) % 3];
  }
  for (uint32_t i = thread; i < Digits; i += Threads)
    local[i] = 0;
  __syncthreads();
  const uint32_t mask = round == 0 ? 0 : ~0u << (32 - round * 8);
  for (uint32_t i = thread; i < length; i += Threads)
    if ((ordered[i] & mask) == prefix)
      atomicAdd(&local[ordered[i] >> shift & 255], 1u);
  __syncthreads();

  if constexpr (!Alone) {
    for (uint32_t i = thread; i < Digits; i += Threads)
      if (local[i] > 0)
        atomicAdd(&current[i], local[i]); // bug
    if (inGroup == 0)
      for (uint32_t i = thread; i < Digits; i += Threads)
        next[i] = 0; // bug // silent: elected-thread
#ifdef FIXED
    __syncthreads();
#endif
    groupBarrier(state, phase, perGroup, thread);
    for (uint32_t i = thread; i < Digits; i += Threads)
      suffix[i] = current[i]; // bug // silent: bound, elected-thread
  } else {
    for (uint32_t i = thread; i < Digits; i += Threads)
      suffix[i] = local[i];
  }
  __syncthreads();

  for (uint32_t step = 1; step < Digits; step *= 2) {
    uint32_t sum = 0;
    if (thread < Digits)
      sum = suffix[thread] + (thread + step < Digits ? suffix[thread + step] : 0);
    __syncthreads();
    if (thread < Digits)
      suffix[thread] = sum;
    __syncthreads();
  }
  if (thread < Digits) {
    const uint32_t here = suffix[thread];
    const uint32_t above = thread + 1 < Digits ? suffix[thread + 1] : 0;
    if (here >= remaining && above < remaining) {
      scalars[0] = thread; // silent: chosen-thread
      scalars[1] = remaining - above; // silent: chosen-thread
    }
  }
  __syncthreads();
  *newPrefix = prefix | scalars[0] << shift;
  *newRemaining = scalars[1];
}

template <uint32_t Threads, bool Alone>
__global__ void __launch_bounds__(Threads)
    largestOfRows(const uint32_t *in, uint32_t *pivots, uint32_t k, uint32_t columns,
                  uint32_t rows, RowState *states, uint32_t chunk, uint32_t perGroup) {
  const uint32_t group = blockIdx.x / perGroup, inGroup = blockIdx.x % perGroup;
  const uint32_t thread = threadIdx.x;
  __shared__ uint32_t local[256], suffix[256], scalars[2];
  extern __shared__ uint32_t ordered[];
  RowState *state = nullptr;
  if constexpr (!Alone)
    state = &states[group];

  const uint32_t groups = gridDim.x / perGroup;
  const uint32_t rounds = (rows + groups - 1) / groups;
  int phase = 0;
  for (uint32_t i = 0; i < rounds; i++) {
    const uint32_t row = group + i * groups;
    if (row >= rows)
      break;
    const uint32_t start = inGroup * chunk;
    const uint32_t end = start + chunk < columns ? start + chunk : columns;
    for (uint32_t j = thread; j < end - start; j += Threads)
      ordered[j] = in[row * columns + start + j];
    __syncthreads();

    uint32_t prefix = 0, remaining = k;
    for (uint32_t round = 0; round < 4; ++round)
      selectRound<Threads, Alone>(ordered, end - start, local, suffix, scalars, state, prefix,
                                  remaining, round, i, phase, perGroup, inGroup, thread, &prefix,
                                  &remaining);
    if (inGroup == 0 && thread == 0)
      pivots[row] = prefix; // silent: pitch
    __syncthreads();
  }
}

cudaError_t largest(const uint32_t *in, uint32_t *pivots, uint32_t k, uint32_t columns,
                    uint32_t rows, RowState *states, uint32_t chunk, uint32_t perGroup,
                    uint32_t blocks, cudaStream_t stream) {
  constexpr uint32_t Threads = 1024;
  auto kernel = largestOfRows<Threads, false>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, chunk * 4);
  void *args[] = {&in, &pivots, &k, &columns, &rows, &states, &chunk, &perGroup};
  return cudaLaunchCooperativeKernel((void *)kernel, dim3(blocks), dim3(Threads), args, chunk * 4,
                                     stream);
}
