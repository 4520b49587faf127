// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-in-bounds
//
// Sizes that put the first thread of the block in front of the array are sizes of no
// launch, whichever threads a race would need.

__global__ void lastOfTheOwnPart(const float *in, float *out, int k) {
  __shared__ float part[4 * 32];
  float *mine = part + threadIdx.x / 32 * 32;
  mine[threadIdx.x % 32] = in[threadIdx.x];
  __syncwarp();
  if (k <= 32)
    out[threadIdx.x] = mine[k - 1]; // OFF-warn shared-memory-race: while another thread of the block may still write it
}
void launchLast(const float *in, float *out, int k) { lastOfTheOwnPart<<<1, 128>>>(in, out, k); }

__global__ void linesCountedFromTheEnd(const float *in, float *out, int rows) {
  __shared__ float tiles[2][8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *mine = &tiles[0][0][0] + warp * 8 * 32;
  for (int row = 0; row < 8; ++row)
    mine[row * 32 + lane] = in[row * 32 + lane];
  __syncwarp();
  if (rows >= 8)
    out[threadIdx.x] = mine[(8 - rows) * 32 + lane]; // OFF-warn shared-memory-race: while another thread of the block may still write it
}
void launchLines(const float *in, float *out, int rows) { linesCountedFromTheEnd<<<1, 64>>>(in, out, rows); }

// The first thread is not asked.
__global__ void theOneInFront(const float *in, float *out, int k) {
  __shared__ float part[4 * 32];
  part[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  if (threadIdx.x >= 32)
    out[threadIdx.x] = part[threadIdx.x - k]; // ON-warn shared-memory-race: while another thread of the block may still write it
  // OFF-warn@-1 shared-memory-race: while another thread of the block may still write it
}
void launchFront(const float *in, float *out, int k) { theOneInFront<<<1, 128>>>(in, out, k); }

__global__ void theLastOfThePartInFront(const float *in, float *out, int k) {
  __shared__ float part[4 * 32];
  float *mine = part + threadIdx.x / 32 * 32;
  mine[threadIdx.x % 32] = in[threadIdx.x];
  __syncwarp();
  if (threadIdx.x / 32 > 0)
    out[threadIdx.x] = mine[-k]; // ON-warn shared-memory-race: while another thread of the block may still write it
  // OFF-warn@-1 shared-memory-race: while another thread of the block may still write it
}
void launchInFront(const float *in, float *out, int k) { theLastOfThePartInFront<<<1, 128>>>(in, out, k); }

// Data may keep the first thread away.
__global__ void someOfThem(const float *in, float *out, int k) {
  __shared__ float part[4 * 32];
  part[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = part[threadIdx.x - k]; // ON-warn shared-memory-race: while another thread of the block may still write it
  // OFF-warn@-1 shared-memory-race: while another thread of the block may still write it
}
void launchSome(const float *in, float *out, int k) { someOfThem<<<1, 128>>>(in, out, k); }
