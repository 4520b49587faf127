// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// What leaves members of its own beside those that it updates takes the element
// for its own: its index comes from a permutation.

struct Body {
  float x, y, z, speed;
};

// A whole structure is written back; three of its members are new.
__global__ void replacesMembers(const int *sorted, const float *force,
                                float4 *body, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n;
       k += gridDim.x * blockDim.x) {
    int i = sorted[k];
    float f = 0;
    for (int j = 0; j < 8; j++)
      f += force[k * 8 + j];
    float4 b = body[i];
    b.w += (f - b.x) * 0.5f;
    b.x = f;
    body[i] = b;
  }
}

// Another object is updated by the same index.
__global__ void updatesBeside(const int *sorted, const float *force,
                              float4 *body, float2 *speed, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  int i = sorted[k];
  float4 b = body[i];
  float2 v = speed[i];
  v.x += force[k] - b.x;
  speed[i] = v;
  b.x = force[k];
  b.w += v.x;
  body[i] = b;
}

// Member by member.
__global__ void memberByMember(const int *sorted, const float *force,
                               Body *body, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  Body &b = body[sorted[k]];
  b.speed += force[k] - b.x;
  b.x = force[k];
}

// All members are updated.
__global__ void updatesAll(const int *cell, const float *mass, Body *sum,
                           int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  Body b = sum[cell[k]];
  b.x += mass[k];
  b.speed += 2 * mass[k];
  sum[cell[k]] = b; // silent: distinct-indices
}

// What is new is the same for all.
__global__ void marksBeside(const int *cell, const float *mass, Body *sum,
                            int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  sum[cell[k]].x += mass[k]; // silent: distinct-indices
  sum[cell[k]].speed = 1;
}

// --- Who came last is noted beside a count ----------------------------------------

struct Bin {
  int count, last;
  float sum, mean;
};

__global__ void notesTheLast(const int *key, Bin *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  bin[key[i]].count++; // warn non-atomic-update: is read, changed and written back
  bin[key[i]].last = i;
}

__global__ void notesTheLastFirst(const int *key, Bin *bin, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    Bin &b = bin[key[i]];
    b.last = i;
    b.sum = b.sum + 0.5f; // silent: distinct-indices
  }
}

__global__ void notesTheLastInACopy(const int *key, Bin *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Bin b = bin[key[i]];
  b.count += 1;
  b.last = i;
  bin[key[i]] = b; // silent: distinct-indices
}

__device__ void add(Bin *to, float v, int i) {
  to->sum += v; // silent: distinct-indices
  to->last = i;
}
__global__ void notesTheLastInShared(const int *key, const float *in, Bin *out) {
  __shared__ Bin bin[32];
  if (threadIdx.x < 32)
    bin[threadIdx.x] = Bin{};
  __syncthreads();
  add(&bin[key[threadIdx.x]], in[threadIdx.x], threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 32)
    out[threadIdx.x] = bin[threadIdx.x];
}

// What follows from the counts alone is no member of the thread's own.
__global__ void keepsAMean(const int *key, const float *in, Bin *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Bin &b = bin[key[i]];
  b.count++; // warn non-atomic-update: is read, changed and written back
  b.sum += in[i]; // warn non-atomic-update: is read, changed and written back
  b.mean = b.sum / b.count;
}

// The element tells where it is by members that nobody changes.
__global__ void movesAlong(const int *alive, Body *body, float dt, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  Body &b = body[alive[k]];
  b.speed += dt;
  b.x = b.y + b.speed * k;
}

// The update asks for what was there before it is replaced.
__global__ void asksFirst(const int *alive, const float *at, Body *body, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  int i = alive[k];
  float now = at[k], before = body[i].x;
  body[i].x = now;
  body[i].speed = body[i].speed * 0.9f + (now - before);
}
