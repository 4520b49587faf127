// RUN: %verify %s --checks=-*,warplint-shuffle-operand
//
// What a shuffle reads: width, distance, source lane, and whether the variable
// has a value there.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr unsigned AllLanes = 0xffffffffu;

// --- Width --------------------------------------------------------------------

__global__ void widths(int *values) {
  int v = values[threadIdx.x];
  v += __shfl_sync(AllLanes, v, 0, 12); // warn shuffle-operand: '__shfl_sync()' has width 12, which is not a power of two from 1 to 32
  v += __shfl_down_sync(AllLanes, v, 1, 64); // warn shuffle-operand: '__shfl_down_sync()' has width 64, which is not a power of two from 1 to 32
  v += __shfl_up_sync(AllLanes, v, 1, 0); // warn shuffle-operand: '__shfl_up_sync()' has width 0, which is not a power of two from 1 to 32
  v += __shfl_xor_sync(AllLanes, v, 1, 31); // warn shuffle-operand: '__shfl_xor_sync()' has width 31, which is not a power of two from 1 to 32
  v += __shfl_xor_sync(AllLanes, v, 1, -8); // warn shuffle-operand: '__shfl_xor_sync()' has width -8, which is not a power of two from 1 to 32
  values[threadIdx.x] = v;
}

template <int Width> __device__ int first(int v) {
  return __shfl_sync(AllLanes, v, 0, Width); // warn shuffle-operand: '__shfl_sync()' has width 24
}

__global__ void widthIsAnArgument(int *values) {
  values[threadIdx.x] = first<8>(values[threadIdx.x]) + first<24>(values[threadIdx.x]);
}

// --- Distance -----------------------------------------------------------------

__global__ void distances(int *values) {
  int v = values[threadIdx.x];
  v += __shfl_up_sync(AllLanes, v, 16, 8); // warn shuffle-operand: '__shfl_up_sync()' moves data by 16 lanes, which always leaves its segment of 8
  v += __shfl_down_sync(AllLanes, v, 32); // warn shuffle-operand: '__shfl_down_sync()' moves data by 32 lanes, which always leaves its segment of 32
  v += __shfl_down_sync(AllLanes, v, 4, 4); // warn shuffle-operand: '__shfl_down_sync()' moves data by 4 lanes, which always leaves its segment of 4
  v += __shfl_xor_sync(AllLanes, v, 32); // warn shuffle-operand: '__shfl_xor_sync()' {{.*}}32
  values[threadIdx.x] = v;
}

// Lanes of a later segment may read an earlier one, but never their own.
__global__ void xorOutOfTheSegment(int *values) {
  int v = values[threadIdx.x];
  values[threadIdx.x] = __shfl_xor_sync(AllLanes, v, 16, 16); // warn shuffle-operand: '__shfl_xor_sync()' {{(?!.*no lane has a source)}}
}

__global__ void distancesInTiles(int *values) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = values[threadIdx.x];
  v += tile.shfl_down(v, 8); // warn shuffle-operand: moves data by 8 lanes, which always leaves its segment of 8
  v += tile.shfl_up(v, 16); // warn shuffle-operand: moves data by 16 lanes, which always leaves its segment of 8
  values[threadIdx.x] = v;
}

// --- Source lane ----------------------------------------------------------------

__global__ void sources(int *values) {
  int v = values[threadIdx.x];
  v += __shfl_sync(AllLanes, v, 32); // warn shuffle-operand: '__shfl_sync()' reads lane 32 of a segment of 32 lanes
  v += __shfl_sync(AllLanes, v, 9, 8); // warn shuffle-operand: '__shfl_sync()' reads lane 9 of a segment of 8 lanes
  v += __shfl_sync(AllLanes, v, -1); // warn shuffle-operand: '__shfl_sync()' reads lane -1 of a segment of 32 lanes
  if (threadIdx.x % 32 < 16) {
    v += __shfl_sync(0x0000ffffu, v, 20); // warn shuffle-operand: '__shfl_sync()' reads lane 20, which its mask 0xffff does not name
    v += __shfl_sync(0xffff, v, 16); // warn shuffle-operand: reads lane 16, which its mask 0xffff does not name
  }
  values[threadIdx.x] = v;
}

