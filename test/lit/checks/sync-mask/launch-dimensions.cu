// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// A warp is 32 threads along x, then y, then z: the block decides what a row is.

constexpr unsigned AllLanes = 0xffffffffu;

// --- Known blocks ---------------------------------------------------------------

__global__ void rowsOf16(int *values) {
  int v = values[threadIdx.y * 16 + threadIdx.x];
  if (threadIdx.y == 0)
    v = __shfl_xor_sync(AllLanes, v, 1); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  values[threadIdx.y * 16 + threadIdx.x] = v;
}

__global__ void rowsOf32(int *values) {
  int v = values[threadIdx.y * 32 + threadIdx.x];
  if (threadIdx.y == 0)
    v = __shfl_xor_sync(AllLanes, v, 1);
  if (threadIdx.y < 3 && threadIdx.x < 32)
    v = __shfl_xor_sync(AllLanes, v, 2);
  if (threadIdx.x < 16)
    v = __shfl_xor_sync(AllLanes, v, 4); // warn sync-mask: waits for lane 16
  values[threadIdx.y * 32 + threadIdx.x] = v;
}

__global__ void rowsOf64(int *values) {
  int v = values[threadIdx.x];
  if (threadIdx.y == 1 && threadIdx.x < 32)
    v = __shfl_xor_sync(AllLanes, v, 1);
  values[threadIdx.x] = v;
}

// Columns of a narrow block: `threadIdx.x < 32` holds for all of them.
__global__ void narrow(int *values) {
  int v = values[threadIdx.x];
  if (threadIdx.x < 32)
    v = __shfl_xor_sync(AllLanes, v, 1);
  if (threadIdx.x < 4)
    v = __shfl_xor_sync(AllLanes, v, 2); // warn sync-mask: waits for lane 4, which does not come here with lane 0
  // note@-1: lanes 0xf0f0f0f come here
  values[threadIdx.x] = v;
}

__global__ void rankInThreeDimensions(int *values) {
  int rank = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int v = values[rank];
  if (rank < 32)
    v = __shfl_xor_sync(AllLanes, v, 1);
  if (rank / 32 == 1)
    v = __shfl_xor_sync(AllLanes, v, 2);
  if (threadIdx.z == 0)
    v = __shfl_xor_sync(AllLanes, v, 4); // warn sync-mask: waits for lane 16
  values[rank] = v;
}

// The last warp of 40 threads has eight lanes; nobody waits for the others.
__global__ void partialWarp(int *values) {
  int v = values[threadIdx.x];
  if (threadIdx.x >= 32)
    v = __shfl_xor_sync(AllLanes, v, 1);
  if (threadIdx.x < 36)
    v = __shfl_xor_sync(AllLanes, v, 2); // warn sync-mask: waits for lane 4, which does not come here with lane 0
  values[threadIdx.x] = v;
}

__global__ void halfAWarpIsAll(int *values) {
  if (threadIdx.x < 16)
    values[threadIdx.x] = __any_sync(AllLanes, values[threadIdx.x]);
  if (threadIdx.x < 8)
    values[threadIdx.x] = __any_sync(AllLanes, values[threadIdx.x]); // warn sync-mask: waits for lane 8
}

__global__ void __launch_bounds__(64) upTo64(int *values) {
  if (threadIdx.x < 64)
    values[threadIdx.x] = __any_sync(AllLanes, values[threadIdx.x]);
}

void launch(int *values) {
  rowsOf16<<<1, dim3(16, 16)>>>(values);
  rowsOf32<<<1, dim3(32, 8)>>>(values);
  rowsOf64<<<1, dim3(64, 4)>>>(values);
  narrow<<<1, dim3(8, 32)>>>(values);
  rankInThreeDimensions<<<1, dim3(4, 4, 8)>>>(values);
  partialWarp<<<1, 40>>>(values);
  halfAWarpIsAll<<<1, 16>>>(values);
}

