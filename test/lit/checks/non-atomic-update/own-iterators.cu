// RUN: %verify %s --checks=-*,warplint-non-atomic-update,warplint-global-memory-race
//
// A thread starts at its own place and goes on by the grid; where it has come
// to stands in a structure or an array of its own.

struct Cursor {
  int at, by, end;
  __device__ bool inside() const { return at < end; }
  __device__ void next() { at += by; }
};
struct Cursors {
  Cursor all[3];
  int used;
};

// --- Own places -------------------------------------------------------------------

__global__ void throughCursors(int *hits, int n, int columns) {
  Cursors c;
  c.used = columns;
  for (int k = 0; k < columns; ++k)
    c.all[k] = Cursor{int(blockIdx.x * blockDim.x + threadIdx.x), int(blockDim.x * gridDim.x), n};
  for (; c.all[0].inside();) {
    hits[c.all[0].at] += 1; // silent: elected-index, elected-thread
    for (int k = 0; k < c.used; ++k)
      c.all[k].next();
  }
}

__global__ void throughArray(float *sum, const float *in, int n, int parts) {
  int place[4];
  for (int k = 0; k < parts; ++k)
    place[k] = (blockIdx.x * 4 + k) * blockDim.x + threadIdx.x;
  for (int k = 0; k < parts; ++k)
    if (place[k] < n)
      sum[place[k]] = sum[place[k]] * 2 + in[place[k]]; // silent: elected-index
}

template <class Step> __device__ void walk(Cursor *own, int many, Step step) {
  while (own[0].inside()) {
    step(own[0].at);
    for (int k = 0; k < many; ++k)
      own[k].next();
  }
}
__global__ void throughPointer(unsigned *count, int n, int many) {
  Cursor own[2];
  int first = threadIdx.x + blockIdx.x * blockDim.x;
  for (int k = 0; k < many; ++k) {
    own[k].at = first;
    own[k].by = gridDim.x * blockDim.x;
    own[k].end = n;
  }
  walk(own, many, [=](int at) { count[at]++; }); // silent: elected-index, elected-thread
}
void launch(int *hits, float *sum, const float *in, unsigned *count, int n, int k) {
  throughCursors<<<32, 128>>>(hits, n, k);
  throughArray<<<32, 128>>>(sum, in, n, k);
  throughPointer<<<32, 128>>>(count, n, k);
}

// --- Places from memory, or of all ------------------------------------------------

__global__ void loadedCursors(int *hits, const int *where, int n, int columns) {
  Cursors c;
  for (int k = 0; k < columns; ++k)
    c.all[k] = Cursor{where[blockIdx.x * blockDim.x + threadIdx.x], 1, n};
  hits[c.all[1].at] += 1; // warn non-atomic-update: an element of 'hits' is read, changed and written back
}

struct Table { int slot[64]; };
__global__ void lookedUp(int *hits, Table table) {
  hits[table.slot[threadIdx.x]] += 1; // warn non-atomic-update: an element of 'hits' is read, changed and written back
}
void launchLoaded(int *hits, const int *where, Table table, int n) {
  loadedCursors<<<32, 128>>>(hits, where, n, 3);
  lookedUp<<<1, 64>>>(hits, table);
}
