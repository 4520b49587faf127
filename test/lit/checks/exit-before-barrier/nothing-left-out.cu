// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Elements that an atomic hands out to those who stay have no gaps, and those that
// everybody has filled before some leave have values.

__global__ void appended(const float *in, int *out, int width, int height, float limit) {
  __shared__ unsigned count;
  __shared__ unsigned short list[64];
  int tx = threadIdx.x, ty = threadIdx.y, y = blockIdx.y * 4 + ty;
  if (tx == 0 && ty == 0)
    count = 0;
  __syncthreads();
  if (y >= height)
    return;
  if (in[y * width + tx] > limit) {
    int at = atomicInc(&count, 63);
    list[at] = y * 32 + tx;
  }
  __syncthreads(); // warn exit-before-barrier: (portability)
  if (ty == 0 && tx < count)
    out[blockIdx.y * 32 + tx] = list[tx];
}
// Who leaves has taken a place.
__global__ void takenBefore(const float *in, int *out, int width, int height, float limit) {
  __shared__ unsigned count;
  __shared__ unsigned short list[128];
  int tx = threadIdx.x, ty = threadIdx.y, y = blockIdx.y * 4 + ty;
  if (tx == 0 && ty == 0)
    count = 0;
  __syncthreads();
  int at = atomicAdd(&count, 1);
  if (y >= height)
    return;
  list[at] = in[y * width + tx] > limit;
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  if (ty == 0 && tx < count)
    out[blockIdx.y * 32 + tx] = list[tx];
}
// The greatest number so far is no place that an atomic hands out.
__global__ void placedByTheGreatest(const float *in, int *out, int width, int height, float limit) {
  __shared__ unsigned most;
  __shared__ unsigned short list[128];
  int tx = threadIdx.x, ty = threadIdx.y, y = blockIdx.y * 4 + ty;
  if (tx == 0 && ty == 0)
    most = 0;
  __syncthreads();
  if (y >= height)
    return;
  if (in[y * width + tx] > limit) {
    int at = atomicMax(&most, ty * 32 + tx);
    list[at] = y * 32 + tx;
  }
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  if (ty == 0 && tx < most)
    out[blockIdx.y * 32 + tx] = list[tx];
}
// Who leaves by its column would have had some of all the elements to look at.
__global__ void sharedWork(const float *in, int *out, int width, int count_of_all, float limit) {
  __shared__ unsigned count;
  __shared__ int list[1024];
  int column = blockIdx.x * 32 + threadIdx.x, rank = threadIdx.y * 32 + threadIdx.x;
  if (rank == 0)
    count = 0;
  __syncthreads();
  if (column >= width)
    return;
  for (int i = threadIdx.y; i < count_of_all; i += 4)
    if (in[i] > limit)
      list[atomicAdd(&count, 1)] = i;
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += list[i];
  out[column * 4 + threadIdx.y] = sum;
}
void launchLists(const float *in, int *out, int width, int height, float limit) {
  const dim3 grid(1, (height + 3) / 4), block(32, 4);
  appended<<<grid, block>>>(in, out, width, height, limit);
  takenBefore<<<grid, block>>>(in, out, width, height, limit);
  placedByTheGreatest<<<grid, block>>>(in, out, width, height, limit);
  sharedWork<<<(width + 31) / 32, block>>>(in, out, width, height, limit);
}

