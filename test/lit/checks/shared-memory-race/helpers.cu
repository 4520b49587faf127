// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Shared memory that travels through calls, references, lambdas and objects.

__device__ float blockReduce(float value, float *scratch) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s)
      scratch[threadIdx.x] += scratch[threadIdx.x + s];
    __syncthreads();
  }
  return scratch[0];
}

__global__ void reducedTwice(const float *in, float *out) {
  __shared__ float scratch[256];
  float sum = blockReduce(in[threadIdx.x], scratch);
  float squares = blockReduce(in[threadIdx.x] * in[threadIdx.x], scratch); // warn shared-memory-race: 'scratch[0]' is overwritten while another thread of the block may still read it
  // note@-2: through this call
  // note@13: {{thread \(\d+,0,0\) reads 'scratch\[0\]' here}}
  // note@-3: through this call
  // note@6: thread (0,0,0) writes 'scratch[0]' here
  // note@-5: put '__syncthreads();' here
  out[threadIdx.x] = sum + squares;
}

__global__ void reducedTwiceMended(const float *in, float *out) {
  __shared__ float scratch[256];
  float sum = blockReduce(in[threadIdx.x], scratch);
  __syncthreads();
  float squares = blockReduce(in[threadIdx.x] * in[threadIdx.x], scratch);
  out[threadIdx.x] = sum + squares;
}

__global__ void reducedInTwoScratches(const float *in, float *out) {
  __shared__ float left[256], right[256];
  float sum = blockReduce(in[threadIdx.x], left);
  float squares = blockReduce(in[threadIdx.x] * in[threadIdx.x], right);
  out[threadIdx.x] = sum + squares;
}

__global__ void reducedInALoop(const float *in, float *out, int n) {
  __shared__ float scratch[256];
  float most = 0;
  for (int row = blockIdx.x; row < n; row += gridDim.x)
    most += blockReduce(in[row * 256 + threadIdx.x], scratch);
  // warn@6 shared-memory-race: 'scratch[0]' is overwritten while another thread of the block may still read it in the previous iteration
  out[threadIdx.x] = most;
}

