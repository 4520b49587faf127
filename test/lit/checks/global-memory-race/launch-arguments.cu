// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race
//
// What the host says of the arguments of a launch, and of what its extents
// follow from.

#include <cassert>

// --- One pointer for two parameters -------------------------------------------

__global__ void shiftInPlace(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    out[i] = in[i + 1]; // warn global-memory-race: is overwritten while a thread of another block may still read it
}
void launchInPlace(int *d, int n) {
  shiftInPlace<<<(n + 255) / 256, 256>>>(d, d, n);
}

__global__ void shift(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    out[i] = in[i + 1]; // silent: no-alias
}
void launchApart(int *d, int *e, int n) {
  shift<<<(n + 255) / 256, 256>>>(d, e, n);
}

// Each thread reads its own element.
__global__ void scaleInPlace(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}
void launchScale(int *d, int n) {
  int *same = d;
  scaleInPlace<<<(n + 255) / 256, 256>>>(same, d, n);
}

// Members of one object and of two.
struct DeviceArray {
  int *data;
  int *get() const { return data; }
};
__global__ void sumsInPlace(const int *in, int *sums) {
  int value = in[threadIdx.x + 1];
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x + 33] = value; // warn global-memory-race: is overwritten while another thread of the block may still read it
}
__global__ void sumsApart(const int *in, int *sums) {
  int value = in[threadIdx.x + 1];
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x + 33] = value; // silent: no-alias
}
void launchSums(const DeviceArray &in, const DeviceArray &out) {
  sumsInPlace<<<1, 64>>>(in.get(), in.get());
  sumsApart<<<1, 64>>>(in.get(), out.get());
}

// --- A distance that the grid follows from ------------------------------------

__global__ void halves(int *a, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += a[i + half];
}
void launchHalves(int *d, int n) { halves<<<n / 2 / 256, 256>>>(d, n / 2); }

__global__ void tooManyForHalves(int *a, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += a[i + half]; // warn global-memory-race: is overwritten while a thread of another block may still read it
}
void launchTooMany(int *d, int n) {
  tooManyForHalves<<<n / 256, 256>>>(d, n / 2);
}

struct Job {
  int *data;
  int count;
};
static int blocksFor(int count, int threads) {
  return (count + threads - 1) / threads;
}
__global__ void ofMembers(int *a, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += a[i + half];
}
void launchOfMembers(const Job &job) {
  const int threads = 128;
  ofMembers<<<blocksFor(job.count, threads), threads>>>(job.data, job.count);
}
__global__ void ofMembersWrong(int *a, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += a[i + half]; // warn global-memory-race: is overwritten while a thread of another block may still read it
}
void launchOfMembersWrong(const Job &job) {
  const int threads = 128;
  ofMembersWrong<<<blocksFor(job.count, threads), threads>>>(job.data,
                                                             job.count / 4);
}

// --- Allocations ---------------------------------------------------------------

__global__ void behindAllocation(int *a, int *out) {
  a[blockIdx.x * 64 + threadIdx.x] = 1;
  out[blockIdx.x * 64 + threadIdx.x] = a[64 + threadIdx.x]; // silent: in-bounds
}
__global__ void insideAllocation(int *a, int *out) {
  a[blockIdx.x * 64 + threadIdx.x] = 1;
  out[blockIdx.x * 64 + threadIdx.x] = a[64 + threadIdx.x]; // warn global-memory-race: is read while a thread of another block may still write it
}
void launchAllocated(int *out, int n) {
  int *small, *large;
  cudaMalloc((void **)&small, 64 * sizeof(int));
  cudaMalloc((void **)&large, 64 * sizeof *large * n);
  behindAllocation<<<n, 64>>>(small, out);
  insideAllocation<<<n, 64>>>(large, out);
}

// --- Numbers -------------------------------------------------------------------

__global__ void farEnough(int *out, const int *in, int distance) {
  __shared__ int s[512];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 256] = 0;
  out[threadIdx.x] = s[threadIdx.x % 32 + distance];
}
void launchFarEnough(int *d, int *e) { farEnough<<<1, 32>>>(d, e, 256); }

__global__ void tooNear(int *out, const int *in, int distance) {
  __shared__ int s[512];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x + distance]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchTooNear(int *d, int *e) { tooNear<<<1, 256>>>(d, e, 128); }

// --- What the host tests before ------------------------------------------------

// Right for blocks of 64 and less.
__global__ void smallBlocks(int *out, const int *in) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x % 64];
}
void launchSmall(int *d, int *e, int threads) {
  if (threads > 64)
    return;
  smallBlocks<<<1, threads>>>(d, e);
}
__global__ void largeBlocks(int *out, const int *in) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x % 64]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchLarge(int *d, int *e, int threads) {
  if (threads <= 64)
    return;
  largeBlocks<<<1, threads>>>(d, e);
}

// --- Where the host divides by zero --------------------------------------------

static int largestPowerIn(int n) {
  if (n == 0)
    return 0;
  int d = 1;
  while ((n & d) == 0)
    d <<= 1;
  return d;
}

// Rows of width 0 would lie on each other; the host ends before it has any.
__global__ void firstOfRow(float *image, unsigned pitch, unsigned width, unsigned height) {
  const unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < height) {
    float *row = (float *)((unsigned char *)image + y * pitch), sum = *row;
    for (unsigned n = 1; n < width; n++)
      sum += row[n];
    *row = sum; // silent: pitch
  }
}
void launchFirstOfRow(float *d, int width, int height) {
  int pitch = width * sizeof(float);
  int threads = largestPowerIn(height);
  threads = threads < 64 ? threads : 64;
  dim3 block(threads), grid((height + threads - 1) / threads);
  threads = largestPowerIn(width);
  threads = threads < 64 ? threads : 64;
  dim3 blockOfColumns(threads), gridOfColumns((width + threads - 1) / threads);
  firstOfRow<<<grid, block>>>(d, pitch, width, height);
}

// Each row takes the first of the next one too.
__global__ void firstOfTwoRows(float *image, unsigned pitch, unsigned width, unsigned height) {
  const unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < height) {
    float *row = (float *)((unsigned char *)image + y * pitch), sum = *row;
    for (unsigned n = 1; n <= width; n++)
      sum += row[n];
    *row = sum; // warn global-memory-race: is overwritten while a thread of another block may still read it
  }
}
void launchFirstOfTwoRows(float *d, int width, int height) {
  int pitch = width * sizeof(float);
  int threads = largestPowerIn(height);
  threads = threads < 64 ? threads : 64;
  dim3 block(threads), grid((height + threads - 1) / threads);
  threads = largestPowerIn(width);
  threads = threads < 64 ? threads : 64;
  dim3 blockOfColumns(threads), gridOfColumns((width + threads - 1) / threads);
  firstOfTwoRows<<<grid, block>>>(d, pitch, width, height);
}

// A division that is not reached for 0 ends nothing.
__global__ void apart(int *out, int distance) { out[threadIdx.x * distance] = threadIdx.x; } // warn global-memory-race: is written by several threads at once
void launchApart(int *d, int n) {
  int distance = n;
  if (n < 5)
    distance = 0;
  int parts = distance ? 100 / distance : 1;
  apart<<<parts, 256>>>(d, distance);
}
__global__ void dividedBefore(int *out, int distance) { out[threadIdx.x * distance] = threadIdx.x; }
void launchDividedBefore(int *d, int n) {
  int distance = n;
  if (n < 5)
    distance = 0;
  int parts = 100 / distance;
  dividedBefore<<<1, 256>>>(d + parts, distance);
}
