// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race -- -rdc=true
//
// Shared memory with a size that is declared `extern` is defined there, says nvcc
// (#20044-D). clang takes it in code that is linked on the device only.

__global__ void rowsOfThreads(float *in, float *out) {
  extern __shared__ float rows[32][32];
  float4 *own = (float4 *)&rows[threadIdx.x];
  own[0] = ((float4 *)in)[threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = rows[threadIdx.x][3]; // silent: no-alias
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
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x ^ 33]; // silent: no-alias
}

#ifdef __CLANG_RDC__
#error "nothing asked for code that is linked on the device"
#endif

// Two of them are apart, whatever they are of.
struct Both {
  int all[128], n;
};
__global__ void apart(int *in, int *out) {
  extern __shared__ int first[128];
  extern __shared__ Both both;
  first[threadIdx.x] = in[threadIdx.x];
  both.all[threadIdx.x ^ 64] = in[threadIdx.x + 128];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = first[127 - threadIdx.x] + both.all[threadIdx.x]; // silent: no-alias
}

__global__ void ofRecord(int *in, int *out) {
  extern __shared__ Both both;
  both.all[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = both.all[threadIdx.x ^ 64]; // warn shared-memory-race: is read while another thread of the block may still write it
}

template <int N> __global__ void ofTemplate(float *in, float *out) {
  extern __shared__ __align__(16) float t[N];
  t[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = t[threadIdx.x ^ 64]; // warn shared-memory-race: is read while another thread of the block may still write it
}
template __global__ void ofTemplate<128>(float *, float *);

void launch(float *in, float *out) {
  rowsOfThreads<<<8, 32>>>(in, out);
  rowsOfOthers<<<8, 1024>>>(in, out);
  behindBarrier<<<8, 256>>>(in, out);
}
