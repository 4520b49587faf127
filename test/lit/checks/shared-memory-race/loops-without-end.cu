// RUN: %verify %s -- --cuda-gpu-arch=sm_100a
//
// Loops that no path leaves: the end of the kernel, where the arms of their
// branches join, is reached by nobody, and threads are followed all the same.

#include "../Inputs/mbarrier.cuh"

struct Response {
  alignas(16) unsigned char bytes[16];
};

__device__ inline void tryCancel(Response &to, uint64_t *bar) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::"
               "complete_tx::bytes.b128 [%0], [%1];" ::"r"(toShared(&to)),
               "r"(toShared(bar))
               : "memory");
}

__device__ inline unsigned query(Response &from) {
  unsigned x;
  asm volatile("{\n"
               ".reg .b128 handle;\n"
               "ld.shared.b128 handle, [%1];\n"
               "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
               "{%0, _, _, _}, handle;\n"
               "}"
               : "=r"(x)
               : "r"(toShared(&from))
               : "memory");
  return x;
}

template <bool Fixed>
__global__ __launch_bounds__(128) void responsesWithoutEnd(float *out) {
  __shared__ Response responses[2];
  __shared__ uint64_t bars[2];
  __shared__ unsigned first;
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
    x = query(responses[i & 1]);
    if (threadIdx.x == 0)
      first = x;
    if (Fixed)
      __syncthreads();
    out[x * 128 + threadIdx.x] = first; // warn shared-memory-race: 'first' is read while another thread
    __syncthreads();
  }
}

template __global__ void responsesWithoutEnd<false>(float *);
template __global__ void responsesWithoutEnd<true>(float *);
