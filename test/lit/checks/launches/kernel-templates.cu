// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race,warplint-divergent-barrier
//
// Kernel templates that nothing in the file instantiates are looked at with
// arguments chosen for them, or with those that a template of the host gives.

template <typename T>
__global__ void neighbours(const T *by, T *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // warn@+1 global-memory-race: 'values[256]' is overwritten while a thread of another block may still read it
  values[i] = by[i] * values[i + 1];
}
template <typename T>
__global__ void own(const T *by, T *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = by[i] * values[i];
}

template <typename T, int Threads>
__global__ void sum(const T *in, T *out) {
  __shared__ T parts[Threads];
  parts[threadIdx.x] = in[blockIdx.x * Threads + threadIdx.x];
  for (int d = Threads / 2; d > 0; d >>= 1)
    if (threadIdx.x < d)
      // warn@+1 shared-memory-race: 'parts[32]' is read while another thread of the block may still write it
      parts[threadIdx.x] += parts[threadIdx.x + d];
  if (threadIdx.x == 0)
    out[blockIdx.x] = parts[0]; // silent: no-alias
}
template <typename T, int Threads>
__global__ void orderedSum(const T *in, T *out) {
  __shared__ T parts[Threads];
  parts[threadIdx.x] = in[blockIdx.x * Threads + threadIdx.x];
  for (int d = Threads / 2; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d)
      parts[threadIdx.x] += parts[threadIdx.x + d];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = parts[0]; // silent: no-alias
}

// The side of a square: more would not be a block's.
template <int Side>
__global__ void transposed(const float *in, float *out, int n) {
  __shared__ float tile[Side][Side + 1];
  int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * Side + threadIdx.y) * n + blockIdx.y * Side + threadIdx.x] = // silent: no-alias
      tile[threadIdx.x][threadIdx.y];
}
template <int Side>
__global__ void hasty(const float *in, float *out, int n) {
  __shared__ float tile[Side][Side + 1];
  int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  out[(blockIdx.x * Side + threadIdx.y) * n + blockIdx.y * Side + threadIdx.x] = // silent: no-alias
      tile[threadIdx.x][threadIdx.y]; // warn shared-memory-race: is read while another thread
}

// Integers only.
template <typename T>
__global__ void hashed(T *keys) {
  if (keys[threadIdx.x] % 7 == 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  keys[threadIdx.x] <<= 1;
}

// Neither a number nor an integer: a pointer, or something like it.
template <typename Iterator>
__global__ void copied(Iterator in, Iterator out) {
  if (in[threadIdx.x] > 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = *in; // silent: no-alias
}

// Several numbers: how they belong together only a launch says.
template <int Rows, int Columns>
__global__ void exchanged(float *values) {
  __shared__ float tile[Rows];
  tile[threadIdx.x] = values[threadIdx.x];
  // warn@+1 shared-memory-race: 'tile[0]' is read while another thread
  values[threadIdx.x] = tile[threadIdx.x ^ Columns];
}
template <int Rows, int Columns>
__global__ void exchangedInWarps(float *values) {
  __shared__ float tile[Rows];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = tile[threadIdx.x ^ Columns];
}
template <int Rows> void launch(float *values) {
  exchanged<Rows, 32><<<1, Rows>>>(values);
  exchangedInWarps<Rows, 32><<<1, Rows>>>(values);
}
template <int Rows, int Columns>
__global__ void nobodyKnows(float *values) {
  __shared__ float tile[Rows * Columns];
  tile[threadIdx.x] = values[threadIdx.x];
  values[threadIdx.x] = tile[threadIdx.x ^ Columns];
}

// An instance that the file has is what counts, though another would be wrong.
template <bool Waits>
__global__ void instantiated(float *values) {
  __shared__ float tile[64];
  tile[threadIdx.x] = values[threadIdx.x];
  if (Waits)
    __syncthreads();
  values[threadIdx.x] = tile[threadIdx.x ^ 32];
}
template __global__ void instantiated<true>(float *);

// Defaults are kept.
template <typename T, int Lanes = 32>
__global__ void byDefault(T *values) {
  __shared__ T tile[Lanes];
  tile[threadIdx.x] = values[threadIdx.x];
  if (Lanes > 32)
    values[threadIdx.x] = tile[threadIdx.x ^ 64];
}

// What a choice must not be: the next one is tried.
template <int Warps>
__global__ void upTo32(float *values) {
  static_assert(Warps <= 32, "");
  __shared__ float sums[Warps];
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = values[threadIdx.x];
  // warn@+1 shared-memory-race: 'sums[{{.*}}]' is read while another thread
  values[threadIdx.x] = sums[threadIdx.x % Warps];
}
