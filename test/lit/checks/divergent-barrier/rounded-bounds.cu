// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Bounds and indices that are rounded to whole blocks: modulo the block size
// choices, masks, shifts, quotients and remainders say the same.

__device__ float load(const float *in, int i, int n) { return i < n ? in[i] : 0; }

#define TILES_UP_TO(End)                                                       \
  __shared__ float tile[256];                                                  \
  for (int i = threadIdx.x; i < (End); i += 256) {                             \
    tile[threadIdx.x] = load(in, i, n);                                        \
    __syncthreads();                                                           \
    if (i < n)                                                                 \
      out[i] = tile[255 - threadIdx.x];                                        \
    __syncthreads();                                                           \
  }

__global__ void chosenByRemainder(const float *in, float *out, int n) {
  int end = n % 256 == 0 ? n : n - n % 256 + 256;
  TILES_UP_TO(end)
}

__global__ void addedUnderATest(const float *in, float *out, int n) {
  int end = n;
  if (end % 256 != 0)
    end += 256 - end % 256;
  TILES_UP_TO(end)
}

__global__ void addedByTheRest(const float *in, float *out, unsigned n) {
  unsigned rest = n & 255, end = n;
  if (rest)
    end = n + (256 - rest);
  TILES_UP_TO(end)
}

__global__ void setLowBits(const float *in, float *out, int n) {
  TILES_UP_TO(((n - 1) | 255) + 1)
}

__global__ void shifted(const float *in, float *out, int n) {
  int blocks = n >> 8;
  blocks += (n & 0xff) ? 1 : 0;
  TILES_UP_TO(blocks << 8)
}

__global__ void addedWhatIsMissing(const float *in, float *out, int n) {
  TILES_UP_TO(n + (-n & 255))
}

__global__ void twoChoices(const float *in, float *out, int n, bool all) {
  int end = (n & 511) ? (n | 511) + 1 : n;
  if (!all)
    end = n / 256 * 256;
  TILES_UP_TO(end)
}

__global__ void oneTooFew(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int end = (n & 255) ? (n & ~255) + 255 : n;
  for (int i = threadIdx.x; i < end; i += 256) {
    tile[threadIdx.x] = load(in, i, n);
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    if (i < n)
      out[i] = tile[255 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void roundedIfItIsWhole(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int end = n;
  if (end % 256 == 0)
    end += 256 - end % 256;
  for (int i = threadIdx.x; i < end; i += 256) {
    tile[threadIdx.x] = load(in, i, n);
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    if (i < n)
      out[i] = tile[255 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void roundedToHalfABlock(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int end = (n & 127) ? (n | 127) + 1 : n;
  for (int i = threadIdx.x; i < end; i += 256) {
    tile[threadIdx.x] = load(in, i, n);
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    if (i < n)
      out[i] = tile[255 - threadIdx.x];
    __syncthreads();
  }
}

// The index of the block's first element, however it is made of a thread's own.

__global__ void byMask(const float *in, float *out, int n) {
  __shared__ float first;
  for (int i = blockIdx.x * 128 + threadIdx.x; (i & -128) < n;
       i += gridDim.x * 128) {
    if (threadIdx.x == 0)
      first = in[i];
    __syncthreads();
    if (i < n)
      out[i] = first;
    __syncthreads();
  }
}

__global__ void byRemainder(const float *in, float *out, unsigned n) {
  __shared__ float first;
  unsigned i = threadIdx.x + 128 * blockIdx.x;
  while (i - i % 128 < n) {
    if (threadIdx.x == 0)
      first = in[i];
    __syncthreads();
    if (i < n)
      out[i] = first;
    __syncthreads();
    i += 128 * gridDim.x;
  }
}

__global__ void byShift(const float *in, float *out, int blocks) {
  __shared__ float first;
  for (int i = blockIdx.x * 128 + threadIdx.x; i >> 7 < blocks;
       i += gridDim.x * 128) {
    if (threadIdx.x == 0)
      first = in[i];
    __syncthreads();
    out[i] = first;
    __syncthreads();
  }
}

__global__ void inTwoRows(const float *in, float *out, int blocks) {
  __shared__ float first;
  for (int i = blockIdx.x * 128 + threadIdx.y * 64 + threadIdx.x;
       i / 128 < blocks; i += gridDim.x * 128) {
    if (threadIdx.x + threadIdx.y == 0)
      first = in[i];
    __syncthreads();
    out[i] = first;
    __syncthreads();
  }
}

__global__ void byTooSmallAMask(const float *in, float *out, int n) {
  __shared__ float first;
  for (int i = blockIdx.x * 128 + threadIdx.x; (i & -64) < n;
       i += gridDim.x * 128) {
    if (threadIdx.x == 0)
      first = in[i];
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    if (i < n)
      out[i] = first;
    __syncthreads();
  }
}

void launch(const float *in, float *out, int n) {
  chosenByRemainder<<<1, 256>>>(in, out, n);
  addedUnderATest<<<1, 256>>>(in, out, n);
  addedByTheRest<<<1, 256>>>(in, out, n);
  setLowBits<<<1, 256>>>(in, out, n);
  shifted<<<1, 256>>>(in, out, n);
  addedWhatIsMissing<<<1, 256>>>(in, out, n);
  twoChoices<<<1, 256>>>(in, out, n, n > 4096);
  oneTooFew<<<1, 256>>>(in, out, n);
  roundedIfItIsWhole<<<1, 256>>>(in, out, n);
  roundedToHalfABlock<<<1, 256>>>(in, out, n);
  byMask<<<32, 128>>>(in, out, n);
  byRemainder<<<32, 128>>>(in, out, n);
  byShift<<<32, 128>>>(in, out, n);
  inTwoRows<<<32, dim3(64, 2)>>>(in, out, n);
  byTooSmallAMask<<<32, 128>>>(in, out, n);
}
