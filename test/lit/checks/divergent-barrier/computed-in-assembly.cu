// RUN: %verify %s --checks=-*,warplint-divergent-barrier -- --cuda-gpu-arch=sm_100a
//
// Values that inline assembly computes from what it loads: all threads that load
// the same get the same.

#include "../Inputs/mbarrier.cuh"

struct Response {
  alignas(16) unsigned char bytes[16];
};
struct Answer {
  unsigned success, x;
};

__device__ inline void tryCancel(Response &to, uint64_t *bar) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(
                   toShared(&to)),
               "r"(toShared(bar))
               : "memory");
}

__device__ inline Answer query(Response &from) {
  Answer a;
  asm volatile("{\n"
               ".reg .pred canceled;\n"
               ".reg .b128 handle;\n"
               "ld.shared.b128 handle, [%2];\n"
               "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 canceled, handle;\n"
               "selp.u32 %0, 1, 0, canceled;\n"
               "@!canceled bra.uni DONE;\n"
               "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%1, _, _, _}, handle;\n"
               "fence.proxy.async.shared::cta;\n"
               "DONE:\n"
               "}"
               : "=r"(a.success), "=r"(a.x)
               : "r"(toShared(&from))
               : "memory");
  return a;
}

__device__ inline int sumOfTwo(const int *p) {
  int sum;
  asm volatile("{\n"
               ".reg .b32 a, b;\n"
               "ld.s32 a, [%1];\n"
               "ld.s32 b, [%1+4];\n"
               "add.s32 %0, a, b;\n"
               "}"
               : "=r"(sum)
               : "l"(p));
  return sum;
}

__device__ inline int plusLane(const int *p) {
  int sum;
  asm volatile("{\n"
               ".reg .b32 a, lane;\n"
               "mov.u32 lane, %%laneid;\n"
               "ld.s32 a, [%1];\n"
               "add.s32 %0, a, lane;\n"
               "}"
               : "=r"(sum)
               : "l"(p));
  return sum;
}

// What is loaded, and what the same register holds in the end.
__device__ inline int loadedAndChanged(const int *p) {
  int sum;
  asm volatile("{\n"
               ".reg .b32 lane;\n"
               "mov.u32 lane, %%laneid;\n"
               "ld.s32 %0, [%1];\n"
               "add.s32 %0, %0, lane;\n"
               "}"
               : "=r"(sum)
               : "l"(p));
  return sum;
}

__device__ inline int loadedAndDoubled(const int *p) {
  int sum;
  asm volatile("ld.s32 %0, [%1];\n"
               "add.s32 %0, %0, %0;\n"
               : "=r"(sum)
               : "l"(p));
  return sum;
}

__device__ inline int loadedAfterThat(const int *p) {
  int sum;
  asm volatile("mov.u32 %0, %%laneid;\n"
               "ld.s32 %0, [%1];\n"
               : "=r"(sum)
               : "l"(p));
  return sum;
}

// The lane of the first, and then the own one beside it.
__device__ inline int broadcastAndChanged(int value) {
  int sum;
  asm volatile("{\n"
               ".reg .b32 lane;\n"
               "mov.u32 lane, %%laneid;\n"
               "shfl.sync.idx.b32 %0, %1, 0, 31, 0xffffffff;\n"
               "add.s32 %0, %0, lane;\n"
               "}"
               : "=r"(sum)
               : "r"(value));
  return sum;
}

__device__ inline int laneAndOne() {
  int sum;
  asm volatile("{\n"
               ".reg .b32 lane;\n"
               "mov.u32 lane, %%laneid;\n"
               "add.s32 %0, lane, 1;\n"
               "}"
               : "=r"(sum));
  return sum;
}

__device__ inline int ranksOfBlock() {
  int sum;
  asm volatile("{\n"
               ".reg .b32 rank;\n"
               "mov.u32 rank, %%ctaid.x;\n"
               "add.s32 %0, rank, 1;\n"
               "}"
               : "=r"(sum));
  return sum;
}

// --- Right --------------------------------------------------------------------

__global__ __launch_bounds__(128) void oneResponse(float *out) {
  __shared__ Response responses[2];
  __shared__ uint64_t bars[2];
  if (threadIdx.x == 0) {
    mbarInit(&bars[0], 1);
    mbarInit(&bars[1], 1);
    mbarFence();
  }
  __syncthreads();
  unsigned x = blockIdx.x;
  for (int i = 0;; ++i) {
    if (threadIdx.x == 0) {
      mbarExpect(&bars[i & 1], 16);
      tryCancel(responses[i & 1], &bars[i & 1]);
    }
    out[x * 128 + threadIdx.x] = x;
    mbarWait(&bars[i & 1], (i >> 1) & 1);
    Answer a = query(responses[i & 1]);
    __syncthreads();
    if (!a.success)
      break;
    x = a.x;
    __syncthreads();
  }
}

__global__ void sameElements(const int *p) {
  if (sumOfTwo(p) > 3)
    __syncthreads();
}

__global__ void storedByOne(const int *p) {
  __shared__ int s[2];
  if (threadIdx.x == 0)
    s[0] = s[1] = p[0];
  __syncthreads();
  if (sumOfTwo(s) > 3)
    __syncthreads();
}

__global__ void changedAlike(const int *p) {
  if (loadedAndDoubled(p) > 3)
    __syncthreads();
}

__global__ void overwritten(const int *p) {
  if (loadedAfterThat(p) > 3)
    __syncthreads();
}

__global__ void oneBlock() {
  if (ranksOfBlock() > 3)
    __syncthreads();
}

// --- Wrong --------------------------------------------------------------------

__global__ __launch_bounds__(128) void ownResponse(float *out) {
  __shared__ Response responses[2];
  __shared__ uint64_t bars[2];
  if (threadIdx.x == 0) {
    mbarInit(&bars[0], 1);
    mbarInit(&bars[1], 1);
    mbarFence();
  }
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) {
      mbarExpect(&bars[i], 16);
      tryCancel(responses[i], &bars[i]);
    }
  mbarWait(&bars[threadIdx.x & 1], 0);
  Answer a = query(responses[threadIdx.x & 1]);
  if (a.success)
    __syncthreads(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
}

__global__ void ownElements(const int *p) {
  if (sumOfTwo(p + threadIdx.x) > 3)
    __syncthreads(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
}

__global__ void storedByAll(const int *p) {
  __shared__ int s[2];
  s[threadIdx.x & 1] = threadIdx.x;
  if (sumOfTwo(s) > 3)
    __syncthreads(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
}

__global__ void withLane(const int *p) {
  if (plusLane(p) > 3)
    __syncthreads(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
}

__global__ void laneAlone() {
  if (laneAndOne() > 3)
    __syncthreads(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
}

__global__ void changedByLane(const int *p) {
  if (loadedAndChanged(p) > 3)
    __syncthreads(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
}

__global__ void changedAfterTheExchange(const int *p) {
  if (broadcastAndChanged(p[0]) > 3)
    __syncthreads(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
}
