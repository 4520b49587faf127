// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// Indices that tests of data choose among a few, and those that a parameter
// shifts.

// --- Found ----------------------------------------------------------------------

__global__ void nearestCentre(const float *points, const float *centres, int n, int k,
                              int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int best = 0;
  float least = 1e30f;
  for (int j = 0; j < k; ++j) {
    float d = fabsf(points[i] - centres[j]);
    if (d < least) {
      least = d;
      best = j;
    }
  }
  count[best]++; // warn non-atomic-update: {{an element of 'count' is read, changed and written back while another thread of the block may do the same}}
  // note: for example threads (0,0,0) and (1,0,0) of a block, when both have chosen the same index, in blocks of (256,1,1) threads
}

__device__ int side(float x) { return x > 0 ? 2 : x < 0 ? 0 : 1; }
__global__ void binsBySearch(const int *keys, const int *bounds, int *h, int n) {
  int low = 0, high = n, key = keys[threadIdx.x];
  while (low < high) {
    int middle = (low + high) / 2;
    if (bounds[middle] <= key)
      low = middle + 1;
    else
      high = middle;
  }
  h[low]++; // warn non-atomic-update: an element of 'h'
}

__global__ void digits(const unsigned *keys, unsigned *counts, int shift, int n) {
  __shared__ unsigned local[16];
  if (threadIdx.x < 16)
    local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    local[(keys[i] >> shift) & 15] += 1; // warn non-atomic-update: an element of 'local'
  __syncthreads();
  if (threadIdx.x < 16)
    counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void lowBits(const int *keys, int *h, int bits) {
  h[keys[threadIdx.x] & ((1 << bits) - 1)]++; // warn non-atomic-update: an element of 'h'
}

// --- Silent ---------------------------------------------------------------------

__global__ void mended(const float *x, int *h) {
  atomicAdd(&h[side(x[threadIdx.x])], 1);
}

__global__ void digitsMended(const unsigned *keys, unsigned *h, int shift) {
  atomicAdd(&h[(keys[threadIdx.x] >> shift) & 15], 1u);
}

__global__ void columnOfItsOwn(const int *x, int *out, int k) {
  __shared__ int count[8][256];
  for (int j = 0; j < 8; ++j)
    count[j][threadIdx.x] = 0;
  int best = 0;
  for (int j = 0; j < 8; ++j)
    if (x[threadIdx.x * 8 + j] > k)
      best = j;
  count[best][threadIdx.x]++;
  out[threadIdx.x] = count[best][threadIdx.x];
}

__global__ void arrayOfItsOwn(const int *x, int *out, int n) {
  int count[3] = {};
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    count[x[i] < 0 ? 0 : x[i] < 9 ? 1 : 2]++;
  for (int j = 0; j < 3; ++j)
    out[threadIdx.x * 3 + j] += count[j];
}

// Where the thread's own number stands in a permutation.
__global__ void inverse(const int *permutation, int *out, int n) {
  int mine = 0;
  for (int j = 0; j < n; ++j)
    if (permutation[j] == threadIdx.x)
      mine = j;
  out[mine] += 1;
}

// Behind the last bound that is not above the thread's own number.
__global__ void rankBySearch(const int *keys, const int *bounds, int *out, int n) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (bounds[middle] <= threadIdx.x)
      low = middle + 1;
    else
      high = middle;
  }
  out[low] += keys[threadIdx.x];
}

__global__ void ownerAlone(const int *x, int *count) {
  int best = 0;
  for (int j = 0; j < 32; ++j)
    if (x[threadIdx.x] > j)
      best = j;
  if (best == threadIdx.x)
    count[best]++;
}

__global__ void chosenForTheBlock(const int *x, int *count) {
  int k = x[blockIdx.x] > 3 ? 1 : 0;
  if (threadIdx.x == 0)
    count[blockIdx.x * 2 + k]++;
}
