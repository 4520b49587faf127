// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// A block that asks by the votes of its barriers whether another block is done
// waits for it, as a thread does that asks alone.

class Turns {
  int *turn;
  int now = -1;

public:
  __device__ Turns(int *turn) : turn(turn) {}
  __device__ void wait(int mine) {
    while (__syncthreads_and(now != mine))
      if (threadIdx.x == 0)
        asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(now) : "l"(turn) : "memory");
  }
  __device__ void pass(int next) {
    if (threadIdx.x == 0)
      asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(turn), "r"(next) : "memory"); // warn missing-fence: may not have written yet
  }
};

__global__ void addInTurn(float *sums, int *turn) {
  Turns turns(turn);
  turns.wait(blockIdx.x);
  sums[threadIdx.x] += 1;
  __syncthreads();
  turns.pass(blockIdx.x + 1);
}

__global__ void addAndPass(float *sums, int *turn) {
  Turns turns(turn);
  turns.wait(blockIdx.x);
  sums[threadIdx.x] += 1;
  turns.pass(blockIdx.x + 1);
}

__global__ void addWithFences(float *sums, volatile int *turn) {
  int now = -1;
  while (__syncthreads_or(now != blockIdx.x))
    if (threadIdx.x == 0)
      now = *turn;
  __threadfence();
  sums[threadIdx.x] += 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    *turn = blockIdx.x + 1;
}

__global__ void addWithoutFence(float *sums, volatile int *turn) {
  int now = -1;
  while (__syncthreads_or(now != blockIdx.x))
    if (threadIdx.x == 0)
      now = *turn;
  __threadfence();
  sums[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0)
    *turn = blockIdx.x + 1; // warn missing-fence: no fence
}
