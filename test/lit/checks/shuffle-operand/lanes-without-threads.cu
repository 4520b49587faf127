// RUN: %verify %s --checks=-*,warplint-shuffle-operand
//
// A last warp that is not full: some of its lanes have no thread, and nothing to
// give.

constexpr unsigned full = 0xffffffffu;

// 48 threads: lanes 16 to 31 of the second warp are missing.
__global__ void tree(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(full, v, d); // warn shuffle-operand: {{lane 0 reads lane 16, for which the last warp of the block has no thread}}
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = v;
}

__global__ void butterfly(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1)
    v = fmaxf(v, __shfl_xor_sync(full, v, d)); // warn shuffle-operand: {{lane 0 reads lane 16}}
  out[threadIdx.x] = v;
}

__global__ void lastLane(const int *in, int *out) {
  int sum = in[threadIdx.x];
  int last = __shfl_sync(full, sum, 31); // warn shuffle-operand: {{lane 0 reads lane 31}}
  out[threadIdx.x] = sum + last;
}

// The source is tested.
__global__ void tested(const float *in, float *out) {
  float v = in[threadIdx.x];
  int lane = threadIdx.x % 32, lanes = min(32, int(blockDim.x) - int(threadIdx.x) / 32 * 32);
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_down_sync(full, v, d);
    if (lane + d < lanes)
      v += other;
  }
  if (lane == 0)
    out[threadIdx.x / 32] = v;
}

__global__ void testedByChoice(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_down_sync(full, v, d);
    v += threadIdx.x + d < blockDim.x ? other : 0;
  }
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = v;
}

// A lane that is there.
__global__ void first(const int *in, int *out) {
  out[threadIdx.x] = __shfl_sync(full, in[threadIdx.x], 0);
}
__global__ void before(const int *in, int *out) {
  int up = __shfl_up_sync(full, in[threadIdx.x], 1);
  out[threadIdx.x] = up;
}
__global__ void halves(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int d = 8; d > 0; d /= 2)
    v += __shfl_xor_sync(full, v, d);
  out[threadIdx.x] = v;
}
// Only the first warp, which is full, comes.
__global__ void firstWarp(const float *in, float *out) {
  float v = in[threadIdx.x];
  if (threadIdx.x < 32) {
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(full, v, d);
    if (threadIdx.x == 0)
      *out = v;
  }
}
// Whole warps.
__global__ void whole(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor_sync(full, v, d);
  out[threadIdx.x] = v;
}
// A distance of 0 gives each lane its own.
__global__ void byNone(const int *in, int *out) {
  int v = in[threadIdx.x];
  v += __shfl_up_sync(full, v, 0);
  int next = __shfl_up_sync(full, v, 1);
  out[threadIdx.x] = threadIdx.x % 32 ? v + next : v;
}

void launch(const float *f, float *g, const int *i, int *o) {
  tree<<<9, 48>>>(f, g);
  butterfly<<<9, 80>>>(f, g);
  lastLane<<<9, 40>>>(i, o);
  tested<<<9, 48>>>(f, g);
  testedByChoice<<<9, 48>>>(f, g);
  first<<<9, 48>>>(i, o);
  before<<<9, 48>>>(i, o);
  halves<<<9, 48>>>(f, g);
  firstWarp<<<9, 48>>>(f, g);
  whole<<<9, 96>>>(f, g);
  byNone<<<9, 64>>>(i, o);
}
