// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Rows of threads, or warps, that leave as a whole take their part of shared
// memory with them.

__global__ void rowEach(const float *const *problems, int *pivot, int n, int kl, int count) {
  extern __shared__ float data[];
  int tx = threadIdx.x, ty = threadIdx.y, problem = blockIdx.x * blockDim.y + ty;
  if (problem >= count)
    return;
  float *part = data + ty * (kl + 1);
  for (int j = 0; j < n; j++) {
    int km = 1 + min(kl, n - j);
    if (tx < km)
      part[tx] = problems[problem][j * n + tx];
    __syncthreads(); // warn exit-before-barrier: (portability)
    float most = part[0];
    for (int i = 1; i < km; i++)
      most = max(most, part[i]);
    if (tx == 0)
      pivot[problem * n + j] = most;
    __syncthreads();
  }
}
__global__ void commonPart(const float *const *problems, int *pivot, int n, int kl, int count) {
  extern __shared__ float data[];
  int tx = threadIdx.x, ty = threadIdx.y, problem = blockIdx.x * blockDim.y + ty;
  if (problem >= count)
    return;
  for (int j = 0; j < n; j++) {
    if (tx <= kl)
      data[tx * blockDim.y + ty] = problems[problem][j * n + tx];
    __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
    float most = data[0];
    for (int i = 1; i <= kl; i++)
      most = max(most, data[i]);
    if (tx == 0)
      pivot[problem * n + j] = most;
    __syncthreads();
  }
}
__global__ void nextRow(const float *in, float *out, int pitch, int count) {
  extern __shared__ float data[];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.x * blockDim.y + ty;
  if (row >= count)
    return;
  data[ty * pitch + tx] = in[row * pitch + tx];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[row * pitch + tx] = data[ty * pitch + tx] + data[(ty + 1) * pitch + tx];
}
__global__ void onlySomeOfARow(const float *in, float *out, int pitch, int count) {
  extern __shared__ float data[];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.x * blockDim.y + ty;
  if (row * pitch + tx >= count)
    return;
  data[ty * pitch + tx] = in[row * pitch + tx];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[row * pitch + tx] = data[ty * pitch + pitch - 1 - tx];
}
__global__ void warpEach(const float *in, float *out, int count, int pitch) {
  extern __shared__ float data[];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= count)
    return;
  data[warp * pitch + lane] = in[row * 32 + lane];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[row * 32 + lane] = data[warp * pitch + (lane ^ 1)];
}
__global__ void warpOfOthers(const float *in, float *out, int count, int pitch) {
  extern __shared__ float data[];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= count)
    return;
  data[warp * pitch + lane] = in[row * 32 + lane];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[row * 32 + lane] = data[lane * pitch + warp];
}

// Several arrays of the rows, one behind the other: the next begins where the
// last row of the one before ends.
template <int N> __global__ void behindOthers(const float *const *in, float *const *out, int count) {
  extern __shared__ float data[];
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z, problem = blockIdx.x * blockDim.z + tz;
  if (problem >= count)
    return;
  float *a = data, *b = data + blockDim.z * N * N;
  a += tz * N * N;
  b += tz * N * N;
  a[ty * N + tx] = in[problem][ty * N + tx];
  b[tx * N + ty] = in[problem][ty * N + tx];
  __syncthreads(); // warn exit-before-barrier: (portability)
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i * N + tx] * b[ty * N + i];
  out[problem][ty * N + tx] = sum;
}
template <int N> __global__ void behindRowsOfOthers(const float *const *in, float *const *out, int count) {
  extern __shared__ float data[];
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z, problem = blockIdx.x * blockDim.z + tz;
  if (problem >= count)
    return;
  float *b = data + blockDim.z * N;
  b += tz * N * N;
  b[tx * N + ty] = in[problem][ty * N + tx];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[problem][ty * N + tx] = b[ty * N + tx] + b[ty * N + tx + N * N];
}
void launchBehind(const float *const *in, float *const *out, int count, int each) {
  behindOthers<8><<<(count + each - 1) / each, dim3(8, 8, each)>>>(in, out, count);
  behindRowsOfOthers<8><<<(count + each - 1) / each, dim3(8, 8, each)>>>(in, out, count);
}

