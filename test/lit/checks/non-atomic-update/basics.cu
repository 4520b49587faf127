// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// Elements that are read, changed and written back through an index that is read
// from memory, or tested and then written.

//===--- Indices from memory ----------------------------------------------===//

__global__ void histogram(const int *x, int *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    h[x[i]]++; // warn non-atomic-update: {{an element of 'h' is read, changed and written back while another thread of the block may do the same: one of them is lost \(likely\)}}
  // note@-1: the index is read here: nothing keeps it from being the same in several threads
  // note@-2: for example threads (0,0,0) and (1,0,0) of a block, when both have read the same index, in blocks of (256,1,1) threads
  // note@-3: use 'atomicAdd()', or give each thread its own element
}

__global__ void histogramMended(const int *x, int *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&h[x[i]], 1);
}

__global__ void weighted(const unsigned char *x, const float *w, float *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int k = x[i] >> 4;
    bins[k] += w[i]; // warn non-atomic-update: an element of 'bins'
  }
}

__global__ void rounded(const float *x, unsigned *h) {
  int bin = (int)(x[threadIdx.x] * 16.0f);
  h[bin] = h[bin] + 1; // warn non-atomic-update: an element of 'h'
}

__global__ void inShared(const unsigned char *x, unsigned *out) {
  __shared__ unsigned h[256];
  h[threadIdx.x] = 0;
  __syncthreads();
  h[x[threadIdx.x]] += 1; // warn non-atomic-update: an element of 'h'
  __syncthreads();
  out[threadIdx.x] = h[threadIdx.x];
}

// Eight copies, each of 32 lanes.
__global__ void perWarp(const unsigned char *x, unsigned *out) {
  __shared__ unsigned h[8][256];
  unsigned warp = threadIdx.x / 32;
  h[warp][x[threadIdx.x]] += 1; // warn non-atomic-update: an element of 'h'
  __syncthreads();
  out[threadIdx.x] = h[0][threadIdx.x];
}

struct Cell {
  int count;
  float sum;
};
__global__ void fields(const int *cell, const float *v, Cell *cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cells[cell[i]].count++;      // warn non-atomic-update: an element of
  cells[cell[i]].sum += v[i];  // warn non-atomic-update: an element of
}

__global__ void bits(const unsigned *key, unsigned *set) {
  unsigned k = key[blockIdx.x * blockDim.x + threadIdx.x];
  set[k >> 5] |= 1u << (k & 31); // warn non-atomic-update: an element of 'set'
}

__device__ void add(float *to, float v) { *to += v; } // silent: distinct-indices
__global__ void coordinates(const int *row, const int *col, const float *a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    add(&y[row[i]], a[i] * x[col[i]]);
}

template <class F> __device__ void each(const int *of, F f) { f(of[threadIdx.x]); }
__global__ void throughLambda(const int *of, int *degree) {
  each(of, [=](int node) { degree[node]--; }); // warn non-atomic-update: an element of 'degree'
}

struct Count {
  int *to;
  __device__ void operator()(int k) const { to[k] += 1; } // warn non-atomic-update: may do the same
};
__global__ void throughFunctor(const int *of, int *degree) { each(of, Count{degree}); }

__global__ void edges(const int *first, const int *target, float *rank, const float *part) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = first[node]; e < first[node + 1]; ++e)
    rank[target[e]] += part[node]; // warn non-atomic-update: an element of 'rank'
}

//===--- Test and store apart ---------------------------------------------===//

__global__ void relax(const int *from, const int *target, const int *length, int *distance) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (distance[from[e]] + length[e] < distance[target[e]])
    distance[target[e]] = distance[from[e]] + length[e]; // warn non-atomic-update: an element of 'distance' is tested and then written while another thread
  // note@-2: it is tested here
  // note@-2: let one atomic test and store, such as 'atomicMin()', 'atomicMax()' or 'atomicCAS()'
}

__global__ void relaxUntilDone(const int2 *edge, const int *length, int *distance, bool *changed) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  int v = edge[e].y, d = distance[edge[e].x] + length[e];
  if (d < distance[v]) {
    distance[v] = d; // warn non-atomic-update: an element of 'distance' is tested and then written
    // note@+1: if this makes the launch repeat until nothing changes, a later iteration may hide what was lost
    *changed = true;
  }
}

__global__ void largestByChoice(const int *key, const int *x, int *most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  most[key[i]] = max(most[key[i]], x[i]); // silent: distinct-indices
}

__global__ void claim(const int *slot, int *owner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (owner[slot[i]] < 0)
    owner[slot[i]] = i; // silent: distinct-indices
}

