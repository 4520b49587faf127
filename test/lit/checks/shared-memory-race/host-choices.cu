// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// What the host chooses by a test, it has chosen where it tests the same again.

enum Side { Left = 141, Right = 142 };

template <int Size> __global__ void __launch_bounds__(32) fitting(const float *a, float *out, int m, int n) {
  __shared__ float s[Size * Size];
  int tx = threadIdx.x;
  if (tx < m)
    for (int i = 0; i < m; i++)
      s[i * Size + tx] = a[i * m + tx];
  __syncthreads();
  if (tx < n)
    for (int i = 0; i < Size; i++)
      out[i * n + tx] = s[i * Size];
}
template <int Size> void runFitting(Side side, const float *a, float *out, int m, int n) {
  if (side == Left)
    fitting<Size><<<(n + 31) / 32, 32>>>(a, out, m, n);
}
void solveLeft(Side side, const float *a, float *out, int m, int n) {
  int rows = side == Left ? m : n;
  if (side == Left) {
    if (rows <= 2)
      runFitting<2>(side, a, out, m, n);
    else if (rows <= 4)
      runFitting<4>(side, a, out, m, n);
  }
}

// Of the other choice nothing has been tested.
template <int Size> __global__ void __launch_bounds__(32) tooLarge(const float *a, float *out, int m, int n) {
  __shared__ float s[Size * Size];
  int tx = threadIdx.x;
  if (tx < m)
    for (int i = 0; i < m; i++)
      s[i * Size + tx] = a[i * m + tx]; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  if (tx < n)
    for (int i = 0; i < Size; i++)
      out[i * n + tx] = s[i * Size];
}
template <int Size> void runTooLarge(Side side, const float *a, float *out, int m, int n) {
  if (side == Right)
    tooLarge<Size><<<(n + 31) / 32, 32>>>(a, out, m, n);
}
void solveRight(Side side, const float *a, float *out, int m, int n) {
  int rows = side == Left ? m : n;
  if (side == Right) {
    if (rows <= 2)
      runTooLarge<2>(side, a, out, m, n);
    else if (rows <= 4)
      runTooLarge<4>(side, a, out, m, n);
  }
}
