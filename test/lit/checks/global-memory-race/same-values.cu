// RUN: %verify %s --checks=-*,warplint-global-memory-race
// Several threads write one element: harmless only if they write the same.

// The columns' limits lie in shared memory for all of the block alike.
__global__ void widthsOfColumns(const float *in, const float *limits, float *width, int *out, int columns, int rows) {
  extern __shared__ char raw[];
  float *low = (float *)raw;
  int *counts = (int *)(raw + 2 * columns * sizeof(float));
  for (int i = threadIdx.x; i < 2 * columns; i += blockDim.x)
    low[i] = limits[i];
  for (int i = threadIdx.x; i < columns * 16; i += blockDim.x)
    counts[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < rows * columns; i += blockDim.x * gridDim.x) {
    int column = i / rows;
    float step = (low[column + columns] - low[column]) / 16;
    width[column * 2] = step; // silent: no-alias
    width[column * 2 + 1] = low[column] + step;
    atomicAdd(&counts[column * 16 + (int)(in[i] / step)], 1); // silent: no-alias, pitch
  }
  __syncthreads();
  for (int i = threadIdx.x; i < columns * 16; i += blockDim.x)
    atomicAdd(&out[i], counts[i]); // silent: no-alias
}

// What was copied is not what the same element of the source holds.
__global__ void shiftedCopy(const float *in, float *out, int rows) {
  __shared__ float copy[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  copy[threadIdx.x] = in[i];
  __syncthreads();
  out[threadIdx.x / 2] = copy[threadIdx.x / 2]; // warn global-memory-race: not all of them write the same
}

// One more writer, and the copy is a copy no more.
__global__ void changedCopy(const float *in, float *out) {
  __shared__ float copy[256];
  copy[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  copy[threadIdx.x] = blockIdx.x;
  __syncthreads();
  out[threadIdx.x / 2] = copy[threadIdx.x / 2]; // warn global-memory-race: not all of them write the same
}

__global__ void functionOfTheRow(const int *in, int *out, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / rows] = in[i / rows] * 2; // silent: no-alias
}

__global__ void functionOfTheElement(const int *in, int *out, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / rows] = in[i]; // warn global-memory-race: not all of them write the same
}

__global__ void counted(int *counts, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  counts[i / rows] = counts[i / rows] + 1; // warn global-memory-race: not all of them write the same
}