//===--- Told by global-memory-race ---------------------------------------===//

__global__ void largest(const int *x, int *most) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > *most)
    *most = v;
}

// One thread of each block, and many blocks.
__global__ void largestOfBlocks(const int *x, int *most) {
  if (threadIdx.x == 0 && x[blockIdx.x] > *most)
    *most = x[blockIdx.x];
}

__global__ void counter(int *count) { *count += 1; }

//===--- Right ------------------------------------------------------------===//

__global__ void scatter(const int *perm, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[perm[i]] = in[i];
}

__global__ void oneThread(const int *x, int *h, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int i = 0; i < n; ++i)
      h[x[i]]++;
}
__global__ void launchedAlone(const int *x, int *h, int n) {
  for (int i = 0; i < n; ++i)
    h[x[i]]++;
}
void launchAlone(const int *x, int *h) { launchedAlone<<<1, 1>>>(x, h, 100); }

__global__ void oneThreadOfTheBlock(const int *x, int *out) {
  __shared__ int h[16];
  if (threadIdx.x == 0)
    for (int i = 0; i < 64; ++i)
      h[x[i]]++;
  __syncthreads();
  out[threadIdx.x] = h[threadIdx.x];
}

__global__ void ownRow(const int *x, int *h, int bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  h[i * bins + x[i]]++;
}
__global__ void ownColumn(const unsigned char *x, unsigned *out) {
  __shared__ unsigned h[16][64];
  h[x[threadIdx.x] & 15][threadIdx.x]++;
  __syncthreads();
  out[threadIdx.x] = h[0][threadIdx.x];
}
__global__ void ownLane(const unsigned char *x, unsigned *out) {
  __shared__ unsigned h[16][32];
  h[x[threadIdx.x] & 15][threadIdx.x & 31]++;
  out[threadIdx.x] = h[0][threadIdx.x];
}
__global__ void ownLocal(const unsigned char *x, unsigned *out) {
  unsigned h[16] = {};
  for (int i = 0; i < 100; ++i)
    h[x[threadIdx.x * 100 + i] & 15]++;
  for (int i = 0; i < 16; ++i)
    out[threadIdx.x * 16 + i] = h[i];
}

__global__ void ownElement(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > y[i])
    y[i] = x[i];
  y[i] += x[i];
}

__global__ void constants(const int *x, int *seen, int *changed) {
  if (!seen[x[threadIdx.x]])
    seen[x[threadIdx.x]] = 1;
  if (*changed == 0)
    *changed = 1;
}
__global__ void oneBit(const int *x, int *seen) { seen[x[threadIdx.x]] |= 4; }

// All threads find the same value to store.
__global__ void level(const int *target, int *depth, int now) {
  int v = target[blockIdx.x * blockDim.x + threadIdx.x];
  if (depth[v] < 0)
    depth[v] = now + 1;
}

__global__ void handedOut(const int *x, int *count, int *out) {
  int slot = atomicAdd(count, 1);
  out[slot] += x[threadIdx.x];
}
__global__ void handedOutToBlock(const int *x, int *count, int *out) {
  __shared__ int base;
  if (threadIdx.x == 0)
    base = atomicAdd(count, blockDim.x);
  __syncthreads();
  out[base + threadIdx.x] += x[threadIdx.x];
}

__global__ void guarded(const int *x, int *lock, int *h) {
  int k = x[blockIdx.x * blockDim.x + threadIdx.x];
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[k], 0, 1) == 0) {
      __threadfence();
      h[k]++;
      __threadfence();
      atomicExch(&lock[k], 0);
      done = true;
    }
  }
}

__global__ void owner(const int *of, const float *x, float *sum, int n) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (of[i] == me)
      sum[of[i]] += x[i];
}

// The number of a row, of which each thread has its own.
__global__ void rowsOfAList(const int *list, const int *first, const float *a, float *y) {
  int row = list[blockIdx.x * blockDim.x + threadIdx.x];
  float sum = 0;
  for (int e = first[row]; e < first[row + 1]; ++e)
    sum += a[e];
  y[row] += sum;
}
// Something else is stored under the number, too.
__global__ void particles(const int *active, const float *force, float *speed, float *place) {
  int p = active[blockIdx.x * blockDim.x + threadIdx.x];
  speed[p] += force[p];
  place[p] = speed[p] * 2;
}

__global__ void segments(const int *first, const float *in, float *out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = first[row]; e < first[row + 1]; ++e)
    out[e] += in[e];
}
