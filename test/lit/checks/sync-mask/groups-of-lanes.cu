// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier
//
// Values that groups of lanes have in common: each group computes the same, and
// what one lane of a group hands on, all lanes of the warp have.

constexpr unsigned All = 0xffffffffu;

__device__ float ofGroup(float v, int group) {
  return __shfl_sync(All, v, group << 2 | (threadIdx.x & 3));
}
__device__ float firstOfFour(float v) {
  return __shfl_sync(All, v, threadIdx.x & 28);
}
__device__ float dot(float a, float b) {
  float x = a * b;
  return x + __shfl_down_sync(All, x, 1) + __shfl_down_sync(All, x, 2);
}

__global__ void copied(const float *in, float *out, int group) {
  float v = ofGroup(in[threadIdx.x], group);
  if (firstOfFour(dot(v, v)) > 1)
    out[threadIdx.x] = __shfl_xor_sync(All, v, 1); // silent: whole-rows
}

__global__ void eachItsOwn(const float *in, float *out) {
  float v = in[threadIdx.x];
  if (firstOfFour(dot(v, v)) > 1)
    out[threadIdx.x] = __shfl_xor_sync(All, v, 1); // warn sync-mask: waits for lanes
}

// The group is another one in every other group.
__global__ void copiedByPairs(const float *in, float *out) {
  float v = ofGroup(in[threadIdx.x], threadIdx.x >> 2 & 1);
  if (firstOfFour(dot(v, v)) > 1)
    out[threadIdx.x] = __shfl_xor_sync(All, v, 1); // warn sync-mask: waits for lanes
}

// What is copied is not the whole of it.
__global__ void replacedAfter(const float *in, float *out, int group) {
  float v = ofGroup(in[threadIdx.x], group);
  if (threadIdx.x % 32 == 9)
    v = in[0];
  if (firstOfFour(dot(v, v)) > 1)
    out[threadIdx.x] = __shfl_xor_sync(All, v, 1); // warn sync-mask: waits for lanes
}

// A search that all groups of four do alike.
__global__ void search(const float *points, float *out, float limit) {
  float mine = points[threadIdx.x], at, upper = 1e30f;
  if ((threadIdx.x & 3) == 0)
    at = limit;
  else if ((threadIdx.x & 3) == 1)
    at = limit + 1;
  else
    at = 0;
  int left = 0xff;
  float length = firstOfFour(sqrtf(dot(at, at)));
  while (left) {
    float along = at / length;
    unsigned nearer = __ballot_sync(
        All, __shfl_sync(All, dot(along, mine) < upper, threadIdx.x << 2));
    if (!(nearer & left))
      break;
    int next = __ffs(nearer & left) - 1;
    left &= ~(1 << next);
    at = ofGroup(mine, next);
    length = firstOfFour(sqrtf(dot(at, at)));
    if (length < upper) {
      upper = length;
      __syncwarp();
    } else if (length > 2 * upper) {
      return;
    }
  }
  out[threadIdx.x] = at;
}

__global__ void searchOfOwn(const float *points, float *out, float limit) {
  float mine = points[threadIdx.x], at = mine, upper = limit;
  int left = 0xff;
  float length = firstOfFour(sqrtf(dot(at, at)));
  while (left) {
    float along = at / length;
    unsigned nearer = __ballot_sync(
        All, __shfl_sync(All, dot(along, mine) < upper, threadIdx.x << 2));
    int next = __ffs(nearer & left) - 1;
    left &= ~(1 << next);
    length = firstOfFour(sqrtf(dot(at, at)));
    if (length < upper) {
      upper = length;
      __syncwarp(); // warn sync-mask: waits for lanes
    }
  }
  out[threadIdx.x] = at;
}

// Segments of four lanes read the same four numbers.
__global__ void sameFour(const float *four, float *out) {
  float v = four[threadIdx.x % 4];
  float head = __shfl_sync(All, v, 2, 4);
  if (head > 0)
    out[threadIdx.x] = __shfl_down_sync(All, v, 4);
}

