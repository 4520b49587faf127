// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Whole warps part and wait as often on both sides: barrier 0 counts them
// wherever they are. Beside each case stands one that does not add up, or in
// which the two sides touch one place between two of these waits.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// --- Two stages of a pipeline -----------------------------------------------------

template <int Rows> __device__ void fill(const float *in, float (&to)[Rows], int from, int lane) {
  for (int i = lane; i < Rows; i += 128)
    to[i] = in[from + i];
}
template <int Rows> __device__ float add(const float (&of)[Rows]) {
  float sum = 0;
  for (int i = 0; i < Rows; ++i)
    sum += of[i];
  return sum;
}

__global__ void twoStages(const float *in, float *out, int tiles) {
  __shared__ float stage[2][256];
  const unsigned role = threadIdx.x / 32 / 4, lane = threadIdx.x % 128;
  float sum = 0;
  if (role == 0)
    fill(in, stage[role], 0, lane);
  __syncthreads();
  for (int tile = 0; tile < tiles; tile += 2)
    if (role == 0) {
      sum += add(stage[role]);
      __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block, and the others wait as often (portability)
      sum += add(stage[role + 1]);
      __syncthreads();
      fill(in, stage[role], tile + 2, lane);
      __syncthreads();
    } else {
      fill(in, stage[role], tile + 1, lane);
      __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block, and the others wait as often (portability)
      sum += add(stage[role - 1]);
      __syncthreads();
      sum += add(stage[role]);
      __syncthreads();
    }
  out[threadIdx.x] = sum;
}

// The second stage is filled while the others read it.
__global__ void filledTooEarly(const float *in, float *out, int tiles) {
  __shared__ float stage[2][256];
  const unsigned role = threadIdx.x / 32 / 4, lane = threadIdx.x % 128;
  float sum = 0;
  __syncthreads();
  for (int tile = 0; tile < tiles; tile += 2)
    if (role == 0) {
      fill(in, stage[0], tile, lane);
      __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
      sum += add(stage[1]);
      __syncthreads();
    } else {
      sum += add(stage[1]);
      __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
      fill(in, stage[1], tile, lane);
      __syncthreads();
    }
  out[threadIdx.x] = sum;
}

__global__ void onceMoreOnOneSide(const float *in, float *out, int tiles) {
  __shared__ float stage[2][256];
  const unsigned role = threadIdx.x / 128;
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile)
    if (role) {
      fill(in, stage[1], tile, threadIdx.x % 128);
      __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
      __syncthreads();
      sum += add(stage[1]);
    } else {
      sum += in[tile];
      __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
      sum += stage[1][tile];
    }
  out[threadIdx.x] = sum;
}
void launchStages(const float *in, float *out, int n) {
  twoStages<<<4, 256>>>(in, out, n);
  filledTooEarly<<<4, 256>>>(in, out, n);
  onceMoreOnOneSide<<<4, 256>>>(in, out, n);
}

// --- Other spellings ----------------------------------------------------------------

struct Halves {
  float left[64], right[64];
};

__global__ void membersOfOne(const float *in, float *out) {
  __shared__ Halves both;
  cg::thread_block block = cg::this_thread_block();
  int t = threadIdx.x;
  bool isLeft = t < 64;
  if (!isLeft) {
    block.sync(); // warn divergent-barrier: and the others wait as often (portability)
    both.right[t - 64] = in[t];
  } else {
    block.sync(); // warn divergent-barrier: and the others wait as often (portability)
    both.left[t] = in[t];
  }
  block.sync();
  out[t] = both.left[t % 64] + both.right[t % 64];
}

