// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Where nothing asks for the block, each does the same, and leaves the same.

__device__ int count(bool p) {
  unsigned all = __ballot_sync(~0u, p);
  return __popc(all & ((1u << (threadIdx.x % 32)) - 1));
}

__device__ int scanned(int x, volatile int *sums) {
  int before = count(x > 0);
  if (threadIdx.x % 32 == 31)
    sums[threadIdx.x / 32] = before + (x > 0);
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i < 8; ++i)
      sums[i] = sums[i] + sums[i - 1];
  __syncthreads();
  return before + (threadIdx.x < 32 ? 0 : sums[threadIdx.x / 32 - 1]);
}

__global__ void scan(int *out, const int *in) {
  __shared__ int sums[8];
  out[threadIdx.x] = scanned(in[threadIdx.x], sums); // silent: no-alias
}

// It is asked for somewhere.
__global__ void scanPart(int *out, const int *in) {
  __shared__ int sums[8];
  out[threadIdx.x] = // warn global-memory-race: 'out[0]' is written by several threads at once
      scanned(in[threadIdx.x + blockIdx.x], sums);
}

__device__ int part() { return gridDim.x > 1 ? blockIdx.x % 2 : 0; }

__global__ void scanSome(int *out, const int *in) {
  __shared__ int sums[8];
  int x = in[threadIdx.x];
  if (part())
    x = -x;
  out[threadIdx.x] = scanned(x, sums); // warn global-memory-race: 'out[0]' is written by several threads at once
}

// What blocks take from each other differs.
__global__ void scanTaken(int *out, const int *in, int *next) {
  __shared__ int sums[8];
  __shared__ int taken;
  if (threadIdx.x == 0)
    taken = atomicAdd(next, 1);
  __syncthreads();
  out[threadIdx.x] = // warn global-memory-race: 'out[0]' is written by several threads at once
      scanned(in[threadIdx.x] + taken, sums);
}

__global__ void scanAgain(int *out, int *in) {
  __shared__ int sums[8];
  int s = scanned(in[threadIdx.x], sums);
  out[threadIdx.x] = s; // warn global-memory-race: 'out[0]' is written by several threads at once
  in[threadIdx.x] = s; // warn global-memory-race: 'in[0]' is
}

// Other threads of one block.
__global__ void scanHalf(int *out, const int *in) {
  __shared__ int sums[8];
  out[threadIdx.x % 64] = // warn global-memory-race: 'out[0]' is written by several threads at once
      scanned(in[threadIdx.x], sums);
}

void launch(int *out, int *in, int *next) {
  scan<<<64, 256>>>(out, in);
  scanPart<<<64, 256>>>(out, in);
  scanSome<<<64, 256>>>(out, in);
  scanTaken<<<64, 256>>>(out, in, next);
  scanAgain<<<64, 256>>>(out, in);
  scanHalf<<<64, 256>>>(out, in);
}
