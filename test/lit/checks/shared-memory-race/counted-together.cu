// Variables that rounds count on by different amounts: threads that are in one
// round and take the same way in each have counted as far, wherever each began.
//
// RUN: %verify %s --checks=-*,warplint-shared-memory-race

// A tile of two groups of rows, eight rows apart; the last step leads to the next
// tile.
__global__ void inOneWay(const float *in, float *out) {
  __shared__ float tile[512];
  int row = threadIdx.x / 64 * 64 + threadIdx.x % 8, steps = 0;
  for (int i = 0; i < 12; ++i) {
    __syncthreads();
    if (threadIdx.x % 64 < 8)
      tile[row] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = tile[threadIdx.x];
    ++steps;
    row += 8;
    if (steps == 8) {
      steps = 0;
      row += 192;
    }
  }
}

// Where the way is the thread's own, one group comes up with the other.
__global__ void inItsOwnWay(const float *in, float *out) {
  __shared__ float tile[512];
  int row = threadIdx.x / 64 * 64 + threadIdx.x % 8;
  for (int i = 0; i < 12; ++i) {
    __syncthreads();
    if (threadIdx.x % 64 < 8)
      tile[row] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: is written by several threads at once
    __syncthreads();
    out[i * 256 + threadIdx.x] = tile[threadIdx.x];
    row += 8;
    if (threadIdx.x < 64)
      row += 8;
  }
}

void launch(const float *in, float *out) {
  inOneWay<<<1, 256>>>(in, out);
  inItsOwnWay<<<1, 256>>>(in, out);
}
