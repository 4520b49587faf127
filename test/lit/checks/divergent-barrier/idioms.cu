// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Kernels as people write them, the bugs as people make them.

// --- A reduction whose caller guards it ---------------------------------------

__device__ float warpSum(float v) {
  for (int d = 16; d > 0; d >>= 1)
    v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}

__device__ float blockSum(float v) {
  static __shared__ float partial[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = warpSum(v);
  if (lane == 0)
    partial[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? partial[lane] : 0.0f;
  if (warp == 0)
    v = warpSum(v);
  return v;
}

__global__ void deviceReduce(const float *in, float *out, int n) {
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = blockSum(sum);
  if (threadIdx.x == 0)
    atomicAdd(out, sum);
}

__global__ void deviceReduceGuarded(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = blockSum(in[i]); // warn divergent-barrier: '__syncthreads()' in 'blockSum' is reached by only some threads of the block
    // note@-2: this condition differs
    // note@-4: 'i' varies by thread: computed from 'threadIdx.x'
    if (threadIdx.x == 0)
      out[blockIdx.x] = sum;
  }
}

// --- Softmax over rows: a block a row -----------------------------------------

__global__ void softmax(const float *in, float *out, int rows, int columns) {
  __shared__ float row_max, row_sum;
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    float m = -1e30f;
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
      m = fmaxf(m, in[r * columns + c]);
    m = blockSum(m);
    if (threadIdx.x == 0)
      row_max = m;
    __syncthreads();
    float s = 0;
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
      s += __expf(in[r * columns + c] - row_max);
    s = blockSum(s);
    if (threadIdx.x == 0)
      row_sum = s;
    __syncthreads();
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
      out[r * columns + c] = __expf(in[r * columns + c] - row_max) / row_sum;
    __syncthreads();
  }
}

// A row per warp, and a barrier of the block in the row's loop.
__global__ void rowPerWarp(const float *in, float *out, int rows, int columns) {
  __shared__ float scratch[32];
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  for (int r = warp; r < rows; r += gridDim.x * blockDim.x / 32) {
    float s = warpSum(in[r * columns + lane]);
    if (lane == 0)
      scratch[threadIdx.x / 32] = s;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-5: this loop runs a different number of times
    out[r * columns + lane] = scratch[threadIdx.x / 32];
  }
}

// --- Matrix multiplication with an early exit for the edge --------------------

template <int Tile>
__global__ void matmulEdge(const float *a, const float *b, float *c, int m, int n,
                           int k) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  int row = blockIdx.y * Tile + threadIdx.y, col = blockIdx.x * Tile + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int t = 0; t < k; t += Tile) {
      as[threadIdx.y][threadIdx.x] = a[row * k + t + threadIdx.x];
      bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col];
      __syncthreads(); // warn divergent-barrier: reached by only some threads
      // note@-6: this condition differs
      // note@+3: '__syncthreads()' here depends on the same branch
      for (int i = 0; i < Tile; ++i)
        sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
      __syncthreads();
    }
    c[row * n + col] = sum;
  }
}
template __global__ void matmulEdge<16>(const float *, const float *, float *, int,
                                        int, int);
template __global__ void matmulEdge<32>(const float *, const float *, float *, int,
                                        int, int);

// --- Radix pass: histogram with a loop over digits ----------------------------

__global__ void histogram(const unsigned *keys, unsigned *counts, int n, int shift) {
  __shared__ unsigned bins[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    bins[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&bins[keys[i] >> shift & 255], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (bins[b])
      atomicAdd(&counts[b], bins[b]);
}

__global__ void histogramFlushInsideTheLoop(const unsigned *keys, unsigned *counts,
                                            int n) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  int seen = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(&bins[keys[i] & 255], 1u);
    if (++seen == 65535) {
      __syncthreads(); // warn divergent-barrier: reached by only some threads
      atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
      bins[threadIdx.x] = 0;
      __syncthreads();
      seen = 0;
    }
  }
}

// --- Field report 3: running maximum ------------------------------------------

__global__ void greedySelect(const float *scores, int *chosen, int n, int k) {
  __shared__ float best[128];
  __shared__ int where[128];
  __shared__ float limit;
  if (threadIdx.x == 0)
    limit = 1e30f;
  __syncthreads();
  for (int round = 0; round < k; ++round) {
    float mine = -1e30f;
    int at = -1;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      if (scores[i] > mine && scores[i] < limit) {
        mine = scores[i];
        at = i;
      }
    best[threadIdx.x] = mine;
    where[threadIdx.x] = at;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
      if (threadIdx.x < s && best[threadIdx.x + s] > best[threadIdx.x]) {
        best[threadIdx.x] = best[threadIdx.x + s];
        where[threadIdx.x] = where[threadIdx.x + s];
      }
      __syncthreads();
    }
    if (where[0] < 0)
      break;
    if (threadIdx.x == 0) {
      chosen[round] = where[0];
      limit = best[0];
    }
    __syncthreads();
  }
}

// --- Field report 4: `continue` skips the only barrier ------------------------

__global__ void spmvSegments(const int *begin, const float *value, float *out,
                             int rows) {
  __shared__ float line[128];
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    int at = begin[r] + threadIdx.x;
    if (at >= begin[r + 1])
      continue;
    line[threadIdx.x] = value[at];
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-4: some leave here and skip it
    if (threadIdx.x == 0)
      out[r] = line[0];
  }
}

