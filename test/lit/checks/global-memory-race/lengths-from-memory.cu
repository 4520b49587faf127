// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race

// How many elements a row has is read from memory: that says how far the loops come
// that its threads share, or how many threads there is something for, and chooses no
// thread and no block.

__global__ void shiftsOnlyWhatItReads(float *out, const float *in, int pitch, const int *lengths) {
  int row = blockIdx.x;
  in += row * pitch;
  int size = lengths[row];
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    out[i] = in[i]; // warn global-memory-race: 'out[0]' is written by several threads at once
}

__global__ void oneResultForAll(float *out, const float *in, const int *lengths) {
  int row = blockIdx.x;
  for (int i = threadIdx.x; i < lengths[row]; i += blockDim.x)
    out[row] = in[i]; // warn global-memory-race: 'out[0]' is written by several threads at once
}

__global__ void slotsInShared(float *out, const int *lengths) {
  __shared__ float slots[256];
  for (int i = threadIdx.x; i < lengths[blockIdx.x]; i += blockDim.x)
    slots[i % 64] = i; // warn shared-memory-race: 'slots[0]' is written by several threads at once
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = slots[threadIdx.x]; // silent: no-alias
}

__global__ void leavesTheLoop(float *out, const float *in, int pitch, const int *lengths) {
  int row = blockIdx.x;
  in += row * pitch;
  for (int i = threadIdx.x;; i += blockDim.x) {
    if (!(i < lengths[row]))
      break;
    out[i] = in[i]; // warn global-memory-race: 'out[0]' is written by several threads at once
  }
}

__global__ void oneForEachThread(float *out, const float *in, int pitch, const int *lengths) {
  in += blockIdx.x * pitch;
  if (threadIdx.x < lengths[blockIdx.x])
    out[threadIdx.x] = in[threadIdx.x]; // warn global-memory-race: 'out[0]' is written by several threads at once
}

__global__ void othersLeave(float *out, const float *in, int pitch, const int *lengths) {
  in += blockIdx.x * pitch;
  if (threadIdx.x >= lengths[blockIdx.x])
    return;
  out[threadIdx.x] = in[threadIdx.x]; // warn global-memory-race: 'out[0]' is written by several threads at once
}

// Rows of their own.
__global__ void ownRowOneForEachThread(float *out, const float *in, int pitch, const int *lengths) {
  if (threadIdx.x < lengths[blockIdx.x])
    out[blockIdx.x * pitch + threadIdx.x] = in[threadIdx.x]; // silent: no-alias
}

__global__ void shiftsBoth(float *out, const float *in, int pitch, const int *lengths) {
  int row = blockIdx.x;
  in += row * pitch;
  out += row * pitch;
  int size = lengths[row];
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    out[i] = in[i]; // silent: no-alias
}

__global__ void ownRange(float *out, const float *in, const int *begin) {
  int row = blockIdx.x;
  for (int i = begin[row] + threadIdx.x; i < begin[row + 1]; i += blockDim.x)
    out[i] = in[i]; // silent: distinct-indices, no-alias
}

__global__ void permuted(float *out, const float *in, const int *begin, const int *column) {
  int row = blockIdx.x;
  for (int i = begin[row] + threadIdx.x; i < begin[row + 1]; i += blockDim.x)
    out[column[i]] = in[i]; // silent: distinct-indices
}

__global__ void columnsOfThreads(const int *lengths, int *out, int total) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < total)
    for (int k = 0; k < lengths[t]; ++k)
      out[k * total + t] = k;
}

__global__ void tokensOfExperts(const int *counts, float *out, const float *in, int hidden, int most) {
  int expert = blockIdx.y, count = counts[expert];
  for (int token = blockIdx.x; token < count; token += gridDim.x)
    for (int h = threadIdx.x; h < hidden; h += blockDim.x)
      out[(expert * most + token) * hidden + h] = in[token * hidden + h]; // silent: no-alias
}

