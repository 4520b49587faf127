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
