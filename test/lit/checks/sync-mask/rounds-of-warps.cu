// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// A thread's number that moves by whole warps or blocks names the same group for
// all lanes of a warp, in every iteration; and what comes along several ways with
// one value is chosen by nobody.

constexpr unsigned AllLanes = 0xffffffffu;

// --- Found ----------------------------------------------------------------------

__global__ void groupsOfEight(const long *in, long *out) {
  __shared__ long s[32];
  for (unsigned i = threadIdx.x + blockDim.x * blockIdx.x; i < 4096; i += 2048) {
    if ((i >> 3) > __brev(i >> 3) >> 24)
      continue;
    s[threadIdx.x] = in[i];
    __syncwarp(); // warn sync-mask: waits for lanes that may not come here
    out[i] = s[threadIdx.x ^ 1];
  }
}

__global__ void movesByTwenty(const long *in, long *out) {
  for (unsigned i = threadIdx.x; i < 4096; i += 20) {
    if ((i >> 5) > __brev(i >> 5) >> 24)
      continue;
    __syncwarp(); // warn sync-mask: waits for lanes that may not come here
    out[i] = in[i];
  }
}

__global__ void eachItsOwnRounds(const long *in, long *out, const int *rounds) {
  unsigned i = threadIdx.x;
  for (int r = rounds[threadIdx.x]; r > 0; --r)
    i += 32;
  if ((i >> 5) > __brev(i >> 5) >> 24)
    return;
  if (in[i >> 5] > 0)
    __syncwarp(); // warn sync-mask: waits for lanes that may not come here
  out[i] = in[i];
}

__global__ void anotherValueForOneLane(const unsigned *keys, unsigned *pool) {
  unsigned lane = threadIdx.x & 31, key = keys[threadIdx.x], at = 5, back = 5;
  unsigned left;
  bool todo = true;
  while ((left = __ballot_sync(AllLanes, todo))) {
    unsigned who = __ffs(left) - 1, k = __shfl_sync(AllLanes, key, who);
    unsigned d = pool[at * 32 + lane], stop = __shfl_sync(AllLanes, d, 1);
    if (back == 5 && k >= stop) {
      at = back = __shfl_sync(AllLanes, d, 2); // warn sync-mask: waits for lanes that may not come here
      continue;
    }
    if (who == lane) {
      todo = false;
      back = at + 1;
    }
  }
}

// --- Silent ---------------------------------------------------------------------

__global__ void groupsOfAWarp(const long *in, long *out) {
  __shared__ long s[32];
  for (unsigned i = threadIdx.x + blockDim.x * blockIdx.x; i < 4096; i += 2048) {
    if ((i >> 5) > __brev(i >> 5) >> 24)
      continue;
    s[threadIdx.x] = in[i];
    __syncwarp(); // silent: whole-rows
    out[i] = s[threadIdx.x ^ 1];
    __syncwarp();
  }
}

__global__ void strideOfTheGrid(const long *in, long *out, unsigned n) {
  __shared__ long s[32];
  unsigned long i = threadIdx.x + blockDim.x * blockIdx.x;
  do {
    if (in[i >> 5] > 3)
      continue;
    s[threadIdx.x] = in[i];
    __syncwarp(); // silent: whole-rows
    out[i] = s[threadIdx.x ^ 1];
    __syncwarp();
  } while ((i += blockDim.x * gridDim.x) < n);
}

__global__ void oneValueAlongTwoWays(const unsigned *keys, unsigned *pool) {
  unsigned lane = threadIdx.x & 31, key = keys[threadIdx.x], at = 5, back = 5;
  unsigned left;
  bool todo = true;
  while ((left = __ballot_sync(AllLanes, todo))) {
    unsigned who = __ffs(left) - 1, k = __shfl_sync(AllLanes, key, who);
    unsigned d = pool[at * 32 + lane], stop = __shfl_sync(AllLanes, d, 1);
    if (back == 5 && k >= stop) {
      at = back = __shfl_sync(AllLanes, d, 2);
      continue;
    }
    back = at;
    if (who == lane)
      todo = false;
  }
}
