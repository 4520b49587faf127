// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier
//
// Lanes that go straight to the end of the kernel count as exited: nobody waits
// for them. What they do not bring is missing all the same, and whoever has
// something left to do has not exited.

constexpr unsigned AllLanes = 0xffffffffu;

// --- Found ----------------------------------------------------------------------

__global__ void readsWhoHasLeft(const int *in, int *out) {
  if (threadIdx.x % 32 >= 4)
    out[threadIdx.x] = __shfl_sync(AllLanes, in[threadIdx.x], 0); // warn sync-mask: gives lane 4 the value of lane 0, which does not come here
  // note@-1: let all lanes come, with a neutral value where the condition does not hold
}

__global__ void treeOfTooFew(const int *in, int *out) {
  if (threadIdx.x < 16) {
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(AllLanes, v, d); // warn sync-mask: gives lane 0 the value of lane 16, which does not come here
    if (threadIdx.x == 0)
      *out = v;
  }
}

__global__ void waitsBehind(int *out) {
  if (threadIdx.x % 32 < 16) {
    out[threadIdx.x] = 1;
    __syncwarp(); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  }
  __syncwarp();
}

__global__ void comesBack(int *out, int n) {
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x % 32 < 16)
      continue;
    __syncwarp(); // warn sync-mask: waits for lane 0, which does not come here with lane 16
    out[threadIdx.x] = i;
  }
}

__global__ void voteOfFew(const int *in, int *out) {
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = __any_sync(AllLanes, in[threadIdx.x]); // warn sync-mask: waits for lane 16
}

// Half a warp per item: who has none goes to the end past both conditions, but
// the last step of the tree wants its value.
__device__ void swap(int &k, int mask) {
  k = __shfl_xor_sync(AllLanes, k, mask);
}
__global__ void askedTwiceWantsAll(int *x, const int items) {
  int g = threadIdx.x + blockIdx.x * blockDim.x, item = g >> 4;
  int v = 0;
  if (item < items) {
    v = x[g];
    swap(v, 1);
    swap(v, 16); // warn sync-mask: '__shfl_xor_sync()' in 'swap' gives lane 0 the value of lane 16, which does not come here
  }
  if (item < items)
    x[g] = v;
}

__global__ void oppositeAsked(int *x, const int items) {
  int g = threadIdx.x + blockIdx.x * blockDim.x, item = g >> 4;
  if (item < items)
    x[g] = __shfl_xor_sync(AllLanes, x[g], 1); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  if (item >= items)
    x[g] = 0;
}

__global__ void otherAsked(int *x, const int items) {
  int g = threadIdx.x + blockIdx.x * blockDim.x, item = g >> 4;
  int v = 0;
  if (item < items)
    v = __shfl_xor_sync(AllLanes, x[g], 1); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  if (item < items + 1)
    x[g] = v;
}

__global__ void storesBetween(int *x, int *y, const int items) {
  int g = threadIdx.x + blockIdx.x * blockDim.x, item = g >> 4;
  int v = 0;
  if (item < items)
    v = __shfl_xor_sync(AllLanes, x[g], 1); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  y[g] = v;
  if (item < items)
    x[g] = v;
}

__global__ void askedAnew(int *x, int items) {
  int g = threadIdx.x + blockIdx.x * blockDim.x, item = g >> 4;
  int v = 0;
  if (item < items)
    v = __shfl_xor_sync(AllLanes, x[g], 1); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  items += 1;
  if (item < items)
    x[g] = v;
}

// --- Silent ---------------------------------------------------------------------

__global__ void treeOfThoseHere(const int *in, int *out) {
  if (threadIdx.x < 16) {
    int v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2)
      v += __shfl_down_sync(AllLanes, v, d);
    if (threadIdx.x == 0)
      *out = v;
  }
}

__global__ void pairs(int *out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i / 2 < n) {
    int v = out[i];
    v += __shfl_xor_sync(AllLanes, v, 1);
    out[i] = v;
  }
}

__global__ void sameWithReturn(int *out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i / 2 >= n)
    return;
  int v = out[i];
  v += __shfl_xor_sync(AllLanes, v, 1);
  out[i] = v;
}

__global__ void barrierOfThoseHere(int *out) {
  if (threadIdx.x % 32 < 16) {
    out[threadIdx.x] = 1;
    __syncwarp();
    out[threadIdx.x] = out[threadIdx.x ^ 1];
  }
}

__global__ void strideToTheEnd(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += 256) {
    out[i] = 1;
    __syncwarp();
    out[i] = out[i ^ 1];
  }
}

__global__ void askedTwice(int *x, const int items) {
  int g = threadIdx.x + blockIdx.x * blockDim.x, item = g >> 4;
  int v = 0;
  if (item < items) {
    v = x[g];
    v = __shfl_xor_sync(AllLanes, v, 1);
  }
  if (item < items)
    x[g] = v;
}

__global__ void askedThreeTimes(int *x, int *y, const int items) {
  int g = threadIdx.x + blockIdx.x * blockDim.x, item = g >> 4;
  bool mine = item < items;
  int v = x[g];
  if (mine)
    v = __shfl_xor_sync(AllLanes, v, 8);
  if (!(item >= items))
    x[g] = v;
  if (!mine)
    return;
  y[g] = v;
}

// Groups of four lanes; only whole warps of groups write through each other.
__global__ void wholeWarpsWriteTogether(const int *in, int *out, int groups) {
  int g = (blockIdx.x * blockDim.x + threadIdx.x) >> 2, v = 0;
  int whole = (groups / 8) * 8;
  if (g < groups) {
    v = in[g * 4 + (threadIdx.x & 3)];
    v = max(v, __shfl_xor_sync(~0u, v, 1));
    v = max(v, __shfl_xor_sync(~0u, v, 2));
  }
  if (g < whole) {
    v += __shfl_xor_sync(~0u, v, 16);
    out[g * 4 + (threadIdx.x & 3)] = v;
  } else if (g < groups) {
    out[g * 4 + (threadIdx.x & 3)] = v;
  }
}

// The same with the rest taken off.
__global__ void withoutTheRest(const int *in, int *out, int groups) {
  int g = blockIdx.x * 8 + threadIdx.x / 4, v = 0;
  if (g < groups) {
    v = in[g];
    v = max(v, __shfl_xor_sync(~0u, v, 1));
  }
  if (g < groups - groups % 8)
    out[g] = v + __shfl_xor_sync(~0u, v, 8);
}

// Rounded up there are threads that go on.
__global__ void roundedUp(const int *in, int *out, int groups) {
  int g = (blockIdx.x * blockDim.x + threadIdx.x) >> 2, v = 0;
  if (g < groups) {
    v = in[g];
    v = max(v, __shfl_xor_sync(~0u, v, 1)); // warn sync-mask: waits for lane
  }
  if (g < (groups + 7) / 8 * 8)
    out[g] = v + __shfl_xor_sync(~0u, v, 16);
}
