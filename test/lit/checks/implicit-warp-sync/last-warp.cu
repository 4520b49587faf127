// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
// RUN: %verify %s --prefix=MODEL --checks=-*,warplint-implicit-warp-sync --certainty=model
//
// The unrolled last warp of a reduction, with and without its barriers.

__device__ void lastWarp(volatile float *cells, unsigned lane) {
  cells[lane] += cells[lane + 32];
  cells[lane] += cells[lane + 16]; // MODEL-warn implicit-warp-sync: {{'cells\[\d+\]' is read while another lane of the warp may still write it \(by the model\)}}
  // MODEL-note@-2: {{thread \(\d+,0,0\) writes 'cells\[\d+\]' here}}
  // MODEL-note@-2: {{thread \(\d+,0,0\) reads 'cells\[\d+\]' here}}
  // MODEL-note@-3: put '__syncwarp();' here
  cells[lane] += cells[lane + 8];
  cells[lane] += cells[lane + 4];
  cells[lane] += cells[lane + 2];
  cells[lane] += cells[lane + 1];
}

__global__ void volatileIsNoBarrier(const float *in, float *out) {
  __shared__ float cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
    if (threadIdx.x < s)
      cells[threadIdx.x] += cells[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x < 32)
    lastWarp(cells, threadIdx.x);
  if (threadIdx.x == 0)
    out[0] = cells[0];
}
// What parts the lanes on the way parts them in earnest.
__global__ void volatileAndParted(const float *in, float *out) {
  __shared__ volatile float cells[64];
  cells[threadIdx.x] = in[threadIdx.x];
  if (in[threadIdx.x] > 0)
    cells[threadIdx.x + 32] = 1; // warn implicit-warp-sync: another lane of the warp may still {{.*}}(likely)
  else
    out[threadIdx.x] = cells[32 + (threadIdx.x ^ 1)];
}
void launchParted(const float *in, float *out) { volatileAndParted<<<1, 32>>>(in, out); }
void launchVolatile(const float *in, float *out) { volatileIsNoBarrier<<<1, 256>>>(in, out); }

template <unsigned Size> __global__ void withoutVolatile(const float *in, float *out) {
  __shared__ float cells[Size];
  unsigned t = threadIdx.x;
  cells[t] = in[t];
  __syncthreads();
  if (Size >= 128) {
    if (t < 64)
      cells[t] += cells[t + 64];
    __syncthreads();
  }
  if (t < 32) {
    if (Size >= 64)
      cells[t] += cells[t + 32];
    if (Size >= 32)
      cells[t] += cells[t + 16]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
    if (Size >= 16)
      cells[t] += cells[t + 8];
  }
  if (t == 0)
    out[0] = cells[0];
}
void launchWithout(const float *in, float *out) { withoutVolatile<128><<<1, 128>>>(in, out); }

// One barrier per step, of which the read and the write of the step share one.
__global__ void barrierAfterEachStep(const float *in, float *out) {
  __shared__ float cells[64];
  unsigned t = threadIdx.x;
  cells[t] = in[t];
  cells[t + 32] = in[t + 32];
  __syncwarp();
  for (unsigned s = 32; s > 0; s /= 2) {
    if (t < s)
      cells[t] += cells[t + s];
    __syncwarp();
  }
  if (t == 0)
    out[0] = cells[0];
}
void launchEach(const float *in, float *out) { barrierAfterEachStep<<<1, 32>>>(in, out); }

__global__ void barriersAroundReadAndWrite(const float *in, float *out) {
  __shared__ float cells[64];
  unsigned t = threadIdx.x;
  cells[t] = in[t];
  cells[t + 32] = in[t + 32];
  __syncwarp();
  float v = cells[t];
  v += cells[t + 32];
  __syncwarp();
  cells[t] = v;
  __syncwarp();
  v += cells[(t + 16) & 31];
  __syncwarp();
  cells[t] = v;
  __syncwarp();
  out[t] = cells[31 - t];
}
void launchAround(const float *in, float *out) { barriersAroundReadAndWrite<<<1, 32>>>(in, out); }

__global__ void throughRegisters(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x == 0)
    out[0] = v;
}
void launchRegisters(const float *in, float *out) { throughRegisters<<<1, 32>>>(in, out); }