// A distance that leads each of the lanes named to one that is not.
__global__ void sourcesAreNotAmongThem(int *values) {
  int v = values[threadIdx.x];
  if (threadIdx.x % 32 < 16) {
    v += __shfl_xor_sync(0xffffu, v, 16); // warn shuffle-operand: '__shfl_xor_sync()' moves data by 16 lanes, so each lane that its mask 0xffff names reads one that it does not name
    v += __shfl_down_sync(0xffffu, v, 16); // warn shuffle-operand: '__shfl_down_sync()' moves data by 16 lanes, so each lane
    v += __shfl_up_sync(0x5555u, v, 1); // lane 0 keeps its own
    v += __shfl_down_sync(0xffffu, v, 8);
    v += __shfl_xor_sync(0xffffu, v, 8);
  }
  if (threadIdx.x % 32 >= 16)
    v += __shfl_up_sync(0xffff0000u, v, 16); // warn shuffle-operand: '__shfl_up_sync()' moves data by 16 lanes, so each lane that its mask 0xffff0000 names
  values[threadIdx.x] = v;
}

__global__ void leaderIsNotAmongThem(int *values) {
  int v = values[threadIdx.x];
  if (threadIdx.x % 32 != 0)
    v = __shfl_sync(0xfffffffeu, v, 0); // warn shuffle-operand: reads lane 0, which its mask 0xfffffffe does not name
  values[threadIdx.x] = v;
}

__global__ void sourceInATile(int *values) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  values[threadIdx.x] = tile.shfl(values[threadIdx.x], 5); // warn shuffle-operand: reads lane 5 of a segment of 4 lanes
}

// --- No value -------------------------------------------------------------------

// The tutorial: the last warp adds 32 values, of which one has been loaded.
__global__ void seededOnOneThread(const float *numbers, float *result) {
  __shared__ float partial[64];
  partial[threadIdx.x] = numbers[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    float sum;
    if (threadIdx.x == 0)
      sum = partial[threadIdx.x] + partial[threadIdx.x + 32];
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_down_sync(AllLanes, sum, d); // warn shuffle-operand: '__shfl_down_sync()' reads a variable that has no value in lanes 0xfffffffe of the warp
    // note@-4: it is assigned only where this condition says so
    // note@-2: give it a value in every lane that takes part, 0 for a sum
    if (threadIdx.x == 0)
      *result = sum;
  }
}

__global__ void seededInHalf(const int *in, int *out) {
  int v;
  if (threadIdx.x % 32 < 16)
    v = in[threadIdx.x];
  out[threadIdx.x] = __shfl_xor_sync(AllLanes, v, 16); // warn shuffle-operand: reads a variable that has no value in lanes 0xffff0000 of the warp
}

__global__ void seededInTheElse(const int *in, int *out) {
  int v;
  if (threadIdx.x % 32 == 31)
    out[threadIdx.x] = 0;
  else
    v = in[threadIdx.x];
  v = __shfl_up_sync(AllLanes, v, 1); // warn shuffle-operand: reads a variable that has no value in lanes 0x80000000 of the warp
  out[threadIdx.x] = v;
}

__device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(AllLanes, v, d); // warn shuffle-operand: reads a variable that has no value in lanes 0xffffff00 of the warp
  return v;
}

__global__ void handedToACallee(const float *in, float *out) {
  float v;
  if (threadIdx.x % 32 < 8)
    v = in[threadIdx.x];
  out[threadIdx.x] = warpSum(v);
}

__global__ void broadcastFromALaneWithout(const int *in, int *out) {
  int v;
  if (threadIdx.x % 32 != 0)
    v = in[threadIdx.x];
  out[threadIdx.x] = __shfl_sync(AllLanes, v, 0); // warn shuffle-operand: reads a variable that has no value in lanes 0x1 of the warp
}

__global__ void neverAssigned(int *out) {
  int v;
  out[threadIdx.x] = __shfl_sync(AllLanes, v, 0); // warn shuffle-operand: reads a variable that has no value
}

__global__ void seededInATile(const int *in, int *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v;
  if (tile.thread_rank() == 0)
    v = in[threadIdx.x];
  out[threadIdx.x] = tile.shfl_down(v, 1); // warn shuffle-operand: reads a variable that has no value in lanes 0xfefefefe of the warp
}

// --- Silent -----------------------------------------------------------------------