// Each block copies from a place of its own.
__global__ void ownCopy(const float *in, float *out) {
  __shared__ float copy[256];
  const float *mine = in;
  mine += blockIdx.x * 256;
  copy[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  out[threadIdx.x / 2] = copy[threadIdx.x / 2]; // warn global-memory-race: not all of them write the same
}

// --- What all blocks put into shared memory alike ----------------------------

__device__ void put(int *cells, int i, int value) { cells[i] = value; }

__global__ void tableOfEachBlock(int *out) {
  __shared__ int table[64];
  put(table, (threadIdx.x + 31) % 64, threadIdx.x * 3);
  __syncthreads();
  if (threadIdx.x < 48)
    out[threadIdx.x] = table[63 - threadIdx.x];
}
void launchTable(int *out) { tableOfEachBlock<<<2, 64>>>(out); }

__global__ void tableThatTellsTheBlock(int *out) {
  __shared__ int table[64];
  put(table, (threadIdx.x + 31) % 64, threadIdx.x * 3 + blockIdx.x);
  __syncthreads();
  out[threadIdx.x] = table[63 - threadIdx.x]; // warn global-memory-race: not all of them write the same
}
void launchTelling(int *out) { tableThatTellsTheBlock<<<2, 64>>>(out); }

__global__ void tableThatOneBlockChanges(int *out) {
  __shared__ int table[64];
  table[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 1)
    table[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = table[63 - threadIdx.x]; // warn global-memory-race: not all of them write the same
}
void launchChanging(int *out) { tableThatOneBlockChanges<<<2, 64>>>(out); }

// One table is made of another; the block is behind it.
__global__ void tableOfATable(const int *in, int *out) {
  __shared__ int first[64], second[64];
  first[threadIdx.x] = in[blockIdx.x];
  __syncthreads();
  second[threadIdx.x] = first[63 - threadIdx.x] + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = second[threadIdx.x]; // warn global-memory-race: not all of them write the same
}
void launchTableOfATable(const int *in, int *out) { tableOfATable<<<2, 64>>>(in, out); }

// A loop in which blocks may be in different rounds.
__global__ void tableOfEachRound(int *out) {
  __shared__ int table[64];
  for (int round = 0; round < 4; ++round) {
    table[threadIdx.x] = round;
    __syncthreads();
    out[threadIdx.x] = table[63 - threadIdx.x]; // warn global-memory-race: not all of them write the same
    __syncthreads();
  }
}
void launchRounds(int *out) { tableOfEachRound<<<2, 64>>>(out); }

// One value, whichever element it is read from.
__global__ void oneValueEverywhere(const int *in, int *out) {
  __shared__ int cells[128];
  put(cells, threadIdx.x, in[0]);
  __syncthreads();
  out[(blockIdx.x * 128 + threadIdx.x) / 2] = cells[127 - threadIdx.x]; // silent: no-alias
}
void launchOneValue(const int *in, int *out) { oneValueEverywhere<<<2, 128>>>(in, out); }

__global__ void twoValues(const int *in, int *out) {
  __shared__ int cells[128];
  put(cells, threadIdx.x, in[threadIdx.x & 1]);
  __syncthreads();
  out[(blockIdx.x * 128 + threadIdx.x) / 2] = cells[127 - threadIdx.x]; // warn global-memory-race: not all of them write the same
}
void launchTwoValues(const int *in, int *out) { twoValues<<<2, 128>>>(in, out); }

// Rows of a block that all do the same.
__global__ void numbersOfColumns(float *out) { out[threadIdx.x] = threadIdx.x; }
void launchNumbers(float *out) { numbersOfColumns<<<1, dim3(16, 8)>>>(out); }

__global__ void functionsOfColumns(float *out, const float *in) {
  int x = threadIdx.x;
  out[x] = float(x) * 2.0f + in[x]; // silent: no-alias
}
void launchFunctions(float *out, const float *in) { functionsOfColumns<<<1, dim3(16, 8)>>>(out, in); }

__global__ void functionsOfRows(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.y] * 2.0f; // warn global-memory-race: not all of them write the same
}
void launchRows(float *out, const float *in) { functionsOfRows<<<1, dim3(16, 8)>>>(out, in); }

__global__ void functionsOfBoth(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x] * 2.0f + threadIdx.y; // warn global-memory-race: not all of them write the same
}
void launchBoth(float *out, const float *in) { functionsOfBoth<<<1, dim3(16, 8)>>>(out, in); }

__global__ void functionsOfPairs(float *out, const float *in) {
  out[threadIdx.x / 2] = in[threadIdx.x] * 2.0f; // warn global-memory-race: not all of them write the same
}
void launchPairs(float *out, const float *in) { functionsOfPairs<<<1, dim3(16, 8)>>>(out, in); }

__global__ void doubled(float *data) {
  data[threadIdx.x] = data[threadIdx.x] * 2.0f; // warn global-memory-race: not all of them write the same{{$}}
}
void launchDoubled(float *data) { doubled<<<1, dim3(16, 8)>>>(data); }

// --- How sure it is that they do not all write the same -----------------------

__global__ void oneOfAll(int *out) { out[blockIdx.x] = threadIdx.x / 32; }
void launchOneOfAll(int *out) { oneOfAll<<<4, 32>>>(out); }

__global__ void oneOfEachHalf(int *out) {
  out[blockIdx.x] = threadIdx.x / 16; // warn global-memory-race: 'out[0]' is written by several threads at once, and not all of them write the same{{$}}
  // note@-1: thread ({{[0-9]|1[0-5]}},0,0) writes 'out[0]' here
  // note@-2: thread ({{1[6-9]|2[0-9]|3[01]}},0,0) writes 'out[0]' here
}
void launchOneOfEachHalf(int *out) { oneOfEachHalf<<<4, 32>>>(out); }

__global__ void whatMemoryHolds(const int *in, int *out) {
  out[blockIdx.x] = in[threadIdx.x]; // warn global-memory-race: not all of them write the same (likely)
}
void launchWhatMemoryHolds(const int *in, int *out) { whatMemoryHolds<<<4, 32>>>(in, out); }

// All elements are set to one value by their own threads.
__global__ void whatSharedMemoryHolds(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (blockIdx.x == 1)
    return;
  cells[threadIdx.x] = 2;
  __syncthreads();
  out[blockIdx.x] = cells[threadIdx.x]; // silent: no-alias
}
void launchWhatSharedMemoryHolds(const int *in, int *out) { whatSharedMemoryHolds<<<2, 32>>>(in, out); }

