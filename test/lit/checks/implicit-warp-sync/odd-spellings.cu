// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync --certainty=model
//
// The same questions, spelled in ways that are less common.

#define LANE (threadIdx.x & (warpSize - 1))

__global__ void scanInALoop(const int *in, int *out) {
  __shared__ volatile int cells[64];
  cells[LANE] = 0;
  volatile int *own = cells + 32 + LANE;
  *own = in[threadIdx.x];
  __syncwarp();
  for (int d = 1; d < 32; d <<= 1)
    *own += own[-d]; // warn implicit-warp-sync: another lane of the warp may still
  out[threadIdx.x] = *own;
}
void launchScan(const int *in, int *out) { scanInALoop<<<1, 32>>>(in, out); }

__global__ void scanInALoopMended(const int *in, int *out) {
  __shared__ int cells[64];
  cells[LANE] = 0;
  int *own = cells + 32 + LANE;
  *own = in[threadIdx.x];
  __syncwarp();
  for (int d = 1; d < 32; d <<= 1) {
    int before = own[-d];
    __syncwarp();
    *own += before;
    __syncwarp();
  }
  out[threadIdx.x] = *own;
}
void launchScanMended(const int *in, int *out) { scanInALoopMended<<<1, 32>>>(in, out); }

__global__ void barrierInPtx(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[threadIdx.x] = cells[31 - threadIdx.x];
}
void launchPtx(const int *in, int *out) { barrierInPtx<<<1, 32>>>(in, out); }

__global__ void barrierOfHalf(const int *in, int *out) {
  __shared__ int cells[32];
  unsigned lane = threadIdx.x, half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
  cells[lane] = in[lane];
  __syncwarp(half);
  out[lane] = cells[lane ^ 1];
}
void launchHalf(const int *in, int *out) { barrierOfHalf<<<1, 32>>>(in, out); }

__global__ void oneLaneWritesAndReads(const int *in, int *out) {
  __shared__ int slots[8];
  if (LANE == 0) {
    slots[threadIdx.x / 32] = in[threadIdx.x];
    out[threadIdx.x] = slots[threadIdx.x / 32];
  }
}
void launchOne(const int *in, int *out) { oneLaneWritesAndReads<<<1, 256>>>(in, out); }

// As many rows of threads as the array has room for.
__global__ void rowsAsThereIsRoom(const float *in, float *out) {
  __shared__ float tile[16 * 33];
  int y = 8 * threadIdx.y, x = threadIdx.x, column = x & 7;
  for (int i = 0; i < 8; ++i)
    tile[(y + i) * 33 + x] = in[(y + i) * 32 + x];
  for (int i = 0; i < 8; ++i)
    out[(y + i) * 32 + x] = tile[(y + column) * 33 + x - column + i]; // warn implicit-warp-sync: {{'tile\[\d+\]' is read while another lane of the warp may still write it \(portability\)$}}
}
