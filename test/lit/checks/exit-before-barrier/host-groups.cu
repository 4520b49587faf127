// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// What the host passes decides who leaves: whole groups, whose elements nobody
// else reads, or the last block alone.

__global__ void wholeGroups(const long *in, long *out, int n) {
  __shared__ long s[256];
  int used = blockDim.x / 6 * 6, t = threadIdx.x, i = used * blockIdx.x + t;
  if (t >= used)
    return;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads(); // warn exit-before-barrier: (portability)
  long r = 0;
  for (int j = 0; j < 6; ++j)
    r ^= s[t / 6 * 6 + j];
  out[i] = r;
}
void launchWhole(const long *a, long *b, int bytes) {
  int n = (bytes + 47) / 48 * 6;
  wholeGroups<<<(n + 251) / 252, 256>>>(a, b, n);
}

__global__ void cutGroups(const long *in, long *out, int n) {
  __shared__ long s[256];
  int used = blockDim.x / 6 * 6, t = threadIdx.x, i = used * blockIdx.x + t;
  if (t >= used)
    return;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads(); // warn exit-before-barrier: what they should have written is read after it
  long r = 0;
  for (int j = 0; j < 6; ++j)
    r ^= s[t / 6 * 6 + j];
  out[i] = r;
}
void launchCut(const long *a, long *b, int bytes) {
  int n = bytes / 8;
  cutGroups<<<(n + 251) / 252, 256>>>(a, b, n);
}

__global__ void pairsOfAnEvenNumber(const int *in, int *out, unsigned count) {
  __shared__ int s[128];
  unsigned i = blockIdx.x * 128 + threadIdx.x;
  if (i >= count)
    return;
  s[threadIdx.x] = in[i];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[i] = s[threadIdx.x ^ 1];
}
void launchEven(const int *a, int *b, int pairs) {
  pairsOfAnEvenNumber<<<(2 * pairs + 127) / 128, 128>>>(a, b, 2 * pairs);
  if (pairs % 2 == 0)
    pairsOfAnEvenNumber<<<8, 128>>>(a, b, pairs);
}

__global__ void pairsOfAnyNumber(const int *in, int *out, unsigned count) {
  __shared__ int s[128];
  unsigned i = blockIdx.x * 128 + threadIdx.x;
  if (i >= count)
    return;
  s[threadIdx.x] = in[i];
  __syncthreads(); // warn exit-before-barrier: what they should have written is read after it
  out[i] = s[threadIdx.x ^ 1];
}
void launchAny(const int *a, int *b, int pairs) {
  pairsOfAnyNumber<<<(2 * pairs + 127) / 128, 128>>>(a, b, 2 * pairs);
  pairsOfAnyNumber<<<(pairs + 127) / 128, 128>>>(a, b, pairs);
}

// Only the last block lets threads go, and reads no further than those that stay.
__global__ void lastBlockReadsLess(const double *in, double *out, int n) {
  __shared__ double s[256];
  int x = threadIdx.x, e = 255;
  if (blockIdx.x == gridDim.x - 1)
    e = n;
  if (x > e)
    return;
  s[x] = in[x + 254 * blockIdx.x];
  __syncthreads(); // warn exit-before-barrier: (portability)
  if (x > 0 && x < e)
    out[x + 254 * blockIdx.x] = s[x + 1] - s[x - 1];
}
__global__ void lastBlockReadsAll(const double *in, double *out, int n) {
  __shared__ double s[256];
  int x = threadIdx.x, e = 255;
  if (blockIdx.x == gridDim.x - 1)
    e = n;
  if (x > e)
    return;
  s[x] = in[x + 254 * blockIdx.x];
  __syncthreads(); // warn exit-before-barrier: what they should have written is read after it
  if (x > 0 && x < 255)
    out[x + 254 * blockIdx.x] = s[x + 1] - s[x - 1];
}
void launchLast(const double *a, double *b, int rest) {
  lastBlockReadsLess<<<9, 256>>>(a, b, rest);
  lastBlockReadsAll<<<9, 256>>>(a, b, rest);
}

// More numbers than two make up the one that decides.
__global__ void wholePixels(int count, const float *in, int channels, float *out) {
  __shared__ float mask[6144];
  int index = threadIdx.x + blockIdx.x * blockDim.x;
  if (index > count - 1)
    return;
  int pixel = threadIdx.x / 32, split = threadIdx.x % 32;
  index /= 32;
  for (int c = split; c < channels; c += 32)
    mask[c * 32 + pixel] = in[index * channels + c];
  __syncthreads(); // warn exit-before-barrier: (portability)
  float sum = 0;
  for (int c = 0; c < channels; c++)
    sum += mask[c * 32 + pixel];
  out[index * 32 + split] = sum;
}
void launchWholePixels(int batch, int height, int width, int channels, const float *in, float *out) {
  int count = batch * height * width * 32;
  wholePixels<<<(count + 511) / 512, 512>>>(count, in, channels, out);
}
__global__ void cutPixels(int count, const float *in, int channels, float *out) {
  __shared__ float mask[6144];
  int index = threadIdx.x + blockIdx.x * blockDim.x;
  if (index > count - 1)
    return;
  int pixel = threadIdx.x / 32, split = threadIdx.x % 32;
  index /= 32;
  for (int c = split; c < channels; c += 32)
    mask[c * 32 + pixel] = in[index * channels + c];
  __syncthreads(); // warn exit-before-barrier: what they should have written is read after it
  float sum = 0;
  for (int c = 0; c < channels; c++)
    sum += mask[c * 32 + pixel];
  out[index * 32 + split] = sum;
}
void launchCutPixels(int batch, int height, int width, int channels, const float *in, float *out) {
  int count = batch * height * width * 8;
  cutPixels<<<(count + 511) / 512, 512>>>(count, in, channels, out);
}