__global__ void sameEight(const float *eight, float *out) {
  float v = eight[threadIdx.x % 8];
  float head = __shfl_sync(All, v, 2, 4);
  if (head > 0)
    out[threadIdx.x] = __shfl_down_sync(All, v, 4); // warn sync-mask: waits for lanes
}

// A butterfly within groups, and then over them.
__device__ int largestOf(int v, int from, int to) {
  for (int by = from; by >= to; by /= 2)
    v = max(v, __shfl_xor_sync(All, v, by));
  return v;
}

__global__ void inTwoParts(const int *in, int *out) {
  int v = largestOf(in[threadIdx.x], 2, 1);
  v += 3;
  v = largestOf(v, 16, 4);
  if (v > 7)
    out[threadIdx.x] = __ballot_sync(All, in[threadIdx.x] == v);
}

__global__ void partMissing(const int *in, int *out) {
  int v = largestOf(in[threadIdx.x], 2, 1);
  v += 3;
  v = largestOf(v, 16, 8);
  if (v > 7)
    out[threadIdx.x] = __ballot_sync(All, in[threadIdx.x] == v); // warn sync-mask: waits for lane
}

// The head of each group of eight hands on, and the groups agree.
__global__ void headsThenGroups(const int *in, int *out) {
  int head = __shfl_sync(All, in[threadIdx.x], threadIdx.x & 24);
  head &= __shfl_xor_sync(All, head, 8);
  head &= __shfl_xor_sync(All, head, 16);
  if (head)
    out[threadIdx.x] = __shfl_up_sync(All, in[threadIdx.x], 1);
}

__global__ void headsOfHalves(const int *in, int *out) {
  int head = __shfl_sync(All, in[threadIdx.x], threadIdx.x & 24);
  head &= __shfl_xor_sync(All, head, 8);
  if (head)
    out[threadIdx.x] = __shfl_up_sync(All, in[threadIdx.x], 1); // warn sync-mask: waits for lane
}

// A period survives a shift by periods.
__global__ void shiftedByPeriod(const int *in, int *out) {
  int v = __shfl_up_sync(All, in[threadIdx.x & 7], 8);
  if (__shfl_sync(All, v, threadIdx.x & 24 | 3) > 2)
    out[threadIdx.x] = __shfl_up_sync(All, v, 1);
}

__global__ void shiftedByOne(const int *in, int *out) {
  int v = __shfl_up_sync(All, in[threadIdx.x & 7], 1);
  if (__shfl_sync(All, v, threadIdx.x & 24) > 2)
    out[threadIdx.x] = __shfl_up_sync(All, v, 1); // warn sync-mask: waits for lane
}

// How many of a group are left is asked of each group.
__global__ void leftOfGroups(const int *in, const float *far, int *out) {
  int initial = __shfl_sync(All, in[threadIdx.x], (threadIdx.x & ~3) + 3);
  bool keep = (threadIdx.x & 3) < initial && far[threadIdx.x] <= 1;
  unsigned kept = __ballot_sync(All, keep);
  unsigned left = __popc(kept & 0xf << (threadIdx.x & 28));
  if (left != initial)
    out[threadIdx.x] = __shfl_sync(All, in[threadIdx.x], threadIdx.x & 28); // warn sync-mask: waits for lanes
  if (left + initial > 4)
    out[threadIdx.x] += __shfl_xor_sync(All, in[threadIdx.x], 1); // warn sync-mask: waits for lanes
}

__global__ void leftOfWarp(const int *in, const float *far, int *out) {
  int initial = __shfl_sync(All, in[threadIdx.x], 3);
  bool keep = (threadIdx.x & 31) < initial && far[threadIdx.x] <= 1;
  unsigned left = __popc(__ballot_sync(All, keep));
  if (left != initial)
    out[threadIdx.x] = __shfl_sync(All, in[threadIdx.x], threadIdx.x & 28);
  if (left + initial > 4)
    out[threadIdx.x] += __shfl_xor_sync(All, in[threadIdx.x], 1);
}
