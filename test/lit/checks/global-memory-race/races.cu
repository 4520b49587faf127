// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Two threads of a launch, one element of global memory.

__global__ void shiftInPlace(int *cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    cells[i] = cells[i + 1]; // warn global-memory-race: {{'cells\[\d+\]' is overwritten while a thread of another block may still read it}}
  // note@-1: {{thread \(\d+,0,0\) of block \(\d+,0,0\) reads 'cells\[\d+\]' here}}
  // note@-2: {{thread \(\d+,0,0\) of block \(\d+,0,0\) writes 'cells\[\d+\]' here}}
  // note: blocks of one launch do not wait for each other: use an atomic, give each its own element, or launch twice
}

__global__ void stencilInPlace(float *grid, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    grid[y * width + x] = 0.25f * (grid[y * width + x - 1] + grid[y * width + x + 1]); // warn global-memory-race: is overwritten while a thread of another block may still read it
}

__global__ void sumWithoutAtomic(const int *values, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    *sum += values[i]; // warn global-memory-race: {{'sum\[0\]' is }}
}

__global__ void incrementWithoutAtomic(int *counter) {
  ++*counter; // warn global-memory-race: 'counter
}
void launchIncrement(int *counter) { incrementWithoutAtomic<<<4, 64>>>(counter); }

__global__ void everybodyWritesFirst(const int *in, int *out) {
  out[0] = in[blockIdx.x * blockDim.x + threadIdx.x]; // warn global-memory-race: {{'out\[0\]' is written by several threads at once, and not all of them write the same}}
}
void launchFirst(const int *in, int *out) { everybodyWritesFirst<<<4, 64>>>(in, out); }

__global__ void blockForgottenInTheIndex(const int *in, int *out) {
  out[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x]; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
}
void launchForgotten(const int *in, int *out) { blockForgottenInTheIndex<<<16, 64>>>(in, out); }

__device__ int total;
__global__ void intoAVariable(const int *in) {
  total += in[blockIdx.x * blockDim.x + threadIdx.x]; // warn global-memory-race: 'total' is
}
void launchVariable(const int *in) { intoAVariable<<<16, 64>>>(in); }

// Within one block a barrier helps.
__global__ void exchangeInOneBlock(int *cells, int *out) {
  cells[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn global-memory-race: is read while another thread of the block may still write it
  // note@-1: put '__syncthreads();' here
}
void launchExchange(int *cells, int *out) { exchangeInOneBlock<<<1, 256>>>(cells, out); }

__global__ void exchangeInOneBlockMended(int *cells, int *out) {
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = cells[255 - threadIdx.x]; // silent: no-alias
}
void launchExchangeMended(int *cells, int *out) { exchangeInOneBlockMended<<<1, 256>>>(cells, out); }

// A barrier of the block does not hold other blocks.
__global__ void barrierOfTheBlock(float *cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n)
    return;
  float next = cells[i + 1];
  __syncthreads();
  cells[i] = next; // warn global-memory-race: is overwritten while a thread of another block may still read it
}

struct SizesOfRows { int rows, columns, elements; };
__global__ void blockForgotten(float *work, SizesOfRows s) {
  float *mine = &work[blockIdx.x * s.elements];
  for (int c = threadIdx.x; c < s.columns; c += 256)
    mine[c * s.rows] = 1;
  for (int c = threadIdx.x; c < s.columns; c += 256)
    work[c * s.rows] = c; // warn global-memory-race: is written while a thread of another block may still write it
}

__global__ void halfTheBlocks(float *work, SizesOfRows s) {
  float *mine = &work[blockIdx.x / 2 * s.elements];
  for (int i = threadIdx.x; i < s.elements; i += 256)
    mine[i] = blockIdx.x; // warn global-memory-race: not all of them write the same
}

// The same part by one name.
__global__ void leafInPlace(float *data, int leaf) {
  int t = threadIdx.x;
  data[leaf * 256 + t] = data[leaf * 256 + 255 - t]; // warn global-memory-race: is overwritten while another thread of the block may still read it
}
void launchLeafInPlace(float *data, int leaf) { leafInPlace<<<1, 256>>>(data, leaf); }

// The last element takes what is left over.
__global__ void clamped(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[min(i, 99)] += i; // warn global-memory-race: 'data[
}

__global__ void mirrored(float *data) {
  int i = threadIdx.x;
  data[abs(i - 128)] += i; // warn global-memory-race: 'data[
}
void launchMirrored(float *data) { mirrored<<<1, 256>>>(data); }
