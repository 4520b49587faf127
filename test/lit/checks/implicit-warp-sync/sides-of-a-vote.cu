// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
//
// All lanes have one result of a vote: what one side of a test of it writes, no
// lane on the other side does.

__device__ int first(unsigned votes) { return __ffs(votes) - 1; }

__global__ void firstOrNone(const float *in, int *out) {
  __shared__ int found[8];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] > 0.5f);
  if (lane == first(votes))
    found[warp] = threadIdx.x;
  if (votes == 0 && lane == 0)
    found[warp] = -1;
  __syncthreads();
  out[threadIdx.x] = found[warp];
}
void launchFirstOrNone(const float *in, int *out) { firstOrNone<<<1, 256>>>(in, out); }

__global__ void anyOrNone(const float *in, int *out) {
  __shared__ int found[8];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (__any_sync(0xffffffffu, in[threadIdx.x] > 0.5f)) {
    if (lane == 31)
      found[warp] = 1;
  } else if (lane == 0) {
    found[warp] = 0;
  }
  __syncthreads();
  out[threadIdx.x] = found[warp];
}
void launchAnyOrNone(const float *in, int *out) { anyOrNone<<<1, 256>>>(in, out); }

// Two votes are two questions.
__global__ void twoVotes(const float *in, int *out) {
  __shared__ int found[8];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  bool high = __any_sync(0xffffffffu, in[threadIdx.x] > 0.5f),
       low = __any_sync(0xffffffffu, in[threadIdx.x] < 0.1f);
  if (high && lane == 31)
    found[warp] = 1;
  if (low && lane == 0)
    found[warp] = 0; // warn implicit-warp-sync: is written while another lane of the warp may still write it
  __syncthreads();
  out[threadIdx.x] = found[warp];
}
void launchTwoVotes(const float *in, int *out) { twoVotes<<<1, 256>>>(in, out); }

// The last lane that votes is not the first one.
__global__ void bothEnds(const float *in, int *out) {
  __shared__ int found[8];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] > 0.5f);
  if (votes && lane == 0)
    found[warp] = votes;
  if (votes > 1 && lane == 1)
    found[warp] = threadIdx.x; // warn implicit-warp-sync: is written while another lane of the warp may still write it
  __syncthreads();
  out[threadIdx.x] = found[warp];
}
void launchBothEnds(const float *in, int *out) { bothEnds<<<1, 256>>>(in, out); }
