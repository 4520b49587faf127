// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// Sums, products and extremes come out the same whoever is first. What is both
// added to and multiplied does not: no order of atomics would mend it, and the
// index is that of a permutation.

// Steps of an iteration over points.
__global__ void moves(float2 *point, float *color, const unsigned short *perm,
                      const float2 *shift, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  int p = perm[k];
  float x = point[p].x, y = point[p].y, c = color[p];
  x = (x + shift[k].x) * 0.5f;
  y = y * 0.5f + shift[k].y;
  c = (c + 1.0f) / 2.0f;
  point[p].x = x;
  point[p].y = y;
  color[p] = c;
}

__device__ void step(float2 &p, float by) {
  for (int i = 0; i < 8; i++) {
    p.x = p.x * by + 0.25f;
    p.y -= p.y * by;
  }
}

// Through a helper with a loop, and whole structures.
__global__ void movesWhole(float2 *point, const int *perm, const float *by,
                           int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  float2 p = point[perm[k]];
  step(p, by[k]);
  point[perm[k]] = p;
}

// Integers: a linear congruence.
__global__ void draws(unsigned *state, const int *stream, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n)
    state[stream[k]] = state[stream[k]] * 1664525u + 1013904223u;
}

// Sums of products of what the thread brings.
__global__ void sums(float *bin, const int *key, const float *a, const float *b,
                     int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n)
    bin[key[k]] = bin[key[k]] + a[k] * b[k] - 0.5f * a[k]; // warn non-atomic-update: an element of 'bin' is read, changed and written back
}

// A product.
__global__ void products(float *bin, const int *key, const float *a, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n)
    bin[key[k]] *= a[k] + 1; // warn non-atomic-update: an element of 'bin' is read, changed and written back
}

// One member grows, another is scaled: each alone comes out the same.
__global__ void members(float2 *bin, const int *key, const float *a, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  float2 b = bin[key[k]];
  b.x += a[k];
  b.y *= a[k];
  bin[key[k]] = b; // warn non-atomic-update: an element of 'bin' is read, changed and written back
}

// A counter that wraps, one that stops, and a largest value.
__global__ void counters(int *ring, int *bounded, int *largest, const int *key,
                         int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  ring[key[k]] = (ring[key[k]] + 1) % 64; // warn non-atomic-update: an element of 'ring' is read, changed and written back
  bounded[key[k]] = min(bounded[key[k]] + 1, 255); // warn non-atomic-update: an element of 'bounded' is read, changed and written back
  largest[key[k]] = max(largest[key[k]], k); // warn non-atomic-update: an element of 'largest' is read, changed and written back
}