__global__ void goodOperands(int *values, int width, int delta, int lane) {
  int v = values[threadIdx.x];
  v += __shfl_sync(AllLanes, v, 0, 16);
  v += __shfl_sync(AllLanes, v, 31);
  v += __shfl_sync(AllLanes, v, 0, 1);
  v += __shfl_up_sync(AllLanes, v, 4, 8);
  v += __shfl_down_sync(AllLanes, v, 0);
  v += __shfl_xor_sync(AllLanes, v, 31);
  v += __shfl_xor_sync(AllLanes, v, 16, 32);
  v += __shfl_sync(AllLanes, v, lane, width);
  v += __shfl_down_sync(AllLanes, v, delta);
  v += __shfl_sync(AllLanes, v, (threadIdx.x + 1) % 32);
  if (threadIdx.x % 32 < 16)
    v += __shfl_sync(0x0000ffffu, v, 12);
  if (threadIdx.x % 32 >= 16)
    v += __shfl_sync(0xffff0000u, v, 31);
  if (threadIdx.x % 32 >= 16)
    v += __shfl_sync(0xffff0000u, v, 3, 16);
  for (int d = 1; d < 32; d *= 2)
    v += __shfl_up_sync(AllLanes, v, d); // warn shuffle-operand: they add it all the same
  values[threadIdx.x] = v;
}

// A rotation: the source is taken modulo the width, and nothing is written down.
__global__ void rotation(int *values) {
  values[threadIdx.x] = __shfl_sync(AllLanes, values[threadIdx.x], threadIdx.x + 1);
}

__global__ void leaderBroadcast(int *tail, int *out) {
  int base;
  if (threadIdx.x % 32 == 0)
    base = atomicAdd(tail, 32);
  base = __shfl_sync(AllLanes, base, 0);
  out[base + threadIdx.x % 32] = 1;
}

__global__ void leaderBroadcastInATile(int *tail, int *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int base;
  if (tile.thread_rank() == 0)
    base = atomicAdd(tail, 8);
  base = tile.shfl(base, 0);
  out[base + tile.thread_rank()] = 1;
}

__global__ void leaderBroadcastInSegments(int *tail, int *out) {
  int lane = threadIdx.x % 32, base;
  if (lane % 8 == 0)
    base = atomicAdd(tail, 8);
  base = __shfl_sync(AllLanes, base, 0, 8);
  out[base + lane % 8] = 1;
}

__global__ void leaderOfABallot(const int *in, int *tail, int *out) {
  unsigned chosen = __ballot_sync(AllLanes, in[threadIdx.x] > 0);
  int leader = __ffs(chosen) - 1, base;
  if (chosen) {
    if (threadIdx.x % 32 == leader)
      base = atomicAdd(tail, __popc(chosen));
    base = __shfl_sync(AllLanes, base, leader);
    out[base] = 1;
  }
}

__global__ void seededEverywhere(const float *in, float *out, int n) {
  float v;
  if (threadIdx.x < n)
    v = in[threadIdx.x];
  else
    v = 0;
  float w = 0;
  if (threadIdx.x == 0)
    w = in[0];
  float u = threadIdx.x == 0 ? in[1] : 0;
  for (int d = 16; d > 0; d /= 2) {
    v += __shfl_down_sync(AllLanes, v, d);
    w += __shfl_down_sync(AllLanes, w, d);
    u += __shfl_down_sync(AllLanes, u, d);
  }
  out[threadIdx.x] = v + w + u;
}

// Without a value only where the shuffle is not executed.
__global__ void seededWhereItIsUsed(const float *in, float *out) {
  float v;
  if (threadIdx.x < 32)
    v = in[threadIdx.x];
  if (threadIdx.x < 32)
    out[threadIdx.x] = __shfl_down_sync(AllLanes, v, 1);
}

__global__ void seededInTheFirstWarp(const float *in, float *out) {
  float v;
  if (threadIdx.x < 32) {
    v = in[threadIdx.x];
    v += __shfl_down_sync(AllLanes, v, 1);
    out[threadIdx.x] = v;
  }
}

__global__ void seededBeforeAnExit(const float *in, float *out) {
  float v;
  if (threadIdx.x % 32 < 16)
    v = in[threadIdx.x];
  else
    return;
  out[threadIdx.x] = __shfl_xor_sync(0xffff, v, 1);
}

// Only part of the lanes take part.
__global__ void seededWhereTheMaskSays(const float *in, float *out) {
  float v;
  if (threadIdx.x % 32 < 16)
    v = in[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, v, 8);
}

__global__ void assignedByReference(const float *in, float *out) {
  auto load = [&](float &to) { to = in[threadIdx.x]; };
  float v;
  load(v);
  float pair[2];
  pair[0] = in[threadIdx.x];
  out[threadIdx.x] = __shfl_down_sync(AllLanes, v, 1) +
                     __shfl_down_sync(AllLanes, pair[0], 1);
}

