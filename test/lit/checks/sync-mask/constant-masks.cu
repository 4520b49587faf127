// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Masks that are written down, against the lanes that come: thread identity is
// run lane by lane, data is not.

constexpr unsigned AllLanes = 0xffffffffu;

__global__ void fullMaskInHalfWarp(int *values) {
  unsigned lane = threadIdx.x % 32;
  int value = values[threadIdx.x];
  if (lane < 16)
    value += __shfl_xor_sync(AllLanes, value, 8); // warn sync-mask: '__shfl_xor_sync()' waits for lane 16, which does not come here with lane 0
  // note@-2: this condition differs between threads of one warp
  // note@-5: 'lane' varies by thread: computed from 'threadIdx.x'
  // note@-3: lanes 0xffff come here, in a block of 256 threads; the mask is 0xffffffff
  // note@-4: move the call out of the branch, or take the mask with __ballot_sync() on the same condition before the branch, or use cg::coalesced_threads()
  values[threadIdx.x] = value;
}

__global__ void upperHalf(int *values) {
  if ((threadIdx.x & 31) >= 16)
    __syncwarp(); // warn sync-mask: '__syncwarp()' waits for lane 0, which does not come here with lane 16
  values[threadIdx.x] = 0;
}

__global__ void evenLanes(int *values) {
  if (threadIdx.x % 2 == 0)
    values[threadIdx.x] = __any_sync(~0u, values[threadIdx.x]); // warn sync-mask: '__any_sync()' waits for lane 1, which does not come here with lane 0
  // note@-1: lanes 0x55555555 come here, in a block of 256 threads; the mask is 0xffffffff
}

__global__ void firstLanesOfTheBlock(int *values) {
  if (threadIdx.x < 8)
    values[threadIdx.x] = __shfl_down_sync(AllLanes, values[threadIdx.x], 4); // warn sync-mask: waits for lane 8, which does not come here with lane 0
  values[threadIdx.x + 256] = 0;
}

__global__ void oneLaneOnly(unsigned *out, int value) {
  if (threadIdx.x == 0)
    out[0] = __ballot_sync(0xffffffff, value > 0); // warn sync-mask: '__ballot_sync()' waits for lane 1, which does not come here with lane 0
}

__global__ void elseArm(int *values) {
  unsigned lane = threadIdx.x & 31;
  int value = values[threadIdx.x];
  if (lane < 4)
    value = 0;
  else
    value = __shfl_sync(AllLanes, value, 5); // warn sync-mask: waits for lane 0, which does not come here with lane 4
  values[threadIdx.x] = value;
}

// A warp that reaches the call in part only: the last of the block.
__global__ void boundsCheckAroundTheCall(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = in[i];
    for (int d = 16; d > 0; d /= 2)
      value += __shfl_down_sync(AllLanes, value, d); // warn sync-mask: gives lane 0 the value of lane {{[0-9]+}}, which does not come here
    // note@-4: this condition differs between threads of one warp
    out[i] = value;
  }
}

__global__ void oneTooFew(int *values) {
  if (threadIdx.x < 40)
    values[threadIdx.x] = __reduce_add_sync(AllLanes, values[threadIdx.x]); // warn sync-mask: '__reduce_add_sync()' waits for lane 8, which does not come here with lane 0
  // note@-1: of warp 1, lanes 0xff come here
}

__global__ void laneLoop(const float *row, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x % 32; i < n; i += 32) {
    sum += row[i];
    __syncwarp(); // warn sync-mask: '__syncwarp()' waits for lane {{[0-9]+}}, which does not come here
    // note@-3: this loop runs a different number of times in threads of one warp
  }
  out[threadIdx.x] = sum;
}

__global__ void gridStrideLoop(const int *keys, unsigned *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    out[i] = __match_any_sync(0xffffffffu, keys[i]); // warn sync-mask: '__match_any_sync()' waits for
}

__global__ void constantBounds(int *values) {
  for (int i = threadIdx.x % 32; i < 48; i += 32)
    values[i] = __shfl_xor_sync(AllLanes, values[i], 1); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  // note@-1: in iteration 1 of the loop
  values[threadIdx.x + 256] = 0;
}

