// What becomes one atomic operation, and what does not; what is mended so is silent.
//
// RUN: %verify %s --checks=-*,warplint-non-atomic-update,warplint-global-memory-race,warplint-shared-memory-race --certainty=possible
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix --checks=-*,warplint-non-atomic-update,warplint-global-memory-race,warplint-shared-memory-race --certainty=possible %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --strict-whitespace --input-file=%t.cu %s
// RUN: sed -i '/^#if/,/^#endif/d' %t.cu
// RUN: %warplint --quiet --checks=-*,warplint-non-atomic-update,warplint-global-memory-race,warplint-shared-memory-race --certainty=possible %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > %t.out
// RUN: count 0 < %t.out

struct Cell {
  int count;
  unsigned bits;
  float sum;
};

// --- Spelled out -------------------------------------------------------------------

__global__ void sums(const int *key, const int *x, int *h, float *f, double *d, unsigned long long *l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = key[i];
  // CHECK: {{^}}  atomicAdd(&h[k], x[i]); //
  h[k] = h[k] + x[i]; // warn non-atomic-update: read, changed and written back
  // CHECK: {{^}}  atomicAdd(&f[key[i]], 2.0f * (x[i] + 1)); //
  f[key[i]] = 2.0f * (x[i] + 1) + f[key[i]]; // warn non-atomic-update: read, changed and written back
  // CHECK: {{^}}  atomicAdd(&d[k], 1.0); //
  d[k] = (d[k] + 1.0); // warn non-atomic-update: read, changed and written back
  // CHECK: {{^}}  atomicAdd(&l[(k)], 1); //
  l[(k)] = l[k] + 1; // warn non-atomic-update: read, changed and written back
}

__global__ void members(const int *key, const unsigned *x, Cell *cells) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  atomicSub(&cells[k].count, 2); //
  cells[k].count = cells[k].count - 2; // warn non-atomic-update: read, changed and written back
  // CHECK: {{^}}  atomicOr(&cells[k].bits, 1u << (x[threadIdx.x] & 31)); //
  cells[k].bits = cells[k].bits | 1u << (x[threadIdx.x] & 31); // warn non-atomic-update: read, changed and written back
  // CHECK: {{^}}  atomicXor(&(&cells[k])->bits, x[threadIdx.x]); //
  (&cells[k])->bits = x[threadIdx.x] ^ (&cells[k])->bits; // warn non-atomic-update: read, changed and written back
}

__global__ void choices(const int *key, const int *x, int *most, unsigned *least) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: {{^}}  atomicMax(&most[key[i]], x[i]); //
  most[key[i]] = max(most[key[i]], x[i]); // warn non-atomic-update: read, changed and written back
  // CHECK: {{^}}  atomicMin(&least[key[i]], 7u); //
  least[key[i]] = min(7u, least[key[i]]); // warn non-atomic-update: read, changed and written back
}

__device__ void add(int *to, int x) {
  // CHECK: {{^}}  atomicAdd(to, x); //
  *to = *to + x; // warn non-atomic-update: read, changed and written back
}
__global__ void inAHelper(const int *key, const int *x, int *h) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  add(&h[k], x[threadIdx.x]); // silent: distinct-indices, no-alias
}

__global__ void ofTheThread(int *h) {
  // CHECK: {{^}}  atomicAdd(&h[threadIdx.x / 2], 1); //
  h[threadIdx.x / 2] = h[threadIdx.x / 2] + 1; // warn global-memory-race: 'h[
}
void launch(int *h) { ofTheThread<<<1, 64>>>(h); }

// --- Left alone --------------------------------------------------------------------

#if 1 // No edit here, so the finding stays.
__global__ void otherElement(const int *key, const int *x, int *h) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  h[k] = h[k + 1] + x[k];
  h[k] = h[k + 1] + x[k]; // silent: distinct-indices
}

__global__ void otherWayRound(const int *key, const int *x, int *h) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  h[k] = x[threadIdx.x] - h[k];
  h[k] = x[threadIdx.x] - h[k]; // warn non-atomic-update: read, changed and written back
}

__global__ void noSuchAtomic(const int *key, int *h) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  h[k] = h[k] * 3;
  h[k] = h[k] * 3; // warn non-atomic-update: read, changed and written back
}
__global__ void noneForFloat(const int *key, float *f) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  f[k] = max(f[k], 1.0f);
  f[k] = max(f[k], 1.0f); // warn non-atomic-update: read, changed and written back
}
__global__ void noneForShort(const int *key, short *s) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  s[k] = s[k] + 1;
  s[k] = s[k] + 1; // warn non-atomic-update: read, changed and written back
}

// The larger of the two as unsigned numbers is another one.
__global__ void comparesOtherwise(const int *key, int *h) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  h[k] = max(h[k], 7u);
  h[k] = max(h[k], 7u); // warn non-atomic-update: read, changed and written back
}

namespace ours {
__device__ int max(int a, int b) { return a > b ? a - b : b; }
} // namespace ours
__global__ void notTheirMax(const int *key, int *h) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  h[k] = ours::max(h[k], 7);
  h[k] = ours::max(h[k], 7); // warn non-atomic-update: read, changed and written back
}

// The sum of an 'int' and a 'float' is rounded.
__global__ void rounded(const int *key, int *h) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  h[k] = h[k] + 0.5f;
  h[k] = h[k] + 0.5f; // warn non-atomic-update: read, changed and written back
}

// It would be read beside the atomic.
__global__ void readTwice(const int *key, int *h) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  // CHECK: {{^}}  h[k] = h[k] + h[k] / 2;
  h[k] = h[k] + h[k] / 2; // warn non-atomic-update: read, changed and written back
}

// An atomic gives what was there before.
__global__ void used(const int *key, int *h, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = key[i];
  // CHECK: {{^}}  out[i] = h[k] = h[k] + 1;
  out[i] = h[k] = h[k] + 1; // warn non-atomic-update: read, changed and written back
}

// Which element it is changes with each look.
__device__ int next(const int *key, int *at) { return key[(*at)++]; }
__global__ void twoSteps(const int *key, int *h) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: {{^}}  h[next(key, &at)] = h[next(key, &at)] + 1;
  h[next(key, &at)] = h[next(key, &at)] + 1; // silent: distinct-indices
}
#endif
