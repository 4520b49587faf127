// RUN: %verify %s --checks=-*,warplint-asm-memory-clobber
//
// PTX that orders memory without saying so. Where something that compilers move
// nothing across stands beside it at each use, nothing can get to its other side.

__device__ void waitForCopies() { asm volatile("cp.async.wait_group 0;"); }

__global__ void barrierBehindTheWait(const float *in, float *out) {
  __shared__ float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  waitForCopies();
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}

__device__ void waitForTheRest() {
  asm volatile("cp.async.wait_all;"); // warn asm-memory-clobber: 'cp.async.wait_all' is in an asm statement without a "memory" clobber
}

__global__ void oneUseIsBare(const float *in, float *out, int n) {
  __shared__ float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  waitForTheRest();
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
  waitForTheRest();
  out[threadIdx.x + n] = tile[threadIdx.x];
  __syncthreads();
}

// A lock of the block, as CUTLASS 2 has it.
struct Turn {
  int *lock;
  bool mine;
  int state;
  __device__ Turn(int *lock) : lock(lock), mine(threadIdx.x == 0), state(-1) {}
  __device__ void look() {
    if (mine)
      asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(lock));
  }
  __device__ void wait(int turn) {
    while (__syncthreads_and(state != turn))
      look();
    __syncthreads();
  }
  __device__ void pass(int turn) {
    __syncthreads();
    if (mine)
      asm volatile("st.global.release.gpu.b32 [%0], %1;" : : "l"(lock), "r"(turn));
  }
};

__global__ void blocksTakeTurns(int *lock, float *sum, const float *in) {
  Turn turn(lock);
  turn.look();
  float mine = 0;
  turn.wait(blockIdx.x);
  sum[threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x] + mine;
  turn.pass(blockIdx.x + 1);
}

struct HastyTurn {
  int *lock;
  int state;
  __device__ void wait(int turn) {
    do
      asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(lock)); // warn asm-memory-clobber: 'ld.acquire' is in an asm statement
    while (state != turn);
  }
  __device__ void pass(int turn) {
    asm volatile("st.global.release.gpu.b32 [%0], %1;" : : "l"(lock), "r"(turn)); // warn asm-memory-clobber: 'st.release' is in an asm statement
  }
};

__global__ void threadsTakeTurns(int *lock, float *sum, const float *in) {
  HastyTurn turn{lock, -1};
  if (threadIdx.x == 0) {
    turn.wait(blockIdx.x);
    *sum += in[blockIdx.x];
    turn.pass(blockIdx.x + 1);
  }
}

// A fence that others fence on one side only lets accesses get to it from the other.
__global__ void fenceBeforeABarrier(float *out, int *flag) {
  out[threadIdx.x] = 1;
  asm volatile("membar.gl;"); // warn asm-memory-clobber: 'membar' is in an asm statement
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(flag, 1);
}

__global__ void fenceBetweenBarriers(float *out, int *flag) {
  out[threadIdx.x] = 1;
  __syncthreads();
  asm volatile("fence.acq_rel.gpu;");
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(flag, 1);
}

// Nothing is known of who calls it.
__device__ void calledElsewhere() {
  asm volatile("bar.sync 0;"); // warn asm-memory-clobber: 'bar.sync' is in an asm statement
}
