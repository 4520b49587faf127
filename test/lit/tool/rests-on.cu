// RUN: %warplint --cache=off --quiet --report-only --format=json --certainty=model --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 > %t.json
// RUN: %python %S/Inputs/evidence_of.py < %t.json | FileCheck %s
// RUN: %warplint --cache=off --quiet --report-only --certainty=model --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck --check-prefix=TEXT %s
//
// What a finding rests on is what makes it go away if it is taken away.

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda_pipeline.h>

__device__ unsigned count, other;

__device__ float total(volatile const float *parts, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += parts[i];
  return sum;
}

// --- Order between blocks ------------------------------------------------------

// Of the code alone.
__global__ void ofTheCode(float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  // CHECK: {{^}}[[@LINE+1]] missing-fence{{$}}
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

// In a block of one warp nobody else has written.
__global__ void ofSeveralWarps(float *parts, float *out) {
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  __syncwarp();
  // CHECK: {{^}}[[@LINE+2]] missing-fence example-block{{$}}
  // TEXT: rests-on.cu:[[@LINE+1]]:{{.*}}: note: rests on: block (256,1,1) guessed (--block-dim states it){{$}}
  if (threadIdx.x == 0 && atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}
__global__ void inTwoWarps(float *parts, float *out) {
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  __syncwarp();
  // CHECK: {{^}}[[@LINE+1]] missing-fence{{$}}
  if (threadIdx.x == 0 && atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}
void launch(float *parts, float *out) { inTwoWarps<<<8, 64>>>(parts, out); }

__global__ void narrowFence(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  // CHECK: {{^}}[[@LINE+1]] fence-scope asm-as-written{{$}}
  asm volatile("fence.acq_rel.cta;" ::: "memory");
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void relaxed(float *parts, unsigned *word, float *out) {
  if (threadIdx.x != 0)
    return;
  unsigned ticket;
  parts[blockIdx.x] = 1;
  // CHECK: {{^}}[[@LINE+1]] relaxed-handshake asm-as-written{{$}}
  asm volatile("atom.add.relaxed.gpu.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(word) : "memory");
  if (ticket == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void goesOn(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  __threadfence();
  // CHECK: {{^}}[[@LINE+2]] ticket-not-reset launched-again{{$}}
  // TEXT: rests-on.cu:[[@LINE+1]]:{{.*}}: note: rests on: the kernel is launched again, with its counter as it was left{{$}}
  if (atomicAdd(&other, 1u) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

// --- Barriers and copies ----------------------------------------------------------

__global__ void unordered(int *out) {
  // CHECK: {{^}}[[@LINE+1]] asm-memory-clobber asm-as-written{{$}}
  asm volatile("bar.sync 0;");
  out[threadIdx.x] = 1;
}

__global__ void severalInitialize(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x < 64)
    // CHECK: {{^}}[[@LINE+1]] barrier-init asm-as-written{{$}}
    mbarInit(&bar, 1);
  __syncthreads();
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void tooFew(int *out) {
  int warp = threadIdx.x / 32;
  if (warp < 2)
    // CHECK: {{^}}[[@LINE+1]] named-barrier asm-as-written{{$}}
    asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = warp;
}

// In blocks of one warp the wait is enough.
__global__ void copies(const int *in, int *out) {
  __shared__ int box[256];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&box[t], in + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  // CHECK: {{^}}[[@LINE+1]] async-copy-wait{{$}}
  out[t] = box[255 - t];
}

// --- Other kernels -----------------------------------------------------------------

__global__ void clears(float *out, const float *in) {
  // CHECK: {{^}}[[@LINE+2]] pdl-order kernels-ahead{{$}}
  // TEXT: rests-on.cu:[[@LINE+1]]:{{.*}}: note: rests on: kernels ahead touch the same memory{{$}}
  out[threadIdx.x] = 0;
  cudaGridDependencySynchronize();
  out[threadIdx.x] += in[threadIdx.x];
}

// --- Who comes ---------------------------------------------------------------------

__global__ void marked(const int *mark, float *out) {
  if (mark[threadIdx.x])
    // CHECK: {{^}}[[@LINE+1]] divergent-barrier loaded-values{{$}}
    __syncthreads();
  out[threadIdx.x] = 0;
}
