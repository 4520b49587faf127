// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// Lanes that add up by exchanges hold the same where the exchanges have led, and
// may all store it to one place. PTX is what the intrinsics become.

__device__ float across(float v, int m) {
  float r;
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(r) : "f"(v), "r"(m));
  return r;
}

__global__ void sumsOfEight(const float *a, float *out) {
  __shared__ float sum[16];
  int x = threadIdx.x, z = threadIdx.z;
  float v = a[z * 8 + x];
  for (int m = 4; m > 0; m /= 2)
    v += across(v, m);
  sum[z] = v;
  __syncthreads();
  out[z * 8 + x] = sum[15 - z];
}
void goEight(const float *a, float *o) { sumsOfEight<<<1, dim3(8, 1, 16)>>>(a, o); }

// The exchanges stop one step early: two sums in each row of eight.
__global__ void sumsOfFour(const float *a, float *out) {
  __shared__ float sum[16];
  int x = threadIdx.x, z = threadIdx.z;
  float v = a[z * 8 + x];
  for (int m = 2; m > 0; m /= 2)
    v += across(v, m);
  sum[z] = v; // warn shared-memory-race: {{'sum\[\d+\]' is written by several threads at once, and not all of them write the same}}
  __syncthreads();
  out[z * 8 + x] = sum[15 - z];
}
void goFour(const float *a, float *o) { sumsOfFour<<<1, dim3(8, 1, 16)>>>(a, o); }

__global__ void sumsOfFourByIntrinsic(const float *a, float *out) {
  __shared__ float sum[16];
  int x = threadIdx.x, z = threadIdx.z;
  float v = a[z * 8 + x];
#pragma unroll
  for (int m = 2; m >= 1; m >>= 1)
    v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, m));
  sum[z] = v; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[z * 8 + x] = sum[15 - z];
}
void goFourByIntrinsic(const float *a, float *o) { sumsOfFourByIntrinsic<<<1, dim3(8, 1, 16)>>>(a, o); }

__global__ void sumsStepByStep(const int *a, int *out) {
  int x = threadIdx.x, z = threadIdx.z;
  int v = a[z * 8 + x];
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 2);
  v += __shfl_xor_sync(~0u, v, 1);
  out[z] = v; // silent: no-alias
}
void goSteps(const int *a, int *o) { sumsStepByStep<<<1, dim3(8, 1, 16)>>>(a, o); }

__global__ void leavesOutTheLastStep(const int *a, int *out) {
  int x = threadIdx.x, z = threadIdx.z;
  int v = a[z * 8 + x];
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 2);
  out[z] = v; // warn global-memory-race: is written by several threads at once
}
void goSteps2(const int *a, int *o) { leavesOutTheLastStep<<<1, dim3(8, 1, 16)>>>(a, o); }

// After shifts the first lane of each row holds the sum, and no other.
__global__ void shifted(const int *a, int *out) {
  int v = a[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  out[threadIdx.x / 32] = v; // warn global-memory-race: is written by several threads at once
}
void goShifted(const int *a, int *o) { shifted<<<1, 128>>>(a, o); }

__global__ void shiftedByText(const int *a, int *out) {
  int v = a[threadIdx.x], r;
  for (int d = 16; d > 0; d /= 2) {
    asm("shfl.sync.down.b32 %0, %1, %2, 31, -1;" : "=r"(r) : "r"(v), "r"(d));
    v += r;
  }
  out[threadIdx.x / 32] = v; // warn global-memory-race: is written by several threads at once
}
void goShiftedByText(const int *a, int *o) { shiftedByText<<<1, 128>>>(a, o); }

__global__ void firstLaneStores(const int *a, int *out) {
  int v = a[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = v; // silent: no-alias
}
void goFirst(const int *a, int *o) { firstLaneStores<<<1, 128>>>(a, o); }

// The first lane's sum is handed to all, by call and by text.
__global__ void handedOut(const int *a, int *out) {
  int v = a[threadIdx.x], first;
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  asm volatile("shfl.sync.idx.b32 %0, %1, 0, 0x1f, 0xffffffff;" : "=r"(first) : "r"(v));
  out[threadIdx.x / 32] = first; // silent: no-alias
}
void goHanded(const int *a, int *o) { handedOut<<<1, 128>>>(a, o); }

__global__ void handedOutWithPredicate(const int *a, int *out) {
  int v = a[threadIdx.x], first;
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  asm volatile("{ .reg .pred p; shfl.sync.idx.b32 %0|p, %1, %2, %3, %4; }"
               : "=r"(first) : "r"(v), "r"(0), "r"(31), "r"(-1));
  out[threadIdx.x / 32] = first; // silent: no-alias
}
void goPredicate(const int *a, int *o) { handedOutWithPredicate<<<1, 128>>>(a, o); }

// What the lanes had was the same: so is what they get.
__global__ void countsLanes(const int *a, int *out) {
  int v = a[blockIdx.x];
  v += __shfl_xor_sync(~0u, v, 1);
  out[blockIdx.x] = v;
}
void goCounts(const int *a, int *o) { countsLanes<<<4, 32>>>(a, o); }