__global__ void assignedInALoop(const float *in, float *out, int n) {
  float v;
  for (int i = 0; i < n; ++i)
    v = in[i * 32 + threadIdx.x];
  out[threadIdx.x] = __shfl_down_sync(AllLanes, v, 1);
}

// The result of lanes without a source is not used.
__global__ void resultGuarded(int *values) {
  int v = values[threadIdx.x];
  int left = __shfl_up_sync(AllLanes, v, 1);
  if (threadIdx.x % 32 > 0)
    v += left;
  values[threadIdx.x] = v;
}

//===--- Scans without a guard --------------------------------------------===//

__global__ void scanUnguarded(const int *in, int *out) {
  int x = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2)
    x += __shfl_up_sync(AllLanes, x, d); // warn shuffle-operand: '__shfl_up_sync()' gives lanes below its distance their own value, and they add it all the same
  out[threadIdx.x] = x;
}

__global__ void scanUnguardedUnrolled(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  x += __shfl_up_sync(AllLanes, x, 1); // warn shuffle-operand: they add it all the same
  x = x + __shfl_up_sync(AllLanes, x, 2); // warn shuffle-operand: they add it all the same
  x += __shfl_up_sync(AllLanes, x, 4); // warn shuffle-operand: they add it all the same
  x += __shfl_up_sync(AllLanes, x, 8);
  if (i < n)
    out[i] = x;
}

__global__ void scanUnguardedThroughAVariable(int *v) {
  int x = v[threadIdx.x];
#pragma unroll
  for (int d = 1; d <= 16; d <<= 1) {
    int below = __shfl_up_sync(AllLanes, x, d); // warn shuffle-operand: they add it all the same
    x = x + below;
  }
  v[threadIdx.x] = x;
}

__global__ void scanGuarded(const int *in, int *out) {
  int x = in[threadIdx.x], lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2) {
    int below = __shfl_up_sync(AllLanes, x, d);
    if (lane >= d)
      x += below;
  }
  out[threadIdx.x] = x;
}
__global__ void scanGuardedByChoice(const int *in, int *out) {
  int x = in[threadIdx.x], lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2) {
    int below = __shfl_up_sync(AllLanes, x, d);
    x += lane < d ? 0 : below;
  }
  out[threadIdx.x] = x;
}
__global__ void scanGuardedByFactor(const int *in, int *out) {
  int x = in[threadIdx.x], lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2)
    x += __shfl_up_sync(AllLanes, x, d) * (lane >= d);
  out[threadIdx.x] = x;
}
// The last lane has a source in every step.
__global__ void sumInTheLastLane(const int *in, int *out) {
  int x = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    x += __shfl_up_sync(AllLanes, x, d);
  if (threadIdx.x % 32 == 31)
    out[threadIdx.x / 32] = x;
}
__global__ void sumOfTheLastLane(const int *in, int *out) {
  int x = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    x += __shfl_up_sync(AllLanes, x, d);
  out[threadIdx.x] = __shfl_sync(AllLanes, x, 31);
}
// A maximum takes the same value twice.
__global__ void largestSoFar(const int *in, int *out) {
  int x = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    int below = __shfl_up_sync(AllLanes, x, d);
    x = below > x ? below : x;
  }
  out[threadIdx.x] = x;
}
// Down, the lanes without a source are above those that count.
__global__ void sumInTheFirstLane(const int *in, int *out) {
  int x = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    x += __shfl_down_sync(AllLanes, x, d);
  out[threadIdx.x] = x;
}
__global__ void neighbours(const int *in, int *out) {
  int x = in[threadIdx.x];
  out[threadIdx.x] = x + __shfl_up_sync(AllLanes, x, 1);
}

// --- Lanes that have returned -------------------------------------------------

__global__ void allSourcesReturned(const int *in, int *out) {
  if (threadIdx.x >= 8)
    return;
  int v = in[threadIdx.x];
  v += __shfl_xor_sync(AllLanes, v, 8); // warn shuffle-operand: '__shfl_xor_sync()' reads only lanes that have returned: lanes 0xff of the warp are left
  // note@-4: the others return where this condition says so
  v += __shfl_down_sync(AllLanes, v, 16); // warn shuffle-operand: '__shfl_down_sync()' reads only lanes that have returned: lanes 0xff of the warp are left
  v += __shfl_sync(AllLanes, v, 20); // warn shuffle-operand: '__shfl_sync()' reads only lanes that have returned
  out[threadIdx.x] = v;
}

