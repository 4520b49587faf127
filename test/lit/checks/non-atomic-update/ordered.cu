// RUN: %verify %s --checks=-*,warplint-non-atomic-update --certainty=possible
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

// Constraints are solved in several steps: each adds what it makes of the old
// values.
__global__ void solves(const int4 *cluster, float4 *delta, const float4 *param, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int4 atoms = cluster[i];
    float4 x = delta[atoms.x], y = delta[atoms.y], z = make_float4(0, 0, 0, 0);
    if (atoms.z != -1)
      z = delta[atoms.z];
    for (int k = 0; k < 4; ++k) {
      float d = (x.x - y.x) * param[i].x;
      x.x += d;
      y.x -= d;
      if (atoms.z != -1)
        z.x -= d * (x.x - z.x);
    }
    delta[atoms.x] = x;
    delta[atoms.y] = y;
    if (atoms.z != -1)
      delta[atoms.z] = z;
  }
}

// Another member of the element counts as something else.
__global__ void damps(const int2 *order, float4 *velocity, const float *noise) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = velocity[order[i].x];
  v.x = 0.9f * v.x + noise[i] * v.w;
  velocity[order[i].x] = v;
}

struct Pair { double value; int first, second; };
__global__ void relaxes(const Pair *pair, double *value, int rounds) {
  Pair p = pair[blockIdx.x * blockDim.x + threadIdx.x];
  double a = value[p.first];
  while (rounds--)
    a += (p.value - a) * 0.5;
  value[p.first] = a;
}

// A loop that only adds, one that only multiplies, and what doubles.
__global__ void adds(const int2 *order, float *sum, const float *by, int n) {
  int2 o = order[blockIdx.x * blockDim.x + threadIdx.x];
  float s = sum[o.x];
  for (int k = 0; k < n; ++k)
    s += by[o.y + k] * 2;
  sum[o.x] = s; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}
__global__ void multiplies(const int2 *order, float *product, const float *by, int n) {
  int2 o = order[blockIdx.x * blockDim.x + threadIdx.x];
  float s = product[o.x];
  for (int k = 0; k < n; ++k)
    s *= by[o.y + k] + 1;
  product[o.x] = s; // warn non-atomic-update: an element of 'product' is read, changed and written back
}
__global__ void growsByPart(const int *key, float *weight, const float *by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  weight[key[i]] += weight[key[i]] * by[i]; // warn non-atomic-update: an element of 'weight' is read, changed and written back
}
