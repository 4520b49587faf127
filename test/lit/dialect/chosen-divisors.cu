// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// For a template that nobody instantiates no number is chosen by which something
// becomes empty that is there to be counted.

// A warp has 32 / (N * N) blocks of a matrix: 256, 32 and 8 would leave none.
template <int N> __global__ void blocksOfAMatrix(const float *a, float *y, int rows) {
  const int perWarp = 32 / (N * N), perBlock = perWarp * 4;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int item = lane / (N * N), inItem = lane % (N * N);
  for (int row = blockIdx.x * perBlock + warp * perWarp + item; row < rows; row += gridDim.x * perBlock)
    if (inItem % N == 0)
      y[N * row + inItem / N] = a[N * N * row + inItem]; // silent: no-alias
}
template <int N> void launch(const float *a, float *y, int rows) {
  blocksOfAMatrix<N><<<(rows + 32 / (N * N) * 4 - 1) / (32 / (N * N) * 4), 128>>>(a, y, rows);
}

template <int N> __global__ void oneForAll(const float *a, float *y, int rows) {
  const int perWarp = 32 / (N * N), perBlock = perWarp * 4;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int item = lane / (N * N), inItem = lane % (N * N);
  for (int row = blockIdx.x * perBlock + warp * perWarp + item; row < rows; row += gridDim.x * perBlock)
    if (inItem % N == 0)
      y[row] = a[N * N * row + inItem]; // warn global-memory-race: several threads at once
}
template <int N> void launchOneForAll(const float *a, float *y, int rows) {
  oneForAll<N><<<(rows + 32 / (N * N) * 4 - 1) / (32 / (N * N) * 4), 128>>>(a, y, rows);
}
