// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Barriers in loops: trip counts, what changes inside, halos, halving strides.

__global__ void tripCountByThread(const float *in, float *out, int n) {
  __shared__ float window[256];
  float peak = 0.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    window[threadIdx.x] = in[i];
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    // note@-3: this loop runs a different number of times in threads of one block
    // note@-4: 'i' varies by thread: computed from 'threadIdx.x'
    // note@+2: '__syncthreads()' here depends on the same branch
    peak = fmaxf(peak, window[blockDim.x - 1 - threadIdx.x]);
    __syncthreads();
  }
  out[threadIdx.x] = peak;
}

__global__ void gridStrideLoop(const float *in, float *out, int n) {
  __shared__ float partial[256];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    partial[threadIdx.x] = in[i];
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-4: this loop runs a different number of times
    out[i] = partial[threadIdx.x ^ 1];
  }
}

__global__ void whileOnOwnData(const int *in, int *out) {
  int left = in[threadIdx.x];
  while (left > 0) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-2: this loop runs a different number of times
    --left;
  }
  out[threadIdx.x] = left;
}

__global__ void doWhileOnOwnData(int *keys) {
  int key;
  do {
    key = keys[threadIdx.x];
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@+3: this loop runs a different number of times
    keys[threadIdx.x] = key / 2;
    __syncthreads();
  } while (key != 0);
}

