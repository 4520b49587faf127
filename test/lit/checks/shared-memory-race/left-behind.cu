// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// What a counted loop leaves behind is what a later one starts from.

// Up the tree and down again.
__global__ void scan(int *data) {
  __shared__ int tree[512];
  int t = threadIdx.x, offset = 1;
  tree[2 * t] = data[2 * t];
  tree[2 * t + 1] = data[2 * t + 1];
  for (int d = 512 >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    tree[511] = 0;
  for (int d = 1; d < 512; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      int old = tree[left];
      tree[left] = tree[right];
      tree[right] += old;
    }
  }
  // The last round gives each thread its own two.
  data[2 * t] = tree[2 * t];
  data[2 * t + 1] = tree[2 * t + 1];
}

__global__ void noBarrierOnTheWayDown(int *data) {
  __shared__ int tree[512];
  int t = threadIdx.x, offset = 1;
  tree[2 * t] = data[2 * t];
  tree[2 * t + 1] = data[2 * t + 1];
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    tree[511] = 0;
  __syncthreads();
  for (int d = 1; d < 512; d *= 2) {
    offset >>= 1;
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      int old = tree[left];
      tree[left] = tree[right];
      tree[right] += old; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    }
  }
  __syncthreads();
  data[2 * t] = tree[2 * t];
  data[2 * t + 1] = tree[2 * t + 1];
}

// As many as the host says.
__global__ void scanOfAny(int *data, int n) {
  extern __shared__ int tree[];
  int t = threadIdx.x, offset = 1;
  tree[2 * t] = data[2 * t];
  tree[2 * t + 1] = data[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      int old = tree[left];
      tree[left] = tree[right]; // silent: in-bounds
      tree[right] += old; // silent: in-bounds
    }
  }
  __syncthreads();
  data[2 * t] = tree[2 * t];
  data[2 * t + 1] = tree[2 * t + 1];
}

__global__ void noBarrierBetweenTheLoops(int *data, int n) {
  extern __shared__ int tree[];
  int t = threadIdx.x, offset = 1;
  tree[2 * t] = data[2 * t];
  tree[2 * t + 1] = data[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      int old = tree[left]; // silent: bound
      tree[left] = tree[right];
      tree[right] += old; // warn shared-memory-race: is overwritten while another thread of the block may still read it
    }
  }
  __syncthreads();
  data[2 * t] = tree[2 * t];
  data[2 * t + 1] = tree[2 * t + 1];
}

// Rows behind the last that a loop fills.
__global__ void rowsBehindALoop(const int *in, int *out) {
  __shared__ int rows[8][256];
  int t = threadIdx.x, row = 0;
  for (; row < 3; ++row)
    rows[row][t] = in[row * 256 + t];
  __syncthreads();
  rows[row][t] = rows[row - 1][255 - t];
  __syncthreads();
  out[t] = rows[3][255 - t];
}

__global__ void rowThatIsRead(const int *in, int *out) {
  __shared__ int rows[8][256];
  int t = threadIdx.x, row = 0;
  for (; row < 3; ++row)
    rows[row][t] = in[row * 256 + t];
  __syncthreads();
  rows[row][t] = rows[row - 1][255 - t];
  out[t] = rows[3][255 - t]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void loopThatMayEndEarly(const int *in, int *out) {
  __shared__ int rows[8][256];
  int t = threadIdx.x, row = 0;
  for (; row < 3; ++row) {
    if (in[0] == row)
      break;
    rows[row][t] = in[row * 256 + t];
  }
  __syncthreads();
  rows[row][t] = t;
  out[t] = rows[1][255 - t]; // warn shared-memory-race: is read while another thread of the block may still write it
}
