// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// Where neighbours in a table differ a run of equal numbers ends; in a sorted
// table each number has one.

__global__ void sizes(const unsigned *key, int *out) {
  __shared__ unsigned digit[256];
  __shared__ int start[16];
  int t = threadIdx.x;
  digit[t] = key[blockIdx.x * 256 + t] & 15;
  if (t < 16)
    start[t] = 0;
  __syncthreads();
  if (t > 0 && digit[t] != digit[t - 1])
    start[digit[t]] = t;
  __syncthreads();
  if (t > 0 && digit[t] != digit[t - 1])
    start[digit[t - 1]] = t - start[digit[t - 1]]; // silent: elected-thread
  __syncthreads();
  if (t < 16)
    out[blockIdx.x * 16 + t] = start[t];
}

// Of the whole grid.
__global__ void sizesOfAll(const unsigned *key, int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned own = key[i];
  if (i == n - 1 || own != key[i + 1])
    ;
  else
    return;
  if (own != key[i + 1])
    start[own] = i - start[own]; // silent: elected-thread
}

// Each block has a table of its own, but not what it counts.
__global__ void sums(const unsigned *key, int *sum) {
  __shared__ unsigned digit[256];
  int t = threadIdx.x;
  digit[t] = key[blockIdx.x * 256 + t];
  __syncthreads();
  if (t > 0 && digit[t] != digit[t - 1])
    sum[digit[t]] += 1; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}

// Other numbers.
__global__ void others(const unsigned *key, const int *bin, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[i] != key[i + 1])
    sum[bin[i]] += 1; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}

// No neighbours.
__global__ void apart(const unsigned *key, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[i] != key[n - i])
    sum[key[i]] += 1; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}

// Runs of what is computed of the keys, the first of which has nobody before it.
__device__ inline int placeOf(long long key) {
  return static_cast<int>(static_cast<unsigned long long>(key) >> 32);
}

__global__ void byUpperHalf(const long long *key, const float *value, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int own = placeOf(key[i]);
  bool isFirst = i == 0 || placeOf(key[i - 1]) != own;
  if (!isFirst || own < 0)
    return;
  float all = value[i];
  for (int j = i + 1; j < n && placeOf(key[j]) == own; ++j)
    all += value[j];
  sum[own] = sum[own] + all; // silent: elected-thread
}

__global__ void byDigits(const int *key, const float *value, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i > 0 && key[i] / 16 == key[i - 1] / 16)
    return;
  sum[key[i] / 16] += value[i]; // silent: elected-thread
}

// What is left of a key comes again in a sorted table.
__global__ void byLowDigit(const int *key, const float *value, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i > 0 && key[i] % 16 == key[i - 1] % 16)
    return;
  sum[key[i] % 16] += value[i]; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}

// Only some are asked for a neighbour.
__global__ void bySome(const int *key, const float *value, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 7 && key[i] / 16 == key[i - 1] / 16)
    return;
  sum[key[i] / 16] += value[i]; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}

// Another function of the key than the one that is compared.
__global__ void byOther(const int *key, const float *value, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && key[i] / 16 == key[i - 1] / 16)
    return;
  sum[key[i] / 64] += value[i]; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}
