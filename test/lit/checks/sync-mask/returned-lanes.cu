// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-shuffle-operand
//
// Lanes that have returned are neither waited for nor named in vain: who comes
// is who stayed and passes all branches.

constexpr unsigned AllLanes = 0xffffffffu;
constexpr unsigned LowerHalf = 0xffffu;

// --- Contradictions -------------------------------------------------------------

// All but lane 0 of the block have returned: nobody comes.
__global__ void nobodyComes(int *out) {
  int t = threadIdx.x, x = t;
  if (t)
    return;
  if (t)
    x += __shfl_up_sync(AllLanes, x, 1);
  out[t] = x;
}

__global__ void someStay(int *out) {
  int t = threadIdx.x, x = t;
  if (t == 40)
    return;
  if (t)
    x += __shfl_up_sync(AllLanes, x, 1); // warn sync-mask: '__shfl_up_sync()' waits for lane 0, which does not come here with lane 1
  out[t] = x;
}

// What a parameter says at the return, it says again.
__global__ void nobodyComesByParameter(int *out, int n) {
  int t = threadIdx.x, x = t;
  if (t >= n)
    return;
  out[t] = 0;
  if (t >= n)
    x += __shfl_up_sync(AllLanes, x, 1);
  out[t] = x;
}

__global__ void allThatStayCome(int *out, int n) {
  int t = threadIdx.x, x = t;
  if (t >= n)
    return;
  out[t] = 0;
  if (t < n)
    x += __shfl_xor_sync(AllLanes, x, 1);
  out[t] = x;
}

__global__ void halfOfThoseThatStay(int *out, int n) {
  int t = threadIdx.x, x = t;
  if (t >= n)
    return;
  out[t] = 0;
  if (t < n / 2)
    x += __shfl_xor_sync(AllLanes, x, 1); // warn sync-mask: waits for lane {{[0-9]+}}, which does not come here
  out[t] = x;
}

// --- Who has returned -----------------------------------------------------------

__global__ void restHasReturned(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 15)
    return;
  if (t < 16)
    x += __shfl_up_sync(AllLanes, x, 16);
  out[t] = x;
}

__global__ void oneTooManyStays(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 17)
    return;
  if (t < 16)
    x += __shfl_up_sync(AllLanes, x, 1); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  out[t] = x;
}

__global__ void unnamedHaveReturned(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 7)
    return;
  out[t] = 0;
  if (t % 32 < 8)
    x += __shfl_sync(LowerHalf, x, 4);
  out[t] = x;
}

__global__ void unnamedStays(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 18)
    return;
  x += __shfl_sync(LowerHalf, x, 4); // warn sync-mask: '__shfl_sync()' is executed by lane 16, which its mask does not name
  out[t] = x;
}

// Who returns behind the shuffle was awaited there.
__global__ void returnsBehind(int *out) {
  int t = threadIdx.x, x = t;
  if (t % 32 < 8)
    x += __shfl_up_sync(LowerHalf, x, 1); // warn sync-mask: waits for lane 8, which does not come here with lane 0
  if (t >= 3)
    return;
  out[t] = x;
}

// --- Warps that do not come -----------------------------------------------------

__global__ void secondWarpStaysAway(int *out) {
  int t = threadIdx.x, x = t;
  if (t < 32)
    if (t < 48)
      x += __shfl_xor_sync(AllLanes, x, 8);
  out[t] = x;
}

__global__ void secondWarpComes(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 32)
    if (t < 48)
      x += __shfl_xor_sync(AllLanes, x, 8); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  out[t] = x;
}

// The warp with eight lanes does not come to the shuffle.
__global__ void sourcesReturnedElsewhere(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 40)
    return;
  if (t < 32)
    x += __shfl_xor_sync(AllLanes, x, 8);
  out[t] = x;
}

__global__ void sourcesReturnedHere(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 40)
    return;
  if (t >= 32)
    x += __shfl_xor_sync(AllLanes, x, 8); // warn shuffle-operand: '__shfl_xor_sync()' reads only lanes that have returned: lanes 0xff of the warp are left
  out[t] = x;
}

// --- Blocks of unknown size -----------------------------------------------------

// An example block has eight warps; the launch may have more.
__global__ void lateWarp(int *out) {
  int t = threadIdx.x, x = t;
  if (t / 32 == 12)
    if (t % 32 < 16)
      x += __shfl_xor_sync(AllLanes, x, 8); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  out[t] = x;
}

__global__ void lateThreads(int *out) {
  int t = threadIdx.x, x = t;
  if (t < 512)
    return;
  if (t % 32 < 16)
    x += __shfl_xor_sync(AllLanes, x, 8); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  out[t] = x;
}

// The first block leaves, others stay.
__global__ void laterBlocks(int *out) {
  int t = threadIdx.x, x = t;
  if (blockIdx.x == 0)
    return;
  if (t % 32 < 16)
    x += __shfl_xor_sync(AllLanes, x, 8); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  out[t] = x;
}

// --- Sources that have returned -------------------------------------------------

__global__ void onlyLaneReadsWhoReturned(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 1)
    return;
  if (t < 16)
    x += __shfl_sync(LowerHalf, x, 8); // warn shuffle-operand: '__shfl_sync()' reads only lanes that have returned: lanes 0x1 of the warp are left
  // note@-4: the others return where this condition says so
  out[t] = x;
}

__global__ void onlyLaneReadsItself(int *out) {
  int t = threadIdx.x, x = t;
  if (t >= 1)
    return;
  if (t < 16)
    x += __shfl_sync(LowerHalf, x, 0);
  out[t] = x;
}

// --- Lanes that come in another round --------------------------------------------

// A lane that this round leaves out has not returned.
__global__ void laterRounds(float *values, int rounds) {
  int t = threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (t / 16 < round)
      values[t] += __shfl_down_sync(AllLanes, values[t], 1); // warn sync-mask: waits for lanes that may not come here
}

__global__ void laterOfFiveRounds(float *values) {
  int t = threadIdx.x;
  for (int round = 0; round < 5; ++round)
    if (t / 16 < round)
      values[t] += __shfl_down_sync(AllLanes, values[t], 1); // warn sync-mask: waits for lanes that may not come here
}

// Whole warps come later.
__global__ void warpsInLaterRounds(float *values, int rounds) {
  int t = threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (t / 32 < round)
      values[t] += __shfl_down_sync(AllLanes, values[t], 1); // silent: whole-rows
}

void launch(int *out, int n) {
  nobodyComes<<<2, dim3(32, 2)>>>(out);
  someStay<<<2, 64>>>(out);
  nobodyComesByParameter<<<2, 64>>>(out, n);
  allThatStayCome<<<2, 64>>>(out, n);
  halfOfThoseThatStay<<<2, 64>>>(out, n);
  restHasReturned<<<2, dim3(32, 2)>>>(out);
  oneTooManyStays<<<2, 64>>>(out);
  unnamedHaveReturned<<<2, dim3(32, 2)>>>(out);
  unnamedStays<<<2, 64>>>(out);
  returnsBehind<<<2, 128>>>(out);
  secondWarpStaysAway<<<2, 64>>>(out);
  secondWarpComes<<<2, 64>>>(out);
  sourcesReturnedElsewhere<<<2, 64>>>(out);
  sourcesReturnedHere<<<2, 64>>>(out);
  onlyLaneReadsWhoReturned<<<2, 64>>>(out);
  onlyLaneReadsItself<<<2, 64>>>(out);
}
