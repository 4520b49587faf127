// RUN: %verify %s --checks=-*,warplint-shared-memory-race
// XFAIL: *
//
// Races that this check does not see. When one is mended, it moves to the test
// of its theme.

__global__ void zeroRounds(const int *in, int *out, int n) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  for (int i = 0; i < n; ++i)
    __syncthreads();
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchZero(const int *in, int *out, int n) { zeroRounds<<<1, 256>>>(in, out, n); }

// The object is chosen by the thread.
__global__ void ternaryPointerSame(const int *in, int *out) {
  __shared__ int even[128], odd[128];
  int *mine = threadIdx.x & 64 ? odd : even;
  mine[threadIdx.x >> 1] = in[threadIdx.x]; // warn shared-memory-race: is written by several threads at once
}
void launchTernary2(const int *in, int *out) { ternaryPointerSame<<<1, 256>>>(in, out); }