// Groups of as many threads as a parameter says, of elements with members.
__global__ void groupEach(const float2 *in, const int *number, float *out, int size) {
  __shared__ float2 part[8][64];
  int group = threadIdx.x / size, own = threadIdx.x % size, row = blockIdx.x * 8 + group;
  if (row >= number[blockIdx.y])
    return;
  part[group][own] = in[row * size + own];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[row * size + own] = part[group][0].x + ((float2 *)part)[group * 64 + own].y;
}
__global__ void groupOfOthers(const float2 *in, const int *number, float *out, int size) {
  __shared__ float2 part[64][8];
  int group = threadIdx.x / size, own = threadIdx.x % size, row = blockIdx.x * 8 + group;
  if (row >= number[blockIdx.y])
    return;
  part[own][group] = in[row * size + own];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[row * size + own] = part[0][own].x;
}
// By a shift: it is no rest of a division that tells who is in such a group.
__global__ void groupByShift(const float *in, const int *kind, float *out, int bits) {
  __shared__ float part[256];
  int group = threadIdx.x >> bits, own = threadIdx.x % bits;
  if (kind[group] < 0)
    return;
  part[group * 32 + own] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[threadIdx.x] = part[group * 32 + 1];
}

// One of two buffers for all, which the block agrees on.
__global__ void bufferOfAll(const float *in, const int *kind, float *out, int round) {
  __shared__ float s[2][8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, buffer = round % 2;
  if (kind[warp] < 0)
    return;
  s[buffer][warp][lane] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[threadIdx.x] = s[buffer][warp][(lane + 1) % 32];
}
__global__ void nextInTheBuffer(const float *in, const int *kind, float *out, int round) {
  __shared__ float s[2][8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, buffer = round % 2;
  if (kind[warp] < 0)
    return;
  s[buffer][warp][lane] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[threadIdx.x] = s[buffer][(warp + 1) % 8][(lane + 1) % 32];
}
__global__ void bufferOfEachLane(const float *in, const int *kind, float *out) {
  __shared__ float s[2][8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, buffer = lane % 2;
  if (kind[warp] < 0)
    return;
  for (int i = 0; i < 2; ++i)
    s[i][warp][lane] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[threadIdx.x] = (&s[0][0][0])[buffer * 256 + lane];
}

// A member ends where it ends, and not where its element begins.
__global__ void lastMember(const float *in, const int *kind, float *out) {
  __shared__ float s[160];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float2 *pairs = (float2 *)s;
  if (kind[warp] < 0)
    return;
  pairs[warp * 32 + lane].y = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[threadIdx.x] = s[127];
}
__global__ void behindTheLastMember(const float *in, const int *kind, float *out) {
  __shared__ float s[160];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float2 *pairs = (float2 *)s;
  if (kind[warp] < 0)
    return;
  pairs[warp * 32 + lane].y = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[threadIdx.x] = s[128];
}

// What counts up to a number that is not known is taken to stay in the row.
__global__ void openNumber(const float *in, const int *kind, float *out, int n) {
  __shared__ float s[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (kind[warp] < 0)
    return;
  if (lane == 0)
    s[2 * warp] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: (portability)
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[2 * warp + i];
  out[threadIdx.x] = sum;
}
__global__ void knownNumber(const float *in, const int *kind, float *out) {
  __shared__ float s[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (kind[warp] < 0)
    return;
  if (lane == 0)
    s[2 * warp] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += s[2 * warp + i];
  out[threadIdx.x] = sum;
}
void launchMembers(const float *in, const int *kind, float *out, int n) {
  lastMember<<<1, 64>>>(in, kind, out);
  behindTheLastMember<<<1, 64>>>(in, kind, out);
}