__global__ void triangular(float *a, int n) {
  for (int step = 0; step < threadIdx.x; ++step)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void countdown(float *a) {
  for (unsigned left = 1024 - threadIdx.x; left--;)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void warpStrideLoop(const float *in, float *out, int rows) {
  __shared__ float line[32];
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  for (int row = warp; row < rows; row += blockDim.x >> 5) {
    line[lane] = in[row * 32 + lane];
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[row * 32 + lane] = line[31 - lane];
  }
}

__global__ void startDependsOnThread(const int *begin, const int *end, int *out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int j = begin[row]; j < end[row]; ++j) {
    sum += j;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  }
  out[row] = sum;
}

// The inner loop's bound varies because the outer one's counter does.
__global__ void nestedLoops(float *a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    for (int k = 0; k < 4; ++k)
      __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-3: this loop runs a different number of times
}

// Bellman-Ford style: each thread decides by its own vertex.
__global__ void relaxUntilMineIsStable(const int *edges, int *dist, int n) {
  int v = threadIdx.x;
  bool changed = true;
  while (changed) {
    int best = dist[edges[v]] + 1;
    changed = best < dist[v];
    if (changed)
      dist[v] = best;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-6: this loop runs a different number of times
  }
}

// Shared flag read in the phase in which it is cleared again.
__global__ void sharedFlagClearedTooEarly(const int *edges, int *dist) {
  __shared__ int changed;
  int v = threadIdx.x;
  do {
    if (v == 0)
      changed = 0;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@+8: this loop runs a different number of times
    // note@+7: 'changed' is read here, and another thread can change it before all threads of the block have read it
    // note@-4: it is written here
    int best = dist[edges[v]] + 1;
    if (best < dist[v])
      changed = 1;
    dist[v] = best;
    __syncthreads();
  } while (changed);
}

// --- Silent -------------------------------------------------------------------

__global__ void halvingStride(const float *in, float *out) {
  __shared__ float sum[256];
  sum[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride)
      sum[threadIdx.x] += sum[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum[0];
}

__global__ void hillisSteeleScan(int *data) {
  __shared__ int buffer[2][256];
  int in = 0, out = 1, tid = threadIdx.x;
  buffer[in][tid] = data[tid];
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    buffer[out][tid] = tid >= offset
                           ? buffer[in][tid] + buffer[in][tid - offset]
                           : buffer[in][tid];
    in = 1 - in;
    out = 1 - out;
    __syncthreads();
  }
  data[tid] = buffer[in][tid];
}

__global__ void blellochScan(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int tid = threadIdx.x, offset = 1;
  temp[2 * tid] = in[2 * tid];
  temp[2 * tid + 1] = in[2 * tid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (tid == 0)
    temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      float t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  out[2 * tid] = temp[2 * tid];
  out[2 * tid + 1] = temp[2 * tid + 1];
}

__global__ void bitonicSort(int *values, int count) {
  extern __shared__ int keys[];
  const unsigned tid = threadIdx.x;
  keys[tid] = values[tid];
  __syncthreads();
  for (unsigned k = 2; k <= count; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned partner = tid ^ j;
      if (partner > tid) {
        bool ascending = (tid & k) == 0;
        if ((keys[tid] > keys[partner]) == ascending) {
          int swap = keys[tid];
          keys[tid] = keys[partner];
          keys[partner] = swap;
        }
      }
      __syncthreads();
    }
  values[tid] = keys[tid];
}

#define TILE 16
__global__ void tiledMatmul(const float *a, const float *b, float *c, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    int ac = t * TILE + threadIdx.x, br = t * TILE + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < n && ac < n ? a[row * n + ac] : 0.0f;
    bs[threadIdx.y][threadIdx.x] = col < n && br < n ? b[br * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = sum;
}

__global__ void stencilWithHalo(const float *in, float *out, int n, int steps,
                                int radius) {
  extern __shared__ float line[];
  int base = blockIdx.x * blockDim.x;
  for (int step = 0; step < steps; ++step) {
    // Each thread loads as many cells as there are: no barrier inside.
    for (int i = threadIdx.x; i < blockDim.x + 2 * radius; i += blockDim.x) {
      int at = base + i - radius;
      line[i] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads();
    float sum = 0;
    for (int r = -radius; r <= radius; ++r)
      sum += line[threadIdx.x + radius + r];
    if (base + threadIdx.x < n)
      out[base + threadIdx.x] = sum;
    __syncthreads();
  }
}

// The counter moves by the block, the index by the thread.
__global__ void blockStrideWithTail(const float *in, float *out, int n) {
  __shared__ float window[256];
  for (int base = blockIdx.x * blockDim.x; base < n;
       base += gridDim.x * blockDim.x) {
    int i = base + threadIdx.x;
    window[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i < n)
      out[i] = window[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void roundedUpBound(const float *in, float *out, int n) {
  __shared__ float window[256];
  int rounded = (n + blockDim.x - 1) / blockDim.x * blockDim.x;
  int rounds = rounded / blockDim.x;
  for (int r = 0, i = threadIdx.x; r < rounds; ++r, i += blockDim.x) {
    if (i < n)
      window[threadIdx.x] = in[i];
    __syncthreads();
    if (i < n)
      out[i] = window[0];
    __syncthreads();
  }
}

__global__ void exactTwoBarrierFlagLoop(const int *edges, int *dist) {
  __shared__ int changed;
  int v = threadIdx.x;
  bool again;
  do {
    __syncthreads();
    if (v == 0)
      changed = 0;
    __syncthreads();
    int best = dist[edges[v]] + 1;
    if (best < dist[v]) {
      dist[v] = best;
      changed = 1;
    }
    __syncthreads();
    again = changed;
  } while (again);
}

__global__ void convergenceByVote(float *x, int limit) {
  int changed = 1;
  for (int round = 0; changed && round < limit; ++round) {
    float next = x[threadIdx.x] * 0.5f;
    bool moved = next > 1.0f;
    x[threadIdx.x] = next;
    changed = __syncthreads_or(moved);
  }
}

__global__ void loopInDivergentArmWithoutBarrier(float *out, int n) {
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i)
      out[i] = i;
  __syncthreads();
  while (out[threadIdx.x] > 1.0f)
    out[threadIdx.x] /= 2;
  __syncthreads();
}

__global__ void rowPerBlock(const int *begin, int *out) {
  int row = blockIdx.x;
  for (int j = begin[row]; j < begin[row + 1]; j += blockDim.x) {
    int i = j + threadIdx.x;
    __syncthreads();
    if (i < begin[row + 1])
      out[i] = 0;
  }
}

__global__ void rangeForOverConstants(float *out) {
  constexpr int steps[] = {1, 2, 4, 8};
  for (int step : steps) {
    __syncthreads();
    out[threadIdx.x] += step;
  }
}

__global__ void pipelineStages(const float *in, float *out, int tiles) {
  __shared__ float buffer[2][128];
  buffer[0][threadIdx.x] = in[threadIdx.x];
  int stage = 0;
  for (int t = 0; t < tiles; ++t, stage ^= 1) {
    __syncthreads();
    if (t + 1 < tiles)
      buffer[stage ^ 1][threadIdx.x] = in[(t + 1) * 128 + threadIdx.x];
    out[t * 128 + threadIdx.x] = buffer[stage][127 - threadIdx.x];
    if (t == tiles - 1)
      __syncthreads();
  }
}