__global__ void filledBefore(const float *in, const int *kind, float *out, int pitch) {
  __shared__ float tile[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int i = 0; i < 32; i += 4)
    tile[(i + ty) * 32 + tx] = 0;
  if (kind[blockIdx.x * 32 + tx] < 0)
    return;
  for (int i = 0; i < 32; i += 4)
    tile[(i + ty) * 32 + tx] = in[(i + ty) * pitch + tx];
  __syncthreads(); // warn exit-before-barrier: (portability)
  float sum = 0;
  for (int i = 0; i < 32; i++)
    sum += tile[tx * 32 + i];
  out[blockIdx.x * 32 + tx] = sum;
}
__global__ void filledToOneEnd(const float *in, const int *kind, float *out, int n) {
  __shared__ float s[256];
  int tx = threadIdx.x;
  for (int i = tx; i < n; i += 64)
    s[i] = 0;
  if (kind[tx] < 0)
    return;
  for (int i = tx; i < n; i += 64)
    s[i] = in[i];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[tx] = s[63 - tx];
}
__global__ void filledByALongerLoop(const float *in, const int *kind, float *out) {
  __shared__ float s[256];
  int tx = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    s[i * 64 + tx] = 0;
  if (kind[tx] < 0)
    return;
  for (int i = 0; i < 3; ++i)
    s[i * 64 + tx] = in[i * 64 + tx];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[tx] = s[255 - tx];
}
// Not all that is written later.
__global__ void filledByAShorterLoop(const float *in, const int *kind, float *out, int pitch) {
  __shared__ float tile[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int i = 0; i < 8; i += 4)
    tile[(i + ty) * 32 + tx] = 0;
  if (kind[blockIdx.x * 32 + tx] < 0)
    return;
  for (int i = 0; i < 32; i += 4)
    tile[(i + ty) * 32 + tx] = in[(i + ty) * pitch + tx];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  float sum = 0;
  for (int i = 0; i < 32; i++)
    sum += tile[tx * 32 + i];
  out[blockIdx.x * 32 + tx] = sum;
}
__global__ void filledToTheMiddle(const float *in, const int *kind, float *out, int n) {
  __shared__ float s[256];
  int tx = threadIdx.x;
  for (int i = tx; i < n / 2; i += 64)
    s[i] = 0;
  if (kind[tx] < 0)
    return;
  for (int i = tx; i < n; i += 64)
    s[i] = in[i];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[tx] = s[63 - tx];
}
__global__ void filledInLargerSteps(const float *in, const int *kind, float *out, int n) {
  __shared__ float s[256];
  int tx = threadIdx.x;
  for (int i = tx; i < n; i += 128)
    s[i] = 0;
  if (kind[tx] < 0)
    return;
  for (int i = tx; i < n; i += 64)
    s[i] = in[i];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[tx] = s[63 - tx];
}
__global__ void filledFromTheSecondOn(const float *in, const int *kind, float *out, int n) {
  __shared__ float s[256];
  int tx = threadIdx.x;
  for (int i = tx + 64; i < n; i += 64)
    s[i] = 0;
  if (kind[tx] < 0)
    return;
  for (int i = tx; i < n; i += 64)
    s[i] = in[i];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[tx] = s[63 - tx];
}
// No loop's variable says how far.
__global__ void filledUpToData(const float *in, const int *kind, float *out, int n) {
  __shared__ float s[256];
  int tx = threadIdx.x;
  for (int i = tx; kind[i] > 0; i += 64)
    s[i] = 0;
  if (kind[tx] < 0)
    return;
  for (int i = tx; i < n; i += 64)
    s[i] = in[i];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[tx] = s[63 - tx];
}
__global__ void filledByTheFirstRow(const float *in, const int *kind, float *out) {
  __shared__ float x[32];
  int tx = threadIdx.x, ty = threadIdx.y;
  if (ty == 0)
    x[tx] = 0;
  if (kind[blockIdx.x * 32 + tx] < 0)
    return;
  if (ty == 0 && tx < 30)
    x[tx] = in[tx];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[(blockIdx.x * 4 + ty) * 32 + tx] = x[31 - tx];
}
__global__ void filledByTheSecondRow(const float *in, const int *kind, float *out) {
  __shared__ float x[32];
  int tx = threadIdx.x, ty = threadIdx.y;
  if (ty == 1 && tx > 3)
    x[tx] = 0;
  if (kind[blockIdx.x * 32 + tx] < 0)
    return;
  if (ty == 0 && tx < 30)
    x[tx] = in[tx];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[(blockIdx.x * 4 + ty) * 32 + tx] = x[31 - tx];
}
// Of a row only the first element has been filled.
__global__ void filledInPart(const float *in, const int *kind, float *out, int pitch) {
  __shared__ float tile[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty * 32 + tx] = 0;
  if (kind[blockIdx.x * 32 + tx] < 0)
    return;
  for (int i = 0; i < 32; i += 4)
    tile[(i + ty) * 32 + tx] = in[(i + ty) * pitch + tx];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  float sum = 0;
  for (int i = 0; i < 32; i++)
    sum += tile[tx * 32 + i];
  out[blockIdx.x * 32 + tx] = sum;
}
// Only by those who stay.
__global__ void filledByOthers(const float *in, const int *kind, float *out, int pitch) {
  __shared__ float tile[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y;
  bool stays = kind[blockIdx.x * 32 + tx] >= 0;
  if (stays)
    for (int i = 0; i < 32; i += 4)
      tile[(i + ty) * 32 + tx] = 0;
  if (!stays)
    return;
  for (int i = 0; i < 32; i += 4)
    tile[(i + ty) * 32 + tx] = in[(i + ty) * pitch + tx];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  float sum = 0;
  for (int i = 0; i < 32; i++)
    sum += tile[tx * 32 + i];
  out[blockIdx.x * 32 + tx] = sum;
}
