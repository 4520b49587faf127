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
  sum[cell[k]] = b; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}

// What is new is the same for all.
__global__ void marksBeside(const int *cell, const float *mass, Body *sum,
                            int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  sum[cell[k]].x += mass[k]; // warn non-atomic-update: is read, changed and written back
  sum[cell[k]].speed = 1;
}
