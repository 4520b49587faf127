// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Whether blocks have several rows, where nothing shows the launch. Who only
// asks for the first thread along an axis does not say that there are others.

__global__ void firstThread(const float *in, float *out, int n) {
  __shared__ float own[256];
  __shared__ int begin;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    begin = blockIdx.x * n;
  __syncthreads();
  own[threadIdx.x] = in[begin + threadIdx.x]; // silent: unused-axis
  out[begin + threadIdx.x] = own[threadIdx.x] + 1;
}

__global__ void sumOfPlaces(const float *in, float *out, int n) {
  __shared__ float own[256];
  __shared__ int begin;
  if (!(threadIdx.x + threadIdx.y + threadIdx.z))
    begin = blockIdx.x * n;
  __syncthreads();
  own[2 * threadIdx.x % 256] = in[begin + threadIdx.x];
  out[begin + threadIdx.x] = own[2 * threadIdx.x % 256] + 1;
}

// The second row does something else.
__global__ void rows(const float *in, float *out, int n) {
  __shared__ float own[256];
  float value = in[blockIdx.x * n + threadIdx.y];
  if (threadIdx.y == 1)
    value = 0;
  own[threadIdx.x] = value; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[blockIdx.x * n + threadIdx.x] = own[threadIdx.x];
}

// The loop goes on by a row of 32 threads, whatever rows there are.
__global__ void rowsOfALoop(const float *in, float *out, int n) {
  __shared__ float sums[8][32];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32)
    sum += in[(blockIdx.x * 8 + threadIdx.y) * n + i];
  sums[threadIdx.y][threadIdx.x & 31] = sum;
  __syncwarp();
  if ((threadIdx.x & 31) < 8)
    out[(blockIdx.x * 8 + threadIdx.y) * 8 + threadIdx.x] = sums[threadIdx.y][threadIdx.x * 4];
}