__global__ void dependsOnData(const int *in, int *out) {
  int mine = in[threadIdx.x];
  if (mine > 0) {
    mine = __shfl_down_sync(AllLanes, mine, 1); // warn sync-mask: '__shfl_down_sync()' waits for lanes that may not come here
    // note@-2: this condition differs between threads of one warp
    // note@-4: 'mine' varies by thread: it gets its value here
    out[threadIdx.x] = mine;
  }
}

// The vote that should say who comes is asked of those who did.
__global__ void ballotInsideTheBranch(const int *in, unsigned *out) {
  bool chosen = in[threadIdx.x] > 3;
  if (chosen) {
    unsigned who = __ballot_sync(~0u, chosen); // warn sync-mask: '__ballot_sync()' waits for lanes that may not come here
    out[threadIdx.x] = __popc(who);
  }
}

__global__ void searchThatEndsEarly(const int *keys, int *out, int wanted) {
  int at = threadIdx.x;
  while (keys[at] != wanted) {
    at += 32;
    if (__all_sync(AllLanes, at > 1000)) // warn sync-mask: '__all_sync()' waits for lanes that may not come here
      break;
  }
  out[threadIdx.x] = at;
}

__global__ void leavesTheLoopByOwnData(const float *in, float *out, int n) {
  float value = in[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    if (value > 1.0f)
      break;
    value += __shfl_xor_sync(AllLanes, value, 1); // warn sync-mask: waits for lanes that may not come here
  }
  out[threadIdx.x] = value;
}

__global__ void skipsByContinue(const float *in, float *out, int n) {
  float value = in[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    if (in[i * 32 + threadIdx.x] < 0)
      continue;
    value += __shfl_down_sync(AllLanes, value, 1); // warn sync-mask: waits for lanes that may not come here
  }
  out[threadIdx.x] = value;
}

__global__ void inASwitch(int *values) {
  switch (threadIdx.x % 4) {
  case 0:
    __syncwarp(); // warn sync-mask: '__syncwarp()' waits for lane
    break;
  default:
    values[threadIdx.x] = 1;
  }
}

__global__ void behindAnd(const int *in, int *out) {
  if (in[threadIdx.x] > 0 && __any_sync(~0u, in[threadIdx.x] > 5)) // warn sync-mask: '__any_sync()' waits for lanes that may not come here
    out[threadIdx.x] = 1;
}

__global__ void inOneSideOfAChoice(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  out[threadIdx.x] =
      lane < 16 ? __shfl_sync(~0u, in[threadIdx.x], 0) : 0; // warn sync-mask: waits for lane 16
}

// Two calls, one in each arm: the lanes meet at neither.
__global__ void oneInEachArm(int *values) {
  int value = values[threadIdx.x];
  if (threadIdx.x & 1)
    value = __shfl_xor_sync(AllLanes, value, 2); // warn sync-mask: waits for lane 0, which does not come here with lane 1
  else
    value = __shfl_xor_sync(AllLanes, value, 4); // warn sync-mask: waits for lane 1, which does not come here with lane 0
  values[threadIdx.x] = value;
}

// Several calls under one condition have one cause: one finding.
__global__ void unrolledTreeInHalfWarp(int *values) {
  int v = values[threadIdx.x];
  if (threadIdx.x % 32 < 16) {
    v += __shfl_down_sync(AllLanes, v, 8); // warn sync-mask: waits for lane 16
    // note@-1: 3 more under the same condition
    v += __shfl_down_sync(AllLanes, v, 4);
    v += __shfl_down_sync(AllLanes, v, 2);
    v += __shfl_down_sync(AllLanes, v, 1);
  }
  values[threadIdx.x] = v;
}

__device__ int sumOfWarp(int v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(AllLanes, v, d);
  return v;
}

__global__ void calleeUnderTheCondition(int *values) {
  if (threadIdx.x % 32 < 16)
    values[threadIdx.x] = sumOfWarp(values[threadIdx.x]); // warn sync-mask: '__shfl_down_sync()' in 'sumOfWarp' gives lane 0 the value of lane 16, which does not come here
  // note@-2: this condition differs
  // note@-8: the call is here
  // note@-3: let all lanes come, with a neutral value where the condition does not hold
}

