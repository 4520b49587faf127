// RUN: %verify %s --checks=-*,warplint-shared-memory-race --block-dim=128
//
// A split barrier orders what comes before its arrival and what comes behind its
// wait; not what lies between.

__device__ inline void arrive() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
}
__device__ inline void wait() {
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void writesBehindTheArrival(float *out) {
  __shared__ float s[128];
  arrive();
  s[threadIdx.x] = threadIdx.x;
  wait();
  out[threadIdx.x] = s[threadIdx.x ^ 64]; // warn shared-memory-race: {{'s\[\d+\]'}} is read while another thread of the block may still write it
}

__global__ void writesBeforeTheArrival(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = threadIdx.x;
  arrive();
  wait();
  out[threadIdx.x] = s[threadIdx.x ^ 64];
}

__global__ void meetsBehindTheWait(float *out) {
  __shared__ float s[128];
  arrive();
  s[threadIdx.x] = threadIdx.x;
  wait();
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 64];
}

__global__ void ownWorkBetween(float *out) {
  __shared__ float s[128], own[128];
  s[threadIdx.x] = threadIdx.x;
  arrive();
  own[threadIdx.x] = 1;
  wait();
  out[threadIdx.x] = s[threadIdx.x ^ 64] + own[threadIdx.x];
}

__global__ void readsBetween(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  arrive();
  out[threadIdx.x] = s[threadIdx.x ^ 64];
  wait();
  s[threadIdx.x] = 0; // warn shared-memory-race: 's[64]' is overwritten while another thread of the block may still read it
}

__global__ void roundsOfSplitBarriers(float *out, int n) {
  __shared__ float s[2][128];
  for (int k = 0; k < n; ++k) {
    s[k & 1][threadIdx.x] = k;
    arrive();
    out[128 * k + threadIdx.x] = k;
    wait();
    out[128 * k + threadIdx.x] += s[k & 1][threadIdx.x ^ 64];
  }
}
