// RUN: %verify %s --checks=-*,warplint-non-atomic-update,warplint-global-memory-race --certainty=possible
//
// Numbers that the host has counted up differ in all threads that read their own.

#include <cstdlib>
#include <numeric>
#include <vector>

// --- Found ----------------------------------------------------------------------

__global__ void byRemainder(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i] * 4] += a[i]; // warn non-atomic-update: is read, changed and written back
}
void launchByRemainder(const float *a, float *c, int n) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  for (int i = 0; i < n; i++)
    h[i] = i % 7;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  byRemainder<<<(n + 255) / 256, 256>>>(a, c, d, n);
}

__global__ void changedAfterwards(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i] * 4] += a[i]; // warn non-atomic-update: is read, changed and written back
}
void launchChanged(const float *a, float *c, int n) {
  std::vector<int> h(n);
  for (int i = 0; i < n; i++)
    h[i] = i;
  h[3] = 5;
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  changedAfterwards<<<(n + 255) / 256, 256>>>(a, c, d, n);
}

__global__ void twoCallers(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i] * 4] += a[i]; // warn non-atomic-update: is read, changed and written back
}
void launchTwice(const float *a, float *c, const int *unknown, int n) {
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 0);
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  twoCallers<<<(n + 255) / 256, 256>>>(a, c, d, n);
  twoCallers<<<(n + 255) / 256, 256>>>(a, c, unknown, n);
}

void fill(int *to, int n);
__global__ void filledElsewhere(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i] * 4] += a[i]; // warn non-atomic-update: is read, changed and written back
}
void launchFilledElsewhere(const float *a, float *c, int n) {
  std::vector<int> h(n);
  for (int i = 0; i < n; i++)
    h[i] = i;
  fill(h.data(), n);
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  filledElsewhere<<<(n + 255) / 256, 256>>>(a, c, d, n);
}

__global__ void setToZero(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i] * 4] += a[i]; // warn non-atomic-update: is read, changed and written back
}
void launchSetToZero(const float *a, float *c, int n) {
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 0);
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d, 0, n * sizeof(int));
  setToZero<<<(n + 255) / 256, 256>>>(a, c, d, n);
}

// All threads of a block read one number.
__global__ void oneOfTheBlock(const float *a, float *c, const int *to) {
  c[to[blockIdx.x] * 4] += a[threadIdx.x]; // warn global-memory-race: is overwritten while another thread of the block may still read it
}
void launchOneOfTheBlock(const float *a, float *c, int n) {
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 0);
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  oneOfTheBlock<<<n, 256>>>(a, c, d);
}

// Of these one is lost: the same number comes twice.
__global__ void halfExchanged(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i] * 4] += a[i]; // warn non-atomic-update: is read, changed and written back
}
void launchHalfExchanged(const float *a, float *c, int n) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  for (int i = 0; i < n; i++)
    h[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int k = rand() % (i + 1), t = h[i];
    h[i] = h[k];
    h[k - 1] = t;
  }
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  halfExchanged<<<(n + 255) / 256, 256>>>(a, c, d, n);
}

__global__ void exchangedElsewhere(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i] * 4] += a[i]; // warn non-atomic-update: is read, changed and written back
}
void launchElsewhere(const float *a, float *c, int n) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  for (int i = 0; i < n; i++)
    h[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int t = h[i];
    h[i] = h[rand() % i]; // Another one than
    h[rand() % i] = t;    // this.
  }
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  exchangedElsewhere<<<(n + 255) / 256, 256>>>(a, c, d, n);
}

// --- Silent ---------------------------------------------------------------------

__global__ void countedUp(const float *a, float *c, const int *to, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int r = to[i];
  for (int k = 0; k < w; ++k)
    c[r * w + k] += a[i * w + k]; // silent: distinct-indices
}
template <class T> void run(const T *a, T *c, const int *to, int n, int w) {
  countedUp<<<(n + 255) / 256, 256>>>(a, c, to, n, w);
}
void launchCountedUp(const float *a, float *c, int n, int w) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  for (int i = 0; i < n; i++)
    h[i] = i;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  run<float>(a, c, d, n, w);
  free(h);
}

__global__ void mixedOrder(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i]] += a[i]; // silent: distinct-indices
}
void launchMixed(const float *a, float *c, int n) {
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 10);
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpyAsync(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  mixedOrder<<<(n + 255) / 256, 256>>>(a, c, d, n);
}

// Shuffled by hand.
__global__ void exchanged(const float *a, float *c, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to[i] * 4] += a[i]; // silent: distinct-indices
}
void launchExchanged(const float *a, float *c, int n) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  for (int i = 0; i < n; i++)
    h[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int k = rand() % (i + 1);
    int t = h[i];
    h[i] = h[k];
    h[k] = t;
  }
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  exchanged<<<(n + 255) / 256, 256>>>(a, c, d, n);
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), 0);
  int kept;
  for (int i = 0; i + 1 < n; i += 2) {
    kept = v[i + 1];
    v[i + 1] = v[i];
    v[i] = kept;
  }
  cudaMemcpy(d, v.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  exchanged<<<(n + 255) / 256, 256>>>(a, c, d, n);
}
