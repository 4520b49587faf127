// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Elements with members, read by member and written whole, and numbers of another type
// behind them in one array: slices that leave as wholes are missed by nobody.

constexpr int Threads = 128;

template <int N> __global__ void slices(const float2 *a, float2 *out, int count) {
  extern __shared__ float2 data[];
  constexpr int PerBlock = Threads / N;
  const int tx = threadIdx.x % N, ty = threadIdx.x / N;
  const int batch = blockIdx.x * PerBlock + ty;
  if (batch >= count)
    return;
  if (ty >= PerBlock)
    return;
  float2 *own = data + ty * (N + 1) * N;
  float *weights = (float *)(data + PerBlock * (N + 1) * N) + ty * N;
  for (int i = 0; i < N; ++i)
    own[i * (N + 1) + tx] = a[(batch * N + i) * N + tx];
  weights[tx] = own[tx].x;
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  float sum = 0;
  for (int j = 0; j < N; ++j)
    sum += weights[j] * own[tx * (N + 1) + j].y;
  out[batch * N + tx].x = sum;
}
template __global__ void slices<3>(const float2 *, float2 *, int);
template __global__ void slices<32>(const float2 *, float2 *, int);

template <int N> __global__ void nextSlice(const float2 *a, float2 *out, int count) {
  extern __shared__ float2 data[];
  constexpr int PerBlock = Threads / N;
  const int tx = threadIdx.x % N, ty = threadIdx.x / N;
  const int batch = blockIdx.x * PerBlock + ty;
  if (batch >= count)
    return;
  data[ty * N + tx] = a[batch * N + tx];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[batch * N + tx].x = data[(ty + 1) % PerBlock * N + tx].y;
}
template __global__ void nextSlice<32>(const float2 *, float2 *, int);

// All have written their elements, in two statements, before some leave.
__global__ void filledInTwo(const float2 *a, float2 *out, int n) {
  __shared__ float2 part[2 * Threads];
  const int t = threadIdx.x;
  part[t] = a[t];
  part[t + Threads] = a[t + Threads];
  __syncthreads();
  if (t >= 32)
    return;
  for (int j = 0; j < 2; ++j)
    part[t + j * Threads].x += part[t + j * Threads + 32].x;
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()' (portability)
  for (int j = 0; j < 2; ++j)
    out[t + j * 32].x = part[t + j * Threads].x + part[t + j * Threads + 16].x;
}
void launchFilled(const float2 *a, float2 *out, int n) { filledInTwo<<<1, Threads>>>(a, out, n); }