__device__ int sumIf(int v, bool take) {
  return take ? sumOfWarp(v) : v; // warn sync-mask: in 'sumOfWarp' waits for lane 16
}

__global__ void conditionIsAnArgument(int *values) {
  values[threadIdx.x] = sumIf(values[threadIdx.x], threadIdx.x % 32 < 16);
}

__global__ void lambdaUnderTheCondition(int *values) {
  auto shift = [](int v) { return __shfl_up_sync(AllLanes, v, 1); };
  if (threadIdx.x % 32 > 0)
    values[threadIdx.x] = shift(values[threadIdx.x]); // warn sync-mask: gives lane 1 the value of lane 0, which does not come here
}

template <int Lanes> __global__ void partOfTheWarp(int *values) {
  if (threadIdx.x % 32 < Lanes)
    values[threadIdx.x] = __shfl_sync(AllLanes, values[threadIdx.x], 0); // warn sync-mask: waits for lane 24
  values[threadIdx.x + 256] = 0;
}
template __global__ void partOfTheWarp<32>(int *);
template __global__ void partOfTheWarp<24>(int *);

// A count taken for a mask, executed by all lanes.
__global__ void countTakenForMask(int *values) {
  values[threadIdx.x] = __shfl_sync(0x1f, values[threadIdx.x], 0); // warn sync-mask: '__shfl_sync()' is executed by lane 5, which its mask does not name
  // note@-1: lanes 0xffffffff come here, in a block of 256 threads; the mask is 0x1f
  // note@-2: the mask has one bit per lane (not a count); name every lane that executes the call
}

__global__ void thirtyTwoTakenForMask(int *values) {
  values[threadIdx.x] = __shfl_down_sync(32, values[threadIdx.x], 1); // warn sync-mask: is executed by lane 0, which its mask does not name
}

__global__ void shortMaskForAWholeWarp(int *values) {
  __syncwarp(0x7fff); // warn sync-mask: '__syncwarp()' is executed by lane 15, which its mask does not name
  values[threadIdx.x] = 0;
}

// Right in blocks of 16 threads, and nothing here says otherwise.
__global__ void maskOfAHalfWarpBlock(int *values) {
  __syncwarp(0xffff);
  values[threadIdx.x] = 0;
}

// Here the code counts whole warps.
__device__ float sumOfLanes(float v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffff, v, d); // warn sync-mask: is executed by lane 16, which its mask does not name
  return v;
}
__global__ void sumOfBlock(float *values) {
  __shared__ float sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = sumOfLanes(values[threadIdx.x]);
  if (lane == 0)
    sums[warp] = v;
  __syncthreads();
  values[threadIdx.x] = sums[lane];
}

__global__ void maskOfAHalfForTheFirstWarp(float *values) {
  float v = values[threadIdx.x];
  if (threadIdx.x < 32)
    v += __shfl_xor_sync(0xffff, v, 1); // warn sync-mask: is executed by lane 16, which its mask does not name
  values[threadIdx.x] = v;
}

// Half warps that are counted as such may be all of the block.
__global__ void halfWarps(float *values) {
  int lane = threadIdx.x % 16;
  float v = values[threadIdx.x] + __shfl_xor_sync(0xffff, values[threadIdx.x], 1);
  if (lane == 0)
    values[threadIdx.x / 16] = v;
}

__global__ void maskOfTheOtherHalf(int *values) {
  if (threadIdx.x % 32 < 16)
    values[threadIdx.x] = __any_sync(0xffff0000u, values[threadIdx.x]); // warn sync-mask: is executed by lane 0, which its mask does not name
}

__global__ void oneLaneIsMissing(int *values) {
  if (threadIdx.x % 32 < 17)
    values[threadIdx.x] = __all_sync(0x0000ffffu, values[threadIdx.x]); // warn sync-mask: is executed by lane 16, which its mask does not name
}

__global__ void maskIn64Bits(int *values) {
  const unsigned long long mask = 0x7fffffffull;
  values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]); // warn sync-mask: is executed by lane 31
}

