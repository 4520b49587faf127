// What one launch passes need not go with the block of another launch, and a
// choice among the arguments goes with what its test says.
// RUN: %verify %s --checks=-*,warplint-sync-mask

__device__ void scan(int *d, int width) {
  int v = d[threadIdx.x];
  if (threadIdx.x / width == 0) v += __shfl_up_sync(~0u, v, 1, width);
  d[threadIdx.x] = v;
}
__global__ void chosen(int *d, int width) { scan(d, width); }
__global__ void capped(int *d, int width) { scan(d, width); }
__global__ void cappedBelow(int *d, int width) { scan(d, width); }
__global__ void plain(int *d, int width) { scan(d, width); }

void right(int *d, int n) {
  int t = n / 256;
  chosen<<<n, 256>>>(d, 32);
  chosen<<<1, t>>>(d, t > 32 ? 32 : t);
  capped<<<1, t>>>(d, t <= 32 ? t : 32);
  if (t > 32) cappedBelow<<<1, t>>>(d, 32);
  else cappedBelow<<<1, t>>>(d, t);
  plain<<<4, 256>>>(d, 32);
  plain<<<1, t>>>(d, t);
}

// --- Wrong --------------------------------------------------------------------

__global__ void halves(int *d, int width) {
  int v = d[threadIdx.x];
  if (threadIdx.x / width == 0)
    v += __shfl_up_sync(~0u, v, 1, width); // warn sync-mask: which does not come here
  d[threadIdx.x] = v;
}
void wrong(int *d, int n) { halves<<<n, 256>>>(d, n > 64 ? 16 : 32); }