// --- Unknown blocks: a row may be a warp, x may be all there is --------------------

__global__ void rowIsAWarp(int *values) {
  int at = threadIdx.y * blockDim.x + threadIdx.x;
  int v = values[at];
  if (threadIdx.y == 0)
    v = __shfl_xor_sync(AllLanes, v, 1); // silent: whole-rows
  if (threadIdx.y < 4)
    v = __shfl_xor_sync(AllLanes, v, 2);
  for (int row = threadIdx.y; row < 100; row += blockDim.y)
    v = __shfl_xor_sync(AllLanes, v, 4);
  values[at] = v;
}

__global__ void rowBelowALimit(int *values, int rows) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows) {
    int v = values[row * 32 + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_xor_sync(AllLanes, v, d); // silent: whole-rows
    values[row * 32 + threadIdx.x] = v;
  }
}

__global__ void firstWarpOfUnknown(int *values) {
  if (threadIdx.x < 32)
    values[threadIdx.x] = __any_sync(AllLanes, values[threadIdx.x]);
  if (threadIdx.x / 32 == 0)
    values[threadIdx.x] = __any_sync(AllLanes, values[threadIdx.x]);
}

__global__ void flatRankOfUnknown(int *values) {
  int rank = threadIdx.y * blockDim.x + threadIdx.x;
  if (rank < 32)
    values[rank] = __any_sync(AllLanes, values[rank]);
  if (rank / 32 == 0)
    values[rank] = __any_sync(AllLanes, values[rank]);
}

// In no block are these 16 lanes a warp ... unless the block has no more.
__global__ void laneOfUnknown(int *values) {
  if (threadIdx.x % 32 < 16)
    values[threadIdx.x] = __any_sync(AllLanes, values[threadIdx.x]); // warn sync-mask: waits for lane 16
}

__global__ void columnOfUnknown(int *values) {
  if (threadIdx.x == 0 && threadIdx.y < 8)
    values[threadIdx.y] = __any_sync(AllLanes, values[threadIdx.y]); // warn sync-mask: waits for lane 1
}

// --- A warp's number in rows shorter than a warp -------------------------------

__global__ void warpOfRows(float *values, int rounds) {
  int rank = threadIdx.y * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (rank / 32 < round)
      values[rank] += __shfl_down_sync(AllLanes, values[rank], 1);
}
__global__ void warpOfPlanes(float *values, int rounds) {
  int rank = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (rank >> 5 < round)
      values[rank] += __shfl_down_sync(AllLanes, values[rank], 1);
}
__global__ void halfWarpOfRows(float *values, int rounds) {
  int rank = threadIdx.y * 8 + threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (rank / 16 < round)
      values[rank] += __shfl_down_sync(AllLanes, values[rank], 1); // warn sync-mask: waits for lanes that may not come here
}
// Rows are shorter than what they are multiplied with.
__global__ void wrongWidth(float *values, int rounds) {
  int rank = threadIdx.y * 16 + threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (rank / 32 < round)
      values[rank] += __shfl_down_sync(AllLanes, values[rank], 1); // warn sync-mask: waits for lanes that may not come here
}
// A plane has half a warp, and no thread beyond the first warp's number.
__global__ void planesLeftOut(float *values, int rounds) {
  int rank = threadIdx.y * 4 + threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (rank / 32 < round)
      values[rank] += __shfl_down_sync(AllLanes, values[rank], 1);
}
void shortRows(float *values, int rounds) {
  warpOfRows<<<1, dim3(8, 8)>>>(values, rounds);
  warpOfPlanes<<<1, dim3(8, 8, 2)>>>(values, rounds);
  halfWarpOfRows<<<1, dim3(8, 8)>>>(values, rounds);
  wrongWidth<<<1, dim3(8, 8)>>>(values, rounds);
  planesLeftOut<<<1, dim3(4, 4, 4)>>>(values, rounds);
}
