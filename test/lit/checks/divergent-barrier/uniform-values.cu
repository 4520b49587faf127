// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// What makes a value the same for the block, and what only seems to.

__global__ void votesOfTheBlock(const int *in, int *out) {
  int count = __syncthreads_count(in[threadIdx.x] > 0);
  for (int i = 0; i < count; ++i)
    __syncthreads();
  bool any = __syncthreads_or(in[threadIdx.x]);
  bool all = __syncthreads_and(in[threadIdx.x]);
  if (any && !all)
    __syncthreads();
  int larger = max(count, 3);
  while (larger--)
    __syncthreads();
}

__global__ void arithmeticOfUniforms(int n, int m, float scale, int *out) {
  int tiles = (n + m - 1) / m, rest = n % m, mask = ~(n << 2) ^ m;
  float factor = scale * n + sqrtf(scale);
  if (tiles > 3 && rest && mask)
    __syncthreads();
  if (factor > 2.0f || fabsf(scale) < 1e-3f)
    __syncthreads();
  if (static_cast<int>(factor) & 1)
    __syncthreads();
  unsigned char small = n;
  if (small == 3)
    __syncthreads();
  if (min(n, m) > 2 && __popc(n) == 1)
    __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void blockIndexArithmetic(int *out, int n) {
  int first = blockIdx.x * blockDim.x;
  int last = min(first + static_cast<int>(blockDim.x), n);
  for (int i = first; i < last; i += 32)
    __syncthreads();
  if (first + blockDim.x <= n)
    __syncthreads();
  int flat = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  if (flat == 0)
    __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void dimStructs(int *out, dim3 tiles) {
  uint3 block = blockIdx;
  dim3 size = blockDim;
  uint3 thread = threadIdx;
  if (block.x == 0 && size.y > 1 && tiles.x > 2)
    __syncthreads();
  if (thread.x == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[0] = 0;
}

struct Params {
  int rows, columns;
  const int *offsets;
  int options[4];
};

__global__ void parameterStruct(Params params, int *out) {
  for (int r = 0; r < params.rows; ++r)
    __syncthreads();
  if (params.options[2] && params.options[blockIdx.x & 3])
    __syncthreads();
  if (params.offsets[blockIdx.x + 1] > params.offsets[blockIdx.x])
    __syncthreads();
  if (params.offsets[threadIdx.x])
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: 'offsets' is read at an address that varies by thread
  out[threadIdx.x] = 0;
}

__global__ void __grid_constant__parameter(const __grid_constant__ Params params,
                                           int *out) {
  const Params &p = params;
  if (p.columns > 1)
    __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void pointerParameters(const Params *params, int **rows, int *out) {
  if (params->rows > 2)
    __syncthreads();
  const int *row = rows[blockIdx.x];
  if (row[2] > 1)
    __syncthreads();
  if (rows[blockIdx.x][threadIdx.x])
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  const Params *own = params + threadIdx.x;
  if (own->rows)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[0] = 1;
}

// The loaded element is one that this kernel writes elsewhere, by other blocks.
__global__ void readsOtherBlocksElement(int *cells, int n) {
  int limit = cells[blockIdx.x];
  __syncthreads();
  for (int i = 0; i < limit; ++i)
    __syncthreads();
  cells[n + blockIdx.x * blockDim.x + threadIdx.x] = limit;
}

__global__ void readOnlyPath(const int *__restrict__ limits, int *out) {
  if (__ldg(&limits[blockIdx.x]) > 3)
    __syncthreads();
  if (__ldg(limits + threadIdx.x) > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}

enum class Mode { None, Sync, Both };
enum Plain { kOff, kOn };

__global__ void enumerations(Mode mode, Plain plain, int *out) {
  if (mode == Mode::Sync)
    __syncthreads();
  if (plain == kOn)
    __syncthreads();
  Mode mine = threadIdx.x < 3 ? Mode::Sync : Mode::None;
  if (mine == Mode::Sync)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}

__global__ void bothChoicesAreUniform(int *out, int n) {
  int limit = n > 4 ? blockIdx.x : gridDim.x;
  if (limit > 2)
    __syncthreads();
  const int *from = n > 3 ? out : out + 4;
  if (from[blockIdx.x] && false)
    __syncthreads();
  int mine = n > 4 ? threadIdx.x : 0;
  if (mine > 2)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// A warp's number made uniform for the compiler is still one per warp.
__global__ void canonicalWarpIndex(int *out) {
  int warp = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0);
  if (warp == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[warp] = 0;
}

__global__ void votesOfAWarp(const int *in, int *out) {
  if (__all_sync(~0u, in[threadIdx.x]))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  if (__activemask() == ~0u)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  if (__reduce_max_sync(~0u, in[threadIdx.x]) > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}

__global__ void sameForAllAfterTheLoop(int *out, const int *in) {
  int i = threadIdx.x;
  while (in[i] > 0)
    ++i;
  i = 0;
  for (; i < 4; ++i)
    __syncthreads();
  out[threadIdx.x] = i;
}

// How often a thread went round differs, and so does what it counted.
__global__ void countedInADivergentLoop(int *out, const int *in) {
  int steps = 0;
  for (int i = threadIdx.x; in[i] > 0; ++i)
    ++steps;
  if (steps > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = steps;
}

__global__ void unionAndCasts(float scale, int *out) {
  int bits = __float_as_int(scale);
  if (bits < 0)
    __syncthreads();
  long long wide = static_cast<long long>(bits) << 3;
  if (wide > 7)
    __syncthreads();
  unsigned tid = static_cast<unsigned short>(threadIdx.x);
  if (tid > 7)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[tid] = 0;
}

static __device__ constexpr int kStages[3] = {1, 2, 3};
__device__ const int kTable[4] = {4, 3, 2, 1};

__global__ void tables(int *out, int n) {
  for (int s = 0; s < 3; ++s)
    for (int k = 0; k < kStages[s]; ++k)
      __syncthreads();
  if (kTable[n & 3] > 2)
    __syncthreads();
  if (kTable[threadIdx.x & 3] > 2)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}

// Swap and pointer walk: uniform values change places.
__global__ void pingPong(float *a, float *b, int n) {
  for (int i = 0; i < n; ++i) {
    float *t = a;
    a = b;
    b = t;
    __syncthreads();
    a[threadIdx.x] = b[threadIdx.x];
  }
  if (a != b)
    __syncthreads();
}

__global__ void localStaticShared(int n, int *out) {
  static __shared__ int rounds;
  if (threadIdx.x == 0)
    rounds = n;
  __syncthreads();
  for (int i = 0; i < rounds; ++i)
    __syncthreads();
  out[threadIdx.x] = rounds;
}
