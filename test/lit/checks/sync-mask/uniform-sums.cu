// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Lanes of a warp agree on a sum in which their numbers cancel out.

constexpr unsigned full = 0xffffffffu;

__device__ unsigned laneOf() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

// The last cell of the warp, from %laneid.
__global__ void lastCell(const int *in, int *out, int n) {
  __shared__ int cell[256];
  const unsigned last = threadIdx.x - laneOf() + 31;
  cell[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  if (cell[last] > n)
    out[threadIdx.x] = __shfl_xor_sync(full, in[threadIdx.x], 4);
}

// The first thread of the warp, from a remainder.
__global__ void firstThread(const int *in, int *out) {
  int first = threadIdx.x - threadIdx.x % 32;
  if (first >= 64)
    out[threadIdx.x] = __shfl_xor_sync(full, in[threadIdx.x], 4);
}

// Twice, and from a mask.
__global__ void twice(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  for (int k = 2 * (i - lane); k < n; k += 64)
    out[k + lane] = __shfl_down_sync(full, in[k + lane], 1);
}

// The lane stays in these.
__global__ void plusLane(const int *in, int *out) {
  int mixed = threadIdx.x + laneOf();
  if (mixed > 100)
    out[threadIdx.x] = __shfl_xor_sync(full, in[threadIdx.x], 4); // warn sync-mask: {{}}
}
__global__ void minusHalf(const int *in, int *out) {
  int mixed = threadIdx.x - threadIdx.x % 16;
  if (mixed < 112)
    out[threadIdx.x] = __shfl_xor_sync(full, in[threadIdx.x], 16); // warn sync-mask: {{}}
}
__global__ void twiceMinusOnce(const int *in, int *out) {
  int lane = threadIdx.x & 31;
  if (2 * threadIdx.x - lane > 90)
    out[threadIdx.x] = __shfl_xor_sync(full, in[threadIdx.x], 4); // warn sync-mask: {{}}
}

void launch(const int *i, int *o, int n) {
  lastCell<<<4, 256>>>(i, o, n);
  firstThread<<<4, 256>>>(i, o);
  twice<<<4, 256>>>(i, o, n);
  plusLane<<<4, 128>>>(i, o);
  minusHalf<<<4, 128>>>(i, o);
  twiceMinusOnce<<<4, 128>>>(i, o);
}