// A helper that owns its scratch.
__device__ int blockSum(int value) {
  __shared__ int parts[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_xor_sync(0xffffffff, value, d);
  if (lane == 0)
    parts[warp] = value;
  __syncthreads();
  value = lane < blockDim.x / 32 ? parts[lane] : 0;
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_xor_sync(0xffffffff, value, d);
  return value;
}

__global__ void ownScratchTwice(const int *in, int *out) {
  int a = blockSum(in[threadIdx.x]);
  int b = blockSum(in[threadIdx.x] & 1); // warn shared-memory-race: {{'parts\[\d+\]' is overwritten while another thread of the block may still read it}}
  out[threadIdx.x] = a + b;
}
void launchOwnScratch(const int *in, int *out) { ownScratchTwice<<<1, 256>>>(in, out); }

__device__ int blockSumThatClosesItself(int value) {
  __shared__ int parts[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_xor_sync(0xffffffff, value, d);
  __syncthreads();
  if (lane == 0)
    parts[warp] = value;
  __syncthreads();
  value = lane < blockDim.x / 32 ? parts[lane] : 0;
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_xor_sync(0xffffffff, value, d);
  return value;
}

__global__ void closedScratchTwice(const int *in, int *out) {
  int a = blockSumThatClosesItself(in[threadIdx.x]);
  int b = blockSumThatClosesItself(in[threadIdx.x] & 1);
  out[threadIdx.x] = a + b;
}
void launchClosedScratch(const int *in, int *out) { closedScratchTwice<<<1, 256>>>(in, out); }

// --- The barrier or an access hides in a callee ------------------------------

__device__ void meet() { __syncthreads(); }
__device__ void store(int *cells, int at, int value) { cells[at] = value; }
__device__ int load(const int *cells, int at) { return cells[at]; }

__global__ void accessesInCallees(const int *in, int *out) {
  __shared__ int cells[256];
  store(cells, threadIdx.x, in[threadIdx.x]);
  out[threadIdx.x] = load(cells, 255 - threadIdx.x); // warn shared-memory-race: is read while another thread of the block may still write it
  // note@-2: through this call
  // note@-8: {{writes 'cells\[\d+\]' here}}
  // note@-3: through this call
  // note@-9: {{reads 'cells\[\d+\]' here}}
}
void launchCallees(const int *in, int *out) { accessesInCallees<<<1, 256>>>(in, out); }

__global__ void barrierInACallee(const int *in, int *out) {
  __shared__ int cells[256];
  store(cells, threadIdx.x, in[threadIdx.x]);
  meet();
  out[threadIdx.x] = load(cells, 255 - threadIdx.x);
}
void launchBarrierCallee(const int *in, int *out) { barrierInACallee<<<1, 256>>>(in, out); }

// --- References, lambdas, objects --------------------------------------------

template <int N> __device__ void fill(int (&cells)[N], const int *in) {
  for (int i = threadIdx.x; i < N; i += blockDim.x)
    cells[i] = in[i];
}

__global__ void arrayByReference(const int *in, int *out) {
  __shared__ int cells[512];
  fill(cells, in);
  out[threadIdx.x] = cells[511 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchReference(const int *in, int *out) { arrayByReference<<<1, 256>>>(in, out); }

__global__ void lambdaByReference(const int *in, int *out) {
  __shared__ int cells[256];
  auto put = [&](int value) { cells[threadIdx.x] = value; };
  auto get = [&](int at) { return cells[at]; };
  put(in[threadIdx.x]);
  out[threadIdx.x] = get(255 - threadIdx.x); // warn shared-memory-race: is read while
  __syncthreads();
  put(0);
  __syncthreads();
  out[threadIdx.x] += get(255 - threadIdx.x);
}
void launchLambda(const int *in, int *out) { lambdaByReference<<<1, 256>>>(in, out); }

struct Tile {
  float *cells;
  int pitch;
  __device__ float &at(int row, int column) { return cells[row * pitch + column]; }
};

__global__ void tileObject(const float *in, float *out) {
  __shared__ float cells[16 * 17];
  Tile tile{cells, 17};
  tile.at(threadIdx.y, threadIdx.x) = in[threadIdx.y * 16 + threadIdx.x];
  out[threadIdx.y * 16 + threadIdx.x] = tile.at(threadIdx.x, threadIdx.y); // warn shared-memory-race: is read while
}
void launchTileObject(const float *in, float *out) { tileObject<<<1, dim3(16, 16)>>>(in, out); }

__global__ void tileObjectMended(const float *in, float *out) {
  __shared__ float cells[16 * 17];
  Tile tile{cells, 17};
  tile.at(threadIdx.y, threadIdx.x) = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile.at(threadIdx.x, threadIdx.y);
}
void launchTileObjectMended(const float *in, float *out) { tileObjectMended<<<1, dim3(16, 16)>>>(in, out); }

// The address of an element, handed down twice.
__device__ void addInto(int *target, const int *source) { *target += *source; }
__device__ void step(int *cells, int distance) {
  if (threadIdx.x < distance)
    addInto(&cells[threadIdx.x], cells + threadIdx.x + distance);
}

__global__ void stepsInCallees(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  step(cells, 128);
  step(cells, 64); // warn shared-memory-race: {{'cells\[\d+\]' is read while another thread of the block may still write it}}
  __syncthreads();
  out[threadIdx.x] = cells[0];
}
void launchSteps(const int *in, int *out) { stepsInCallees<<<1, 256>>>(in, out); }

__global__ void stepsInCalleesMended(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  step(cells, 128);
  __syncthreads();
  step(cells, 64);
  __syncthreads();
  out[threadIdx.x] = cells[0];
}
void launchStepsMended(const int *in, int *out) { stepsInCalleesMended<<<1, 256>>>(in, out); }
