// RUN: %verify %s --checks=-*,warplint-global-memory-race --block-dim=64
//
// What code makes that another unit holds: not known to be the same for two
// threads, and not known to differ.

__device__ int elementOf(int thread);
struct Places {
  int first, second;
  float *data;
  __device__ Places(int thread, float *data);
};

__global__ void byAFunction(float *out) { out[elementOf(threadIdx.x)] = threadIdx.x; } // silent: elected-index

__global__ void byAFunctionOfTheBlock(float *out) { out[elementOf(blockIdx.x)] = threadIdx.x; } // silent: elected-index

__global__ void byAConstructor(float *out) {
  Places places(threadIdx.x, out);
  out[places.first] = threadIdx.x; // silent: elected-index
  places.data[places.second] = threadIdx.x;
}

__global__ void whateverItIs(float *out) {
  Places places(threadIdx.x, out);
  out[places.first & 0] = threadIdx.x; // warn global-memory-race: not all of them write the same
}

// A buffer of whom?
__device__ float *bufferOf(int thread);
__global__ void intoABuffer(float *out) {
  float *buffer = bufferOf(threadIdx.x);
  buffer[0] = threadIdx.x;
  float *own = static_cast<float *>(malloc(64));
  own[0] = threadIdx.x;
  out[blockIdx.x * 64 + threadIdx.x] = buffer[0] + own[0];
}
