// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race -- -rdc=true
//
// Shared memory whose size the launch gives may be declared with one all the same:
// clang knows that only of code that is linked on the device.

__global__ void rowsOfThreads(float *in, float *out) {
  extern __shared__ float rows[32][32];
  float4 *own = (float4 *)&rows[threadIdx.x];
  own[0] = ((float4 *)in)[threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = rows[threadIdx.x][3];
}

__global__ void rowsOfOthers(float *in, float *out) {
  extern __shared__ float rows[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  rows[y][x] = in[threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = rows[x][y]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void behindBarrier(float *in, float *out) {
  extern __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x ^ 33];
}

void launch(float *in, float *out) {
  rowsOfThreads<<<8, 32, 32 * 32 * sizeof(float)>>>(in, out);
  rowsOfOthers<<<8, 1024, 32 * 32 * sizeof(float)>>>(in, out);
  behindBarrier<<<8, 256, 256 * sizeof(float)>>>(in, out);
}
