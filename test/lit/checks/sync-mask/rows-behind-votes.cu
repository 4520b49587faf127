// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// A warp reads a word of its own, and one lane writes it behind an exchange for
// which all lanes have read.

constexpr unsigned full = 0xffffffffu;

// Row after row.
__global__ void mark(const int *weight, int *state, int rows) {
  int lane = threadIdx.x % 32;
  for (int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32; r < rows; r += gridDim.x * 4) {
    if (state[r] > 0)
      continue;
    bool heavy = __any_sync(full, weight[r * 32 + lane] > 9);
    if (heavy && lane == 0)
      state[r] = 1;
  }
}

// The sum is in lane 0, which stores it.
__global__ void fold(const float *x, float *level, int n) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int r = warp; r < n; r += blockDim.x / 32) {
    float old = level[r];
    if (old < 0)
      continue;
    float v = x[r * 32 + lane];
    for (int d = 16; d; d >>= 1)
      v += __shfl_down_sync(full, v, d);
    if (lane == 0)
      level[r] = old + v;
  }
}

// Written before the exchange: lanes that come later read what is new.
__global__ void early(const int *weight, int *state, int rows) {
  int lane = threadIdx.x % 32;
  for (int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32; r < rows; r += gridDim.x * 4) {
    if (state[r] > 0)
      continue;
    if (lane == 0)
      state[r] = 1;
    bool heavy = __any_sync(full, weight[r * 32 + lane] > 9); // warn sync-mask: {{}}
    if (heavy)
      state[r + rows] = 2;
  }
}

// The same word in each iteration.
__global__ void oneWord(const int *weight, int *state, int rounds) {
  int lane = threadIdx.x % 32, r = blockIdx.x * 4 + threadIdx.x / 32;
  for (int k = 0; k < rounds; k++) {
    if (state[r] > 0)
      continue;
    bool heavy = __any_sync(full, weight[k * 32 + lane] > 9); // warn sync-mask: {{}}
    if (heavy && lane == 0)
      state[r] = 1;
  }
}

void launch(const int *w, int *s, const float *x, float *l, int n) {
  mark<<<64, 128>>>(w, s, n);
  fold<<<1, 128>>>(x, l, n);
  early<<<64, 128>>>(w, s, n);
  oneWord<<<64, 128>>>(w, s, n);
}
