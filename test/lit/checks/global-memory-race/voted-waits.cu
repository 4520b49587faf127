// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A block that asks by the votes of its barriers whether another block is done
// waits for it.

__device__ int seen(int *flag) {
  int value;
  asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}

__global__ void inTurn(float *sums, int *turn) {
  int now = -1;
  while (__syncthreads_and(now != blockIdx.x))
    if (threadIdx.x == 0)
      now = seen(turn);
  sums[threadIdx.x] += 1; // silent: elected-thread
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(turn), "r"(blockIdx.x + 1) : "memory");
}

__global__ void inTurnOfLanes(float *sums, volatile int *turn) {
  int now = -1;
  while (!__any_sync(~0u, now == blockIdx.x))
    if (threadIdx.x == 0)
      now = *turn;
  __threadfence();
  sums[threadIdx.x] += 1; // silent: elected-thread
  __threadfence();
  __syncwarp();
  if (threadIdx.x == 0)
    *turn = blockIdx.x + 1;
}

// What it asks is not what another block says.
__global__ void untilDone(float *sums, const int *left, int *rounds) {
  int done = 0;
  while (__syncthreads_and(done < left[threadIdx.x]))
    ++done;
  rounds[blockIdx.x * blockDim.x + threadIdx.x] = done; // silent: elected-thread, no-alias
  sums[threadIdx.x] += 1; // warn global-memory-race: another block
}