__global__ void oneMember(const float *in, float *out) {
  __shared__ Halves both;
  cg::thread_block block = cg::this_thread_block();
  int t = threadIdx.x;
  if (t >= 64) {
    block.sync(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    both.left[t - 64] = in[t];
  } else {
    block.sync(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    out[t] = both.left[t];
  }
}

// A barrier that a path may pass by, and one that only some iterations reach.
__global__ void perhapsOnce(const float *in, float *out, int n) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t < 64) {
    if (n > 1)
      __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
  } else {
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    tile[t - 64] = 0;
  }
  out[t] = tile[t];
}

__global__ void lanesPart(const float *in, float *out) {
  int t = threadIdx.x;
  if (t % 2)
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
  else
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
  out[t] = in[t];
}

__global__ void ofTwoNumbers(const float *in, float *out) {
  int t = threadIdx.x;
  if (t < 64)
    asm volatile("barrier.sync 1;" ::: "memory"); // warn divergent-barrier: {{threads of the block(?!, and)}}
  else
    asm volatile("barrier.sync 2;" ::: "memory"); // warn divergent-barrier: {{threads of the block(?!, and)}}
  out[t] = in[t];
}

// A vote counts whoever arrives, here those of the other side, too.
__global__ void votesOnBothSides(const int *in, int *out) {
  int t = threadIdx.x;
  if (t < 64)
    out[t] = __syncthreads_count(in[t]); // warn divergent-barrier: {{threads of the block(?!, and)}}
  else
    out[t] = __syncthreads_count(in[t] > 1); // warn divergent-barrier: {{threads of the block(?!, and)}}
}
void launchSpellings(const float *in, float *out, const int *ints, int *counts, int n) {
  membersOfOne<<<4, 128>>>(in, out);
  oneMember<<<4, 128>>>(in, out);
  perhapsOnce<<<4, 128>>>(in, out, n);
  lanesPart<<<4, 128>>>(in, out);
  ofTwoNumbers<<<4, 128>>>(in, out);
  votesOnBothSides<<<4, 128>>>(ints, counts);
}

// --- Those who pass by wait with the block once more ---------------------------------

template <int Size> __device__ float least(const float *in, int n) {
  __shared__ float part[Size];
  __shared__ float found;
  int t = threadIdx.x;
  if (t < Size) {
    part[t] = t < n ? in[t] : 0;
    __syncthreads(); // warn divergent-barrier: and the others wait no more (portability)
    for (int w = Size / 2; w > 0; w /= 2) {
      if (t < w)
        part[t] = min(part[t], part[t + w]);
      __syncthreads();
    }
    if (t == 0)
      found = part[0];
  }
  __syncthreads();
  return t == 0 ? found : 0;
}
__global__ void leastOfSome(const float *in, float *out, int n) {
  float of = least<64>(in, n);
  if (threadIdx.x == 0)
    out[blockIdx.x] = of;
}

// All read what the first warps have found, the others before it is there.
__global__ void leastForAll(const float *in, float *out, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  if (t < 64) {
    part[t] = t < n ? in[t] : 0;
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    if (t < 32)
      part[t] = min(part[t], part[t + 32]);
    __syncthreads();
  }
  __syncthreads();
  out[t] = part[0];
}

// Half a warp waits elsewhere.
__global__ void leastOfHalves(const float *in, float *out, int n) {
  __shared__ float part[48];
  int t = threadIdx.x;
  if (t < 48) {
    part[t] = t < n ? in[t] : 0;
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    if (t < 24)
      part[t] = min(part[t], part[t + 24]);
  }
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// The others clear what the first warps still add up.
__global__ void clearedBehind(const float *in, float *out) {
  __shared__ float part[64];
  int t = threadIdx.x;
  if (t < 64) {
    part[t] = in[t];
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    out[t] = part[63 - t];
  }
  __syncthreads();
  part[t % 64] = 0;
}
void launchLeast(const float *in, float *out, int n) {
  leastOfSome<<<4, 256>>>(in, out, n);
  leastForAll<<<4, 256>>>(in, out, n);
  leastOfHalves<<<4, 256>>>(in, out, n);
  clearedBehind<<<4, 256>>>(in, out);
}