// Whoever does not come leaves its element as it was.
__global__ void setInPart(int *out, int n) {
  __shared__ int cells[64];
  int t = threadIdx.x;
  if (blockIdx.x * 64 + t < n)
    cells[(t + 3) % 64] = 31;
  __syncthreads();
  out[blockIdx.x] = cells[t]; // warn global-memory-race: not all of them write the same (likely)
}
void launchSetInPart(int *out, int n) { setInPart<<<2, 64>>>(out, n); }

__global__ void setByHalf(int *out) {
  __shared__ int cells[64];
  int t = threadIdx.x;
  bool comes = t < 32;
  if (!comes) {
  } else {
    cells[t] = 5;
  }
  __syncthreads();
  out[blockIdx.x] = cells[63 - t]; // warn global-memory-race: not all of them write the same
}
void launchSetByHalf(int *out) { setByHalf<<<2, 64>>>(out); }

__device__ void setCell(int *cells, int at, int leavers) {
  if (at >= leavers)
    return;
  cells[at] = 9;
}
__global__ void setByHelper(int *out, int n) {
  __shared__ int cells[64];
  setCell(cells, threadIdx.x, n);
  __syncthreads();
  *out = cells[threadIdx.x ^ 1]; // warn global-memory-race: not all of them write the same (likely)
}
void launchSetByHelper(int *out, int n) { setByHelper<<<1, 64>>>(out, n); }

__global__ void setWhole(int *out, int n) {
  __shared__ int cells[64];
  int t = threadIdx.x;
  if (n > 3)
    cells[(t + 3) % 64] = 31;
  __syncthreads();
  out[blockIdx.x] = cells[t];
}
void launchSetWhole(int *out, int n) { setWhole<<<2, 64>>>(out, n); }

__global__ void setInALoop(int *out) {
  __shared__ int cells[300];
  for (int i = threadIdx.x; i < 300; i += blockDim.x)
    cells[i] = 4;
  __syncthreads();
  out[blockIdx.x] = cells[threadIdx.x * 2];
}
void launchSetInALoop(int *out) { setInALoop<<<2, 64>>>(out); }

// One element is the same for all who read it.
__global__ void setByOne(int *out, int n) {
  __shared__ int cell[4];
  if (threadIdx.x == 7)
    cell[2] = n;
  __syncthreads();
  out[blockIdx.x] = cell[2];
}
void launchSetByOne(int *out, int n) { setByOne<<<2, 64>>>(out, n); }

// What another store leaves may be just what was read from shared memory.
__global__ void sumBesideACopy(const int *in, int *out) {
  __shared__ int sums[32];
  sums[threadIdx.x] = in[0];
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0]; // silent: no-alias
  if (threadIdx.x > 0)
    out[threadIdx.x] = in[0]; // warn global-memory-race: 'out[1]' is written while a thread of another block may still write it (likely)
}
void launchSumBesideACopy(const int *in, int *out) { sumBesideACopy<<<2, 32>>>(in, out); }

// Two stores of what the code tells.
__global__ void numberBesideAnother(const int *in, int *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = 7;
  if (threadIdx.x > 0)
    out[threadIdx.x] = 8; // warn global-memory-race: 'out[1]' is written while a thread of another block may still write it{{$}}
}
void launchNumberBesideAnother(const int *in, int *out) { numberBesideAnother<<<2, 32>>>(in, out); }

// Where the two stores meet, the thread's number is the same.
__global__ void numberOfTheThread(int *out) {
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  out[g] = t;
  out[t] = t;
}
void launchNumberOfTheThread(int *out) { numberOfTheThread<<<2, 256>>>(out); }

__global__ void nextNumberOfTheThread(int *out) {
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  out[g] = t;
  out[t] = t + 1; // warn global-memory-race: is written while a thread of another block may still write it{{$}}
}
void launchNextNumberOfTheThread(int *out) { nextNumberOfTheThread<<<2, 256>>>(out); }

// Each place holds its own number, whoever puts it there.
__global__ void numberOfThePlace(int *out, int n) {
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  out[g] = g + n;
  out[t] = t + n;
}
void launchNumberOfThePlace(int *out) { numberOfThePlace<<<2, 256>>>(out, 7); }

__global__ void numberOfAnotherPlace(int *out, int n) {
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  out[g] = g + n;
  out[t ^ 1] = t + n; // warn global-memory-race: is written while
}
void launchNumberOfAnotherPlace(int *out) { numberOfAnotherPlace<<<2, 256>>>(out, 7); }