// Inline PTX waits for its mask like the function does.
__global__ void warpBarrierInPtx(int *values) {
  if (threadIdx.x % 32 < 16)
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); // warn sync-mask: 'bar.warp.sync' waits for lane 16
  values[threadIdx.x] = 0;
}

// --- Silent -------------------------------------------------------------------

__global__ void wholeWarp(int *values) {
  int v = values[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor_sync(AllLanes, v, d);
  __syncwarp();
  values[threadIdx.x] = v + __popc(__ballot_sync(~0u, v > 0));
}

__global__ void warpUniformBranches(int *values, int n) {
  unsigned warp = threadIdx.x / 32;
  int v = values[threadIdx.x];
  if (warp == 0)
    v = __shfl_xor_sync(AllLanes, v, 1);
  if (threadIdx.x >> 5 < 3)
    v = __shfl_xor_sync(AllLanes, v, 2);
  if (n > 3 && blockIdx.x == 0)
    v = __shfl_xor_sync(AllLanes, v, 4);
  if (threadIdx.x < 64)
    v = __shfl_xor_sync(AllLanes, v, 8);
  if ((threadIdx.x & ~31u) == 32)
    v = __shfl_xor_sync(AllLanes, v, 16);
  if (__any_sync(AllLanes, v > 0))
    v = __shfl_xor_sync(AllLanes, v, 1);
  if (__ballot_sync(AllLanes, v > 5) != 0)
    __syncwarp();
  if (__shfl_sync(AllLanes, v, 0) > 2)
    __syncwarp();
  values[threadIdx.x] = v;
}

__global__ void halfMaskForHalfAWarp(int *values) {
  int v = values[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    v += __shfl_xor_sync(0x0000ffffu, v, 8);
  else
    v -= __shfl_xor_sync(0xffff0000u, v, 8);
  if (threadIdx.x % 2 == 0)
    v += __shfl_xor_sync(0x55555555u, v, 2);
  values[threadIdx.x] = v;
}

__global__ void oneLaneNamesItself(int *values) {
  if (threadIdx.x % 32 == 0)
    __syncwarp(1);
  if (threadIdx.x % 32 == 3)
    values[threadIdx.x] = __any_sync(8, values[threadIdx.x]);
}

// Every lane makes the same number of rounds.
__global__ void paddedLaneLoop(const float *row, float *out, int n) {
  float sum = 0;
  for (int base = 0; base < n; base += 32) {
    int i = base + threadIdx.x % 32;
    float v = i < n ? row[i] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_xor_sync(AllLanes, v, d);
    sum += v;
  }
  out[threadIdx.x] = sum;
}

__global__ void wholeRounds(int *values) {
  for (int i = threadIdx.x % 32; i < 64; i += 32)
    values[i] = __shfl_xor_sync(AllLanes, values[i], 1);
}

__global__ void warpStrideLoop(int *values, int rows) {
  int lane = threadIdx.x % 32;
  for (int row = threadIdx.x / 32; row < rows; row += blockDim.x / 32) {
    int v = values[row * 32 + lane];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(AllLanes, v, d);
    if (lane == 0)
      values[row] = v;
    __syncwarp();
  }
}

__global__ void leavesByVote(const float *in, float *out, int n) {
  float value = in[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    if (__all_sync(AllLanes, value > 1.0f))
      break;
    value += __shfl_xor_sync(AllLanes, value, 1);
  }
  out[threadIdx.x] = value;
}

__global__ void conditionAroundTheWork(const int *in, int *out) {
  int mine = in[threadIdx.x], next = 0;
  next = __shfl_down_sync(AllLanes, mine, 1);
  if (mine > 0)
    out[threadIdx.x] = next;
  __syncwarp();
}

__global__ void calleeForAll(int *values) {
  int sum = sumOfWarp(values[threadIdx.x]);
  if (threadIdx.x % 32 == 0)
    values[threadIdx.x / 32] = sum;
}

__global__ void argumentIsUniform(int *values, bool take) {
  values[threadIdx.x] = sumIf(values[threadIdx.x], take);
}

// The mask is not known.
__global__ void maskIsAParameter(int *values, unsigned mask) {
  if (threadIdx.x % 32 < 16)
    values[threadIdx.x] = __shfl_sync(mask, values[threadIdx.x], 0);
}
