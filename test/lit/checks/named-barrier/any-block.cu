// RUN: %verify %s --checks=-*,warplint-named-barrier
//
// Where nothing tells how large a block is: wrong is what goes wrong in each.

__device__ void sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ void arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// Right in blocks of 128 threads.
__global__ void handsOver(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (t < 64) {
      sync(2, 128); // silent: whole-rows
      s[t] = in[i * 64 + t];
      arrive(1, 128); // silent: whole-rows
    } else {
      arrive(2, 128); // silent: whole-rows
      sync(1, 128); // silent: whole-rows
      out[i * 64 + t - 64] = s[127 - t];
    }
}

__global__ void countsDiffer(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (t < 64) {
      sync(2, 128); // silent: whole-rows
      s[t] = in[i * 64 + t];
      arrive(1, 64); // warn named-barrier: barrier 1 is used with 64 threads here and with 128 elsewhere
      // note@-1: in a block of 128 threads, warp 0 comes here
    } else {
      arrive(2, 128); // silent: whole-rows
      sync(1, 128); // silent: whole-rows
      out[i * 64 + t - 64] = s[127 - t];
    }
}

__global__ void fewerThanAreCounted(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    sync(1, 96); // warn named-barrier: barrier 1 waits for 96 threads, and 64 come
    out[t] = s[63 - t];
  }
}

// Right in blocks of 64 threads, of which none comes to the other barrier.
__global__ void onlyInSmallBlocks(const int *in, int *out) {
  int t = threadIdx.x;
  if (t < 64)
    out[t] = in[t];
  else
    sync(1, 128); // silent: whole-rows
}

// Right in blocks of 192 threads, whose groups are of 64 and of 128.
__global__ void groupsOfTwoSizes(int *out) {
  int t = threadIdx.x;
  if (t < 64)
    sync(1, 64); // silent: whole-rows
  else
    sync(2, 128); // silent: whole-rows
  out[t] = t;
}

// Who has which place in a block of planes is not known.
__global__ void planes(int *out) {
  if (threadIdx.y == 0)
    sync(1, 64); // silent: whole-rows
  out[threadIdx.x] = 0;
}

// The block leaves whom the barrier does not count.
__global__ void restLeaves(int *out) {
  if (threadIdx.x >= 96)
    return;
  sync(3, 96);
  out[threadIdx.x] = 0;
}
