// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Races around a loop, and loops that skip their barrier.

__global__ void tileLoop(const float *left, const float *right, float *out, int n) {
  __shared__ float tile[128];
  float sum = 0;
  for (int base = 0; base < n; base += 128) {
    tile[threadIdx.x] = left[base + threadIdx.x]; // warn shared-memory-race: {{'tile\[\d+\]' is overwritten while another thread of the block may still read it in the previous iteration}}
    // note@+4: {{thread \(\d+,0,0\) reads 'tile\[(\d+)\]' here, when i = \d+}}
    // note@-2: {{thread \(\d+,0,0\) writes 'tile\[(\d+)\]' here}}
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * right[base + i];
  } // note: put '__syncthreads();' here
  out[threadIdx.x] = sum;
}

__global__ void tileLoopClosed(const float *left, const float *right, float *out, int n) {
  __shared__ float tile[128];
  float sum = 0;
  for (int base = 0; base < n; base += 128) {
    tile[threadIdx.x] = left[base + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * right[base + i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void matrixProduct(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    // A row of `as` is read by lanes of one warp only: that is for implicit-warp-sync.
    as[y][x] = a[row * n + t * 16 + x];
    bs[y][x] = b[(t * 16 + y) * n + column]; // warn shared-memory-race: {{'bs\[\d+\]\[\d+\]' is overwritten while .* in the previous iteration}}
    // note@-1: {{writes 'bs\[\d+\]\[\d+\]' here}}
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += as[y][k] * bs[k][x];
  }
  c[row * n + column] = sum;
}

__global__ void matrixProductOneBarrierTooEarly(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    __syncthreads();
    as[y][x] = a[row * n + t * 16 + x];
    bs[y][x] = b[(t * 16 + y) * n + column];
    for (int k = 0; k < 16; ++k)
      sum += as[y][k] * bs[k][x]; // warn shared-memory-race: is read while another thread of the block may still write it
  }
  c[row * n + column] = sum;
}

__global__ void continueSkipsTheBarrier(const int *in, int *out, int n) {
  __shared__ int tile[256];
  int sum = 0;
  for (int base = 0; base < n; base += 256) {
    tile[threadIdx.x] = in[base + threadIdx.x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    sum += tile[255 - threadIdx.x];
    if (in[base] < 0)
      continue;
    sum *= 2;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void launchContinue(const int *in, int *out, int n) { continueSkipsTheBarrier<<<1, 256>>>(in, out, n); }

__global__ void breakSkipsTheBarrier(const int *in, int *out, int n) {
  __shared__ int tile[256];
  int sum = 0;
  for (int base = 0; base < n; base += 256) {
    tile[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    sum += tile[255 - threadIdx.x];
    if (in[base] < 0)
      break;
    __syncthreads();
  }
  tile[threadIdx.x] = sum; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  out[threadIdx.x] = tile[0];
}
void launchBreak(const int *in, int *out, int n) { breakSkipsTheBarrier<<<1, 256>>>(in, out, n); }

__global__ void roundsAreCertain(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  for (int i = 0; i < 3; ++i)
    __syncthreads();
  out[threadIdx.x] = cells[255 - threadIdx.x];
}
void launchCertain(const int *in, int *out) { roundsAreCertain<<<1, 256>>>(in, out); }

__global__ void wrongParity(const float *in, float *out, int rounds) {
  __shared__ float buffer[2][128];
  buffer[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    int from = i & 1;
    buffer[from][threadIdx.x] = buffer[from][(threadIdx.x + 1) % 128]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
    __syncthreads();
  }
  out[threadIdx.x] = buffer[rounds & 1][threadIdx.x];
}
void launchWrong(const float *in, float *out, int n) { wrongParity<<<1, 128>>>(in, out, n); }

// Two buffers are one too few where the barrier stands before the write.
__global__ void parityOfHalf(const float *in, float *out, int rounds) {
  __shared__ float buffer[2][256];
  for (int i = 0; i < rounds; ++i) {
    int half = (i / 2) % 2;
    buffer[half][threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = buffer[half][255 - threadIdx.x];
  }
}
void launchHalf(const float *in, float *out, int n) { parityOfHalf<<<1, 256>>>(in, out, n); }

__global__ void scanSwapForgotten(const int *in, int *out) {
  __shared__ int cells[2 * 256];
  int to = 0, from = 1;
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int offset = 1; offset < 256; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (threadIdx.x >= offset)
      cells[to * 256 + threadIdx.x] = cells[from * 256 + threadIdx.x] + cells[from * 256 + threadIdx.x - offset];
    else
      cells[to * 256 + threadIdx.x] = cells[from * 256 + threadIdx.x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
  } // note: put '__syncthreads();' here
  out[threadIdx.x] = cells[to * 256 + threadIdx.x];
}
void launchForgotten(const int *in, int *out) { scanSwapForgotten<<<1, 256>>>(in, out); }

__global__ void halvingWithoutBarrier(const float *in, float *out) {
  __shared__ float cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1)
    if (threadIdx.x < s)
      cells[threadIdx.x] += cells[threadIdx.x + s]; // warn shared-memory-race: {{'cells\[\d+\]' is (read|overwritten) while another thread of the block may still}}
  if (threadIdx.x == 0)
    out[0] = cells[0];
}
void launchHalving(const float *in, float *out) { halvingWithoutBarrier<<<1, 256>>>(in, out); }

__global__ void firstStepBeforeBarrier(const float *in, float *out) {
  __shared__ float cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      cells[threadIdx.x] += cells[threadIdx.x + s]; // warn shared-memory-race: is read while another thread of the block may still write it
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[0] = cells[0];
}
void launchFirst(const float *in, float *out) { firstStepBeforeBarrier<<<1, 256>>>(in, out); }

__global__ void bitonicStepWithoutBarrier(int *keys) {
  __shared__ int cells[256];
  unsigned own = threadIdx.x;
  cells[own] = keys[own];
  __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = own ^ j;
      if (other > own && cells[own] > cells[other]) { // warn shared-memory-race: another thread of the block may still
        int swap = cells[own];
        cells[own] = cells[other];
        cells[other] = swap;
      }
    }
    __syncthreads();
  }
  keys[own] = cells[own];
}
void launchBitonic(int *keys) { bitonicStepWithoutBarrier<<<1, 256>>>(keys); }

// The step of the second loop starts where the first one ended, which comes to
// no zero, in whatever round of the loop around both.
__device__ void upAndDown(int *cells, unsigned n) {
  unsigned offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d)
      cells[offset * (2 * threadIdx.x + 2) - 1] += cells[offset * (2 * threadIdx.x + 1) - 1];
    offset <<= 1;
  }
  for (int d = 2; d < n; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (threadIdx.x < d - 1) {
      unsigned from = offset * (threadIdx.x + 1) - 1;
      cells[from + (offset >> 1)] += cells[from]; // silent: distinct-indices, own-part
    }
  }
  __syncthreads();
}

__global__ void scansUntilNoneIsSet(int *flags) {
  __shared__ int cells[513];
  __shared__ unsigned active, more;
  if (threadIdx.x == 0)
    active = 1;
  while (true) {
    if (threadIdx.x == 0)
      more = 0;
    __syncthreads();
    cells[threadIdx.x + 1] = flags[threadIdx.x];
    if (flags[threadIdx.x])
      more = 1;
    __syncthreads();
    if (!more)
      break;
    upAndDown(cells + 1, active);
    flags[threadIdx.x] = cells[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
      active += cells[active];
  }
}
void launchScans(int *flags) { scansUntilNoneIsSet<<<1, 512>>>(flags); }

__global__ void halvesInEachRound(const float *in, float *out, int rounds) {
  __shared__ float cells[512];
  for (int r = 0; r < rounds; ++r) {
    cells[threadIdx.x] = in[512 * r + threadIdx.x];
    __syncthreads();
    for (unsigned s = 256; s > 0; s >>= 1)
      if (threadIdx.x < s)
        cells[threadIdx.x] += cells[threadIdx.x + s]; // warn shared-memory-race: {{'cells\[\d+\]' is (read|overwritten) while another thread of the block may still}}
    __syncthreads();
    if (threadIdx.x == 0)
      out[r] = cells[0];
    __syncthreads();
  }
}
void launchHalves(const float *in, float *out, int rounds) { halvesInEachRound<<<1, 512>>>(in, out, rounds); }

// A loop goes on by a parameter: nobody passes so large a step that it ends at
// once.
__global__ void stepsOfAParameter(const int *in, int *out, int n, int threads) {
  __shared__ int first;
  int t = threadIdx.x;
  for (int i = 0; i < n; i += threads) {
    if (t == 0)
      first = in[i]; // warn shared-memory-race: 'first' is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[i + t] = first;
  }
}

__global__ void stepsOfAParameterClosed(const int *in, int *out, int n, int threads) {
  __shared__ int first;
  int t = threadIdx.x;
  for (int i = 0; i < n; i += threads) {
    if (t == 0)
      first = in[i];
    __syncthreads();
    out[i + t] = first;
    __syncthreads();
  }
}

// As many threads as the loop goes on by: each has its own elements.
__global__ void stridedByAParameter(int *data, int n, int threads) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
    data[i] += 1;
}

// Slots that a thread fills as it finds something.
__global__ void slotsOfAll(const int *in, int *out, int n) {
  __shared__ int slots[256];
  int k = 0, t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (in[i * 256 + t] > 0)
      slots[k++] = t; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[t] = slots[t];
}
void launchSlotsOfAll(const int *in, int *out, int n) { slotsOfAll<<<1, 256>>>(in, out, n); }

__global__ void slotsOfEach(const int *in, int *out) {
  __shared__ int slots[256 * 8];
  int k = 0, t = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    if (in[i * 256 + t] > 0)
      slots[t * 8 + k++] = i;
  __syncthreads();
  out[t] = slots[t];
}
void launchSlotsOfEach(const int *in, int *out) { slotsOfEach<<<1, 256>>>(in, out); }

__global__ void slotsOfColumns(const int *in, int *out, int n) {
  __shared__ int slots[256 * 8];
  int k = 0, t = threadIdx.x;
  for (int i = 0; i < n && k < 8; ++i)
    if (in[i * 256 + t] > 0) {
      slots[k * 256 + t] = i;
      k += 1;
    }
  __syncthreads();
  out[t] = slots[t];
}
void launchSlotsOfColumns(const int *in, int *out, int n) { slotsOfColumns<<<1, 256>>>(in, out, n); }

__global__ void slotsOfPointer(const int *in, int *out, int n) {
  __shared__ int slots[256];
  int *next = slots, t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (in[i * 256 + t] > 0)
      *next++ = t; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[t] = slots[t];
}
void launchSlotsOfPointer(const int *in, int *out, int n) { slotsOfPointer<<<1, 256>>>(in, out, n); }

// Narrow variables of loops.
__global__ void narrowScan(const int *in, int *out) {
  __shared__ int cells[256];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncthreads();
  for (unsigned short d = 1; d < 256; d <<= 1) {
    int v = t >= d ? cells[t - d] : 0;
    cells[t] += v; // warn shared-memory-race: is overwritten while another thread of the block may still read it
    __syncthreads();
  }
  out[t] = cells[t];
}
void launchNarrowScan(const int *in, int *out) { narrowScan<<<1, 256>>>(in, out); }

__global__ void narrowScanClosed(const int *in, int *out) {
  __shared__ int cells[256];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncthreads();
  for (unsigned short d = 1; d < 256; d <<= 1) {
    int v = t >= d ? cells[t - d] : 0;
    __syncthreads();
    cells[t] += v;
    __syncthreads();
  }
  out[t] = cells[t];
}
void launchNarrowScanClosed(const int *in, int *out) { narrowScanClosed<<<1, 256>>>(in, out); }

// Pointers that change places.
__global__ void swappedPointers(const float *in, float *out, int n) {
  __shared__ float a[256], b[256];
  float *now = a, *next = b;
  b[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    now[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = now[255 - threadIdx.x] + next[255 - threadIdx.x];
    float *t = now;
    now = next;
    next = t;
  }
}
void launchSwapped(const float *in, float *out, int n) { swappedPointers<<<1, 256>>>(in, out, n); }

__global__ void swappedPointersOfOneRead(const float *in, float *out, int n) {
  __shared__ float a[256], b[256];
  float *now = a, *next = b;
  for (int i = 0; i < n; ++i) {
    now[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = now[255 - threadIdx.x];
    float *t = now;
    now = next;
    next = t;
  }
}
void launchSwappedOfOneRead(const float *in, float *out, int n) { swappedPointersOfOneRead<<<1, 256>>>(in, out, n); }