__global__ void returnedByDataToo(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16)
    return;
  if (in[threadIdx.x] == 0)
    return;
  out[threadIdx.x] = __shfl_up_sync(AllLanes, lane, 16); // warn shuffle-operand: '__shfl_up_sync()' reads only lanes that have returned: lanes 0xffff0000 of the warp are left
  // note@-5: the others return where this condition says so
}

// The lanes that are left have their own sources.
__global__ void amongThoseLeft(const int *in, int *out) {
  if (threadIdx.x >= 8)
    return;
  int v = in[threadIdx.x];
  v += __shfl_xor_sync(0xffu, v, 4);
  v += __shfl_down_sync(0xffu, v, 2);
  v += __shfl_sync(0xffu, v, 7);
  out[threadIdx.x] = v;
}

// Lane 0 has what it needs; nobody reads the others' result.
__global__ void reductionOfThoseLeft(const int *in, int *out) {
  if (threadIdx.x >= 6)
    return;
  int v = in[threadIdx.x];
  v += __shfl_down_sync(AllLanes, v, 4);
  v += __shfl_down_sync(AllLanes, v, 2);
  v += __shfl_down_sync(AllLanes, v, 1);
  if (threadIdx.x == 0)
    *out = v;
}

// As many as whoever launches it says, whole warps perhaps.
__global__ void returnedByParameter(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = __shfl_xor_sync(AllLanes, in[i], 16);
}

// Whole warps have returned.
__global__ void wholeWarpsReturned(const int *in, int *out) {
  if (threadIdx.x >= 64)
    return;
  out[threadIdx.x] = __shfl_xor_sync(AllLanes, in[threadIdx.x], 16);
}

// All come before some return.
__global__ void returnBehind(const int *in, int *out) {
  int v = __shfl_xor_sync(AllLanes, in[threadIdx.x], 16);
  if (threadIdx.x >= 8)
    return;
  out[threadIdx.x] = v;
}

__global__ void returnBetween(const int *in, int *out) {
  int v = __shfl_xor_sync(AllLanes, in[threadIdx.x], 16);
  if (threadIdx.x >= 8)
    return;
  out[threadIdx.x] = v + __shfl_xor_sync(AllLanes, v, 16); // warn shuffle-operand: '__shfl_xor_sync()' reads only lanes that have returned
}

// --- Words of structures -------------------------------------------------------

struct Ranked {
  int key;
  float value;
};

// What libraries do with values larger than a register.
template <class T> __device__ T fromBelow(T input) {
  T output;
  unsigned *to = reinterpret_cast<unsigned *>(&output);
  unsigned *from = reinterpret_cast<unsigned *>(&input);
  unsigned word = __shfl_down_sync(AllLanes, from[0], 1);
  to[0] = word;
  for (int i = 1; i < int(sizeof(T) / 4); ++i) {
    word = __shfl_down_sync(AllLanes, from[i], 1);
    to[i] = word;
  }
  return output;
}
__device__ Ranked larger(const Ranked &l, const Ranked &r) {
  if (l.value > r.value)
    return l;
  return r;
}

__global__ void wordsOfMembers(const float *in, int *out, int n) {
  Ranked best;
  best.key = 0;
  best.value = -1;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    Ranked next;
    next.key = i;
    next.value = in[i];
    best = larger(next, best);
  }
  best = larger(best, fromBelow(best));
  best = larger(best, fromBelow(best));
  out[threadIdx.x] = best.key;
}

__global__ void wordsOfElements(const float *in, float *out) {
  Ranked mine[4];
  for (int i = 0; i < 4; ++i) {
    mine[i].key = i;
    mine[i].value = in[threadIdx.x * 4 + i];
  }
  out[threadIdx.x] = fromBelow(mine[0]).value;
}

__device__ int word(Ranked input, int i) {
  unsigned *words = reinterpret_cast<unsigned *>(&input);
  return __shfl_down_sync(AllLanes, words[i], 1); // warn shuffle-operand: reads a variable that has no value in lanes 0xffffffff of the warp
}

__global__ void wordsOfNothing(int *out) {
  Ranked nothing;
  out[threadIdx.x] = word(nothing, 1);
}

__global__ void memberOfNothing(int *out) {
  Ranked half;
  half.key = threadIdx.x;
  out[threadIdx.x] = half.key + __shfl_down_sync(AllLanes, half.value, 1); // warn shuffle-operand: reads a variable that has no value in lanes 0xffffffff of the warp
}
