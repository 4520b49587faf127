// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// The only barriers between two accesses stand in a loop, and a block with no
// share of the work runs none of its iterations.

__global__ void sharesOfBlocks(const int *in, int *out, int tiles) {
  __shared__ int scale;
  if (threadIdx.x == 0)
    scale = in[blockIdx.x];
  for (int t = blockIdx.x; t < tiles; t += gridDim.x)
    __syncthreads();
  // warn@+1 shared-memory-race: 'scale' is read while another thread of the block may still write it
  out[blockIdx.x * 64 + threadIdx.x] = scale;
}

__global__ void sharesOfRows(const int *in, int *out, int rows) {
  __shared__ int limit;
  if (threadIdx.x == 63)
    limit = in[0];
  int row = blockIdx.x + blockIdx.y * gridDim.x;
  while (true) {
    if (row >= rows)
      break;
    __syncthreads();
    row += gridDim.x * gridDim.y;
    __syncthreads();
  }
  // warn@+1 shared-memory-race: 'limit' is read while another thread of the block may still write it
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = limit;
}

__global__ void twoRoles(const int *in, int *out, int tiles) {
  __shared__ int first;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      first = in[blockIdx.x]; // warn shared-memory-race: 'first' is overwritten while another thread of the block may still read it
    for (int t = blockIdx.x; t < tiles; t += gridDim.x)
      asm volatile("barrier.sync 2, 64;" ::: "memory");
  } else {
    for (int t = blockIdx.x; t < tiles; t += gridDim.x)
      asm volatile("barrier.sync 2, 64;" ::: "memory");
    out[blockIdx.x * 32 + threadIdx.x - 32] = first;
  }
}

// One iteration at least: the loop tests behind it.
__global__ void testedBehind(const int *in, int *out, int tiles) {
  __shared__ int scale;
  if (threadIdx.x == 0)
    scale = in[blockIdx.x];
  int t = blockIdx.x;
  do {
    __syncthreads();
    t += gridDim.x;
  } while (t < tiles);
  out[blockIdx.x * 64 + threadIdx.x] = scale;
}

// Blocks without work have left before.
__global__ void leftBefore(const int *in, int *out, int tiles) {
  __shared__ int scale;
  if (int(blockIdx.x) >= tiles)
    return;
  if (threadIdx.x == 0)
    scale = in[blockIdx.x];
  for (int t = blockIdx.x; t < tiles; t += gridDim.x)
    __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = scale;
}

__global__ void barrierBehindToo(const int *in, int *out, int tiles) {
  __shared__ int scale;
  if (threadIdx.x == 0)
    scale = in[blockIdx.x];
  for (int t = blockIdx.x; t < tiles; t += gridDim.x)
    __syncthreads();
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = scale;
}

void launch(const int *in, int *out, int n) {
  sharesOfBlocks<<<48, 64>>>(in, out, n);
  sharesOfRows<<<dim3(8, 8), 64>>>(in, out, n);
  twoRoles<<<48, 64>>>(in, out, n);
  testedBehind<<<48, 64>>>(in, out, n);
  leftBefore<<<48, 64>>>(in, out, n);
  barrierBehindToo<<<48, 64>>>(in, out, n);
}
