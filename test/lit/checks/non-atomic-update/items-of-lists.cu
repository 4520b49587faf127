// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// What a thread does to an item of a list, by what else the kernel knows of that
// item, it does as the only one that has it. Counts of keys, and the ends of
// edges, are no such items.

struct Atoms {
  double *vx, *vy, *mass;
};

__global__ void kicks(Atoms atoms, const int *group, const double *force, double dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int atom = group[i];
  atoms.vx[atom] += force[i] * dt / atoms.mass[atom];     // silent: distinct-indices
  atoms.vy[atom] += force[i + n] * dt / atoms.mass[atom]; // silent: distinct-indices
}

__global__ void drifts(const unsigned *alive, const float3 *speed, float3 *place, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    place[alive[i]].z += dt * speed[alive[i]].z; // silent: distinct-indices
}

__global__ void leavers(const int *buffer, const double2 *place, unsigned *code, double limit, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int particle = buffer[i];
    const unsigned old = code[particle];
    if (place[particle].x > limit)
      code[particle] = old + 16; // silent: distinct-indices
  }
}

__global__ void attracted(const int *active, const float4 *body, float3 *push, int n, int all) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int self = active[i];
  float sum = 0;
  for (int other = 0; other < all; ++other)
    sum += body[other].w * (body[other].x - body[self].x);
  push[self].x += sum; // silent: distinct-indices
}

__global__ void counts(const int *key, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[key[i]] += 1; // warn non-atomic-update: an element of 'count'
}

__global__ void loads(const int *to, const float *by, float *load, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    load[to[i]] += by[i]; // warn non-atomic-update: an element of 'load'
}

// A force between two atoms, of which other threads have one, too.
__global__ void pairsOfAtoms(const int *first, const int *second, const float *place, float *force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    force[first[i]] += place[second[i]] - place[first[i]]; // warn non-atomic-update: an element of 'force'
}

// Of a row of the thread's own neighbours.
__global__ void neighbours(const int *list, const float *place, float *force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 8; ++k)
      force[list[i + k * n]] += 2 * place[list[i + k * n]]; // warn non-atomic-update: an element of 'force'
}

// What pulls one of two pulls the other as much.
__global__ void bothEnds(const int *end, const float *place, float *force, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float pull = 0;
  for (int k = 0; k < m; ++k)
    pull += place[k] - place[end[i]];
  force[end[i]] += pull; // warn non-atomic-update: an element of 'force'
  force[end[i + n]] -= pull; // warn non-atomic-update: an element of 'force'
}

__global__ void countsOfLarge(const int *key, const float *size, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && size[i] > 1)
    count[key[i]] += 1; // warn non-atomic-update: an element of 'count'
}