__global__ void pages(const int *lengths, const int *table, float *cache, const float *in) {
  int row = blockIdx.x;
  for (int t = threadIdx.x; t < lengths[row]; t += blockDim.x)
    cache[table[row * 128 + t / 16] * 16 + t % 16] = in[row * 2048 + t]; // silent: distinct-indices
}

// A test of the elements chooses one.
__global__ void theOneWithTheFlag(int *out, const int *lengths, const int *flags) {
  int row = blockIdx.x;
  for (int i = threadIdx.x; i < lengths[row]; i += blockDim.x)
    if (flags[i + row * 128])
      out[row] = i; // silent: chosen-thread, no-alias
}

__global__ void theOneNamed(int *out, const int *which) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == which[blockIdx.x])
    *out = i; // silent: chosen-thread, no-alias
}

__global__ void theBest(int *out, const float *scores, const float *best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (scores[i] > best[blockIdx.x])
    *out = i; // silent: chosen-thread, no-alias
}

__global__ void compacted(int *out, const int *lengths, const int *in) {
  int base = blockIdx.x * 1024, k = 0;
  for (int i = 0; i < lengths[blockIdx.x]; ++i)
    if (in[base + i] > 3) // silent: distinct-indices, in-row, no-alias, own-part
      out[base + k++] = i; // silent: distinct-indices
}

// Two loops, one of which goes on where the other ended: both stay in the row, whether
// its length is read or given.
inline dim3 threadsFor(unsigned columns) {
  unsigned threads = 1, most = columns / 2 < 1024u ? columns / 2 : 1024u;
  while (threads < most)
    threads *= 2;
  return dim3(threads > 32u ? threads : 32u);
}

__device__ void scaleRow(const float *in, unsigned size, float *out) {
  unsigned offset = threadIdx.x, last = size % (2 * blockDim.x);
  for (; offset < size - last; offset += blockDim.x * 2) {
    float some[2];
    for (unsigned j = 0; j < 2; ++j)
      some[j] = in[offset + j * blockDim.x]; // silent: no-alias, pitch
    for (unsigned j = 0; j < 2; ++j)
      out[offset + j * blockDim.x] = some[j] * 2; // silent: in-row
  }
  for (; offset < size; offset += blockDim.x)
    out[offset] = in[offset] * 2; // silent: in-row
}

__global__ void scaled(float *out, const float *in, unsigned columns, const int *lengths) {
  in += blockIdx.x * columns;
  out += blockIdx.x * columns;
  unsigned size = columns;
  if (lengths)
    size = lengths[blockIdx.x];
  scaleRow(in, size, out); // silent: no-alias
}

// The same, where every block begins at the start.
__device__ void scaleFirst(const float *in, unsigned size, float *out) {
  unsigned offset = threadIdx.x, last = size % (2 * blockDim.x);
  for (; offset < size - last; offset += blockDim.x * 2) {
    float some[2];
    for (unsigned j = 0; j < 2; ++j)
      some[j] = in[offset + j * blockDim.x]; // silent: no-alias
    for (unsigned j = 0; j < 2; ++j)
      out[offset + j * blockDim.x] = some[j] * 2; // warn global-memory-race: is written by several threads at once
  }
  for (; offset < size; offset += blockDim.x)
    out[offset] = in[offset] * 2; // warn global-memory-race: written
}

__global__ void scaledInPlaceOfOne(float *out, const float *in, unsigned columns, const int *lengths) {
  in += blockIdx.x * columns;
  unsigned size = columns;
  if (lengths)
    size = lengths[blockIdx.x];
  scaleFirst(in, size, out); // silent: no-alias
}

void run(float *out, const float *in, long rows, long columns, const int *lengths) {
  const dim3 grid(rows);
  const dim3 block(threadsFor(columns));
  scaled<<<grid, block>>>(out, in, columns, lengths);
  scaledInPlaceOfOne<<<grid, block>>>(out, in, columns, lengths);
}
