// Groups of blocks meet at a counter. The first block of a group set it back at the end
// of the kernel, when another block might still look for the value that it had.
//
// The kernel stands as it does after a later fix (a barrier of the block before each
// arrival), and its launch makes sure that all blocks run, which the fix left out.
//
// Fix: flashinfer-ai/flashinfer#3615
// Class: grid barriers
// Check: ticket-not-reset
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "Inputs/groups.cuh"
#include <cuda_runtime.h>

__device__ __forceinline__ void storeRelease(int *at, int value) {
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(at), "r"(value) : "memory"); // bug
  // BEFORE-warn@-1 ticket-not-reset: is set back while other blocks may still wait for it
  // BEFORE-warn@-2 missing-fence: announces data that other threads of the block may not have written yet
}
__device__ __forceinline__ int fetchAddRelease(int *at, int value) {
  int old = 0;
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("atom.relaxed.gpu.global.add.s32 %0, [%1], %2;"
               : "=r"(old)
               : "l"(at), "r"(value)
               : "memory");
  return old;
}

__device__ __forceinline__ void groupBarrier(RowState *state, int &phase, uint32_t perGroup,
                                             uint32_t thread) {
  __syncthreads();
  if (thread == 0)
    addRelease(&state->arrived, 1);
  const int goal = (phase + 1) * perGroup;
  waitAtLeast(&state->arrived, goal, thread); // bug
  phase++;
  __syncthreads();
}

template <uint32_t Threads>
__device__ __forceinline__ void setBackByTheLast(RowState *state, int phase, uint32_t perGroup,
                                                 uint32_t thread) {
  __shared__ int isLast;
  __syncthreads();
  if (thread == 0) {
    const int goal = (phase + 1) * int(perGroup);
    isLast = fetchAddRelease(&state->arrived, 1) + 1 == goal;
  }
  __syncthreads();
  if (isLast) {
    for (uint32_t buffer = 0; buffer < 3; ++buffer)
      for (uint32_t i = thread; i < 256; i += Threads)
        state->histogram[buffer][i] = 0;
    __syncthreads();
    if (thread == 0)
      storeRelease(&state->arrived, 0);
  }
}

template <uint32_t Threads, bool Alone>
__global__ void __launch_bounds__(Threads)
    maskSmall(const float *in, float *out, uint32_t columns, uint32_t rows, RowState *states,
              uint32_t chunk, uint32_t perGroup, uint32_t k) {
  const uint32_t group = blockIdx.x / perGroup, inGroup = blockIdx.x % perGroup;
  const uint32_t thread = threadIdx.x;
  __shared__ uint32_t local[256];
  __shared__ uint32_t threshold;
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
    for (uint32_t j = thread; j < 256; j += Threads)
      local[j] = 0;
    __syncthreads();
    for (uint32_t j = start + thread; j < end; j += Threads)
      atomicAdd(&local[__float_as_uint(in[row * columns + j]) >> 24], 1u); // silent: no-alias, pitch
    __syncthreads();
    if constexpr (!Alone) {
      uint32_t *current = state->histogram[i % 3], *next = state->histogram[(i + 1) % 3];
      for (uint32_t j = thread; j < 256; j += Threads)
        if (local[j] > 0)
          atomicAdd(&current[j], local[j]);
      if (inGroup == 0)
        for (uint32_t j = thread; j < 256; j += Threads)
          next[j] = 0;
      groupBarrier(state, phase, perGroup, thread);
      for (uint32_t j = thread; j < 256; j += Threads)
        local[j] = current[j];
      __syncthreads();
    }
    if (thread == 0) {
      uint32_t sum = 0, digit = 256;
      while (digit > 0 && sum < k)
        sum += local[--digit];
      threshold = digit;
    }
    __syncthreads();
    for (uint32_t j = start + thread; j < end; j += Threads) {
      const float value = in[row * columns + j];
      out[row * columns + j] = __float_as_uint(value) >> 24 >= threshold ? value : -INFINITY;
    }
    __syncthreads();
  }

  if constexpr (!Alone) {
#ifdef FIXED
    setBackByTheLast<Threads>(state, phase, perGroup, thread); // FIXED-silent: elected-thread
#else
    if (inGroup == 0) {
      for (uint32_t buffer = 0; buffer < 3; ++buffer)
        for (uint32_t j = thread; j < 256; j += Threads)
          state->histogram[buffer][j] = 0;
      if (thread == 0)
        storeRelease(&state->arrived, 0); // bug
    }
#endif
  }
}

cudaError_t mask(const float *in, float *out, uint32_t columns, uint32_t rows, RowState *states,
                 uint32_t chunk, uint32_t perGroup, uint32_t k, uint32_t blocks,
                 cudaStream_t stream) {
  constexpr uint32_t Threads = 1024;
  auto kernel = maskSmall<Threads, false>;
  void *args[] = {&in, &out, &columns, &rows, &states, &chunk, &perGroup, &k};
  return cudaLaunchCooperativeKernel((void *)kernel, dim3(blocks), dim3(Threads), args, 0, stream);
}