// An empty row is empty for the whole block.
__global__ void spmvEmptyRows(const int *begin, const float *value, float *out,
                              int rows) {
  __shared__ float line[128];
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    if (begin[r] == begin[r + 1])
      continue;
    line[threadIdx.x] = value[begin[r] + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
      out[r] = line[0];
    __syncthreads();
  }
}

// --- Field report 6: the first fix put a barrier in the other arm --------------

__global__ void oddEvenSort(int *keys, int n) {
  __shared__ int line[256];
  line[threadIdx.x] = keys[threadIdx.x];
  __syncthreads();
  for (int phase = 0; phase < n; ++phase) {
    if (threadIdx.x % 2 == phase % 2 && threadIdx.x + 1 < n) {
      int a = line[threadIdx.x], b = line[threadIdx.x + 1];
      line[threadIdx.x] = min(a, b);
      line[threadIdx.x + 1] = max(a, b);
      __syncthreads(); // warn divergent-barrier: reached by only some threads
    } else {
      __syncthreads(); // warn divergent-barrier: reached by only some threads
      // note@-7: this condition differs between threads of one block
    }
  }
  keys[threadIdx.x] = line[threadIdx.x];
}

// --- Field report 11: one warp needs no barrier -------------------------------

__global__ void barrierForManyWarps(float *data) {
  extern __shared__ float line[];
  line[threadIdx.x] = data[threadIdx.x];
  if (blockDim.x > 32)
    __syncthreads();
  else
    __syncwarp();
  data[threadIdx.x] = line[blockDim.x - 1 - threadIdx.x];
}

// --- Graph traversal with a queue in shared memory ----------------------------

__global__ void breadthFirst(const int *begin, const int *edge, int *level, int n) {
  __shared__ int queue[2][1024];
  __shared__ int size[2];
  int current = 0, depth = 0;
  if (threadIdx.x == 0) {
    queue[0][0] = blockIdx.x;
    size[0] = 1;
    size[1] = 0;
  }
  __syncthreads();
  while (size[current] > 0) {
    int next = current ^ 1;
    for (int q = threadIdx.x; q < size[current]; q += blockDim.x) {
      int v = queue[current][q];
      for (int e = begin[v]; e < begin[v + 1]; ++e)
        if (atomicCAS(&level[edge[e]], -1, depth + 1) == -1)
          queue[next][atomicAdd(&size[next], 1)] = edge[e];
    }
    __syncthreads();
    if (threadIdx.x == 0)
      size[current] = 0;
    current = next;
    ++depth;
    __syncthreads();
  }
}

// --- Decoupled look-back style: one thread spins, the block waits -------------

__global__ void lookBack(const int *in, volatile int *status, int *out) {
  __shared__ int prefix;
  if (threadIdx.x == 0) {
    int seen;
    do {
      seen = status[blockIdx.x];
    } while (seen == 0);
    prefix = seen;
  }
  __syncthreads();
  if (prefix > 0)
    __syncthreads();
  out[threadIdx.x] = prefix + in[threadIdx.x];
}

// --- Warp-specialised with block barriers on both sides -----------------------

__global__ void loaderAndWorkers(const float *in, float *out, int tiles) {
  __shared__ float stage[2][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int t = 0; t < tiles; ++t) {
    if (warp == 0)
      stage[t & 1][lane] = in[t * 32 + lane];
    __syncthreads();
    if (warp != 0)
      out[(t * blockDim.x / 32 + warp) * 32 + lane] = stage[t & 1][lane];
  }
}

__global__ void loaderAndWorkersApart(const float *in, float *out, int tiles) {
  __shared__ float stage[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    for (int t = 0; t < tiles; ++t) {
      stage[lane] = in[t * 32 + lane];
      __syncthreads(); // warn divergent-barrier: reached by only some threads
      // note@-4: this condition differs
      __syncthreads();
    }
  } else {
    for (int t = 0; t < tiles; ++t) {
      __syncthreads(); // warn divergent-barrier: reached by only some threads
      out[t * 32 + lane] = stage[lane];
      __syncthreads();
    }
  }
}

// --- Heat diffusion: the edge threads skip the update, not the barrier --------

__global__ void heat(float *grid, int width, int height, int steps) {
  __shared__ float tile[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  bool inside = x > 0 && y > 0 && x < width - 1 && y < height - 1;
  for (int s = 0; s < steps; ++s) {
    if (x < width && y < height) {
      tile[threadIdx.y + 1][threadIdx.x + 1] = grid[y * width + x];
      if (threadIdx.x == 0 && x > 0)
        tile[threadIdx.y + 1][0] = grid[y * width + x - 1];
    }
    __syncthreads();
    float next = 0;
    if (inside)
      next = 0.25f * (tile[threadIdx.y][threadIdx.x + 1] +
                      tile[threadIdx.y + 2][threadIdx.x + 1]);
    __syncthreads();
    if (inside)
      grid[y * width + x] = next;
  }
}

__global__ void heatSkipsTheBarrier(float *grid, int width, int height, int steps) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  bool inside = x > 0 && y > 0 && x < width - 1 && y < height - 1;
  for (int s = 0; s < steps; ++s) {
    if (!inside)
      continue;
    float next = 0.5f * grid[y * width + x];
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-4: some leave here and skip it
    // note@-7: 'inside' varies by thread
    grid[y * width + x] = next;
  }
}
