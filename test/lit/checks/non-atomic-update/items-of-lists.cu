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
    load[to[i]] += by[i]; // silent: distinct-indices
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

// --- Two lists, or one list twice ----------------------------------------------

// Parts of a list with a length of their own each.
__global__ void pullsTwoGroups(const int *member, int size1, int begin1, int size2, int begin2, const double *mass, double *force, double pull) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size1) {
    int atom = member[begin1 + i];
    force[atom] += pull * mass[atom]; // silent: distinct-indices
  }
  if (i < size2) {
    int atom = member[begin2 + i];
    force[atom] -= pull * mass[atom]; // silent: distinct-indices
  }
}

// Data say which ends are pulled; they come under one bound.
__global__ void pullsSomeEnds(const int *from, const int *to, const int *kind, const double *mass, double *force, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  if (kind[e] & 1)
    force[from[e]] += 2 * mass[from[e]]; // warn non-atomic-update: an element of 'force'
  if (kind[e] & 2)
    force[to[e]] -= 2 * mass[to[e]]; // warn non-atomic-update: an element of 'force'
}

// A block takes a long item as a whole, a thread a short one.
__global__ void longAndShortRows(const int *item, const int *length, const float *in, float *sum, float *total, int n) {
  __shared__ int taken, chosen;
  int i = blockIdx.x * blockDim.x + threadIdx.x, own = -1;
  if (i < n)
    own = item[i];
  taken = -1;
  __syncthreads();
  if (own >= 0 && length[own] > 256)
    taken = threadIdx.x;
  __syncthreads();
  if (taken == int(threadIdx.x))
    chosen = own;
  __syncthreads();
  if (taken >= 0 && threadIdx.x == 0) {
    sum[chosen] = in[blockIdx.x];
    total[chosen] += in[blockIdx.x]; // silent: distinct-indices
  }
  if (own >= 0) {
    sum[own] = in[i];
    total[own] += in[i]; // silent: distinct-indices
  }
}

// --- Negated once -----------------------------------------------------------------

__global__ void negates(unsigned long long *row, const unsigned long long *output, unsigned width, unsigned rows) {
  auto column = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || column >= width)
    return;
  auto place = output[i] * width + column;
  auto old = row[place];
  row[place] = -old; // silent: distinct-indices
}

__global__ void flips(float *light, const int *lamp, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    light[lamp[i]] = -light[lamp[i]]; // silent: distinct-indices
}

// Words come again, and one penalty is lost.
__global__ void penalizes(float *light, const int *word, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    light[word[i]] *= by; // silent: distinct-indices
}

__global__ void subtracts(int *from, const int *key, const int *of, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    from[key[i]] = of[i] - from[key[i]]; // silent: distinct-indices
}

__global__ void productsByKey(float *product, const int *key, const float *factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    product[key[i]] *= factor[i]; // silent: distinct-indices
}

// A row of an embedding, whose words come again.
__global__ void gradients(float *gradient, const int *word, const float *of, int width, int n) {
  int column = threadIdx.x, i = blockIdx.x * blockDim.y + threadIdx.y;
  if (i < n)
    gradient[word[i] * width + column] += of[i * width + column]; // silent: distinct-indices
}

__global__ void countsDown(int *left, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    left[key[i]] -= 1; // warn non-atomic-update: an element of 'left'
}

// A thread has several items, each with a value: side by side or a block apart.
__global__ void fourApart(const int *to, const float *x, float *y) {
  for (int k = 0; k < 4; ++k) {
    int i = (blockIdx.x * 4 + k) * 256 + threadIdx.x;
    y[to[i]] += x[i]; // silent: distinct-indices
  }
}
__global__ void fourInARow(const int *to, const float *x, float *y) {
  int first = (blockIdx.x * 256 + threadIdx.x) * 4;
  for (int k = 3; k >= 0; --k)
    y[to[first + k]] += 2 * x[first + k]; // silent: distinct-indices
}

// What the thread has goes to all of its list.
__global__ void spreads(const int *to, const float *x, float *y) {
  int i = blockIdx.x * 256 + threadIdx.x;
  for (int k = 3; k >= 0; --k)
    y[to[4 * i + k]] += x[i]; // warn non-atomic-update: an element of 'y'
}

// A loop stays at one item and counts what it finds there, not how often an item
// comes.
__global__ void permutes(const int *begin, const int *column, const int *place, int *to, int *next,
                         int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  const int row = place[r];
  for (int k = begin[r]; k < begin[r + 1]; ++k) {
    const int slot = next[row]++; // silent: distinct-indices
    to[slot] = place[column[k]];
  }
}

__global__ void countsColumns(const int *begin, const int *column, int *to, int *next, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  for (int k = begin[r]; k < begin[r + 1]; ++k) {
    const int slot = next[column[k]]++; // warn non-atomic-update: an element of 'next' is read, changed and written back
    to[slot] = r;
  }
}
