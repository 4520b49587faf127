// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Nothing launches these kernels. Without a barrier of the block, and without a
// name for the block's size or its warps, one warp is as likely a block as any
// other; and how far a block reaches follows from `blockIdx.x * 256` only if
// the rest of the index is the thread's own.

struct Packed {
  float scale;
  unsigned char bits[64];
};

__global__ void eightLanesAPart(const Packed *in, float *out, int parts) {
  int part = 8 * blockIdx.x + threadIdx.x % 8;
  if (part >= parts)
    return;
  float *to = out + 256 * blockIdx.x + 32 * (threadIdx.x % 8) + 4 * (threadIdx.x / 8);
  for (int i = 0; i < 4; ++i) {
    to[i] = in[part].scale; // silent: no-alias
    to[i + 16] = -in[part].scale; // silent: no-alias
  }
}

__global__ void twoHalves(const Packed *in, float *out) {
  int half = threadIdx.x / 32, lane = threadIdx.x - 32 * half;
  float *to = out + blockIdx.x * 256 + 128 * half;
  unsigned char bits = in[blockIdx.x].bits[32 * half + lane];
  to[lane] = in[blockIdx.x].scale * (bits & 3); // silent: no-alias
  to[lane + 32] = in[blockIdx.x].scale * ((bits >> 2) & 3); // silent: no-alias
  to[lane + 64] = in[blockIdx.x].scale * ((bits >> 4) & 3); // silent: no-alias
  to[lane + 96] = in[blockIdx.x].scale * (bits >> 6); // silent: no-alias
}

__global__ void columnsOfLanes(const float *in, float *out) {
  int row = threadIdx.x & 3, column = threadIdx.x >> 2;
  for (int i = 0; i < 2; ++i)
    out[blockIdx.x * 64 + row * 16 + column * 2 + i] = in[row + i]; // silent: no-alias
}

// The same with parts that are too small for one warp, too.
__global__ void eightLanesOfASmallPart(const Packed *in, float *out, int parts) {
  int part = 8 * blockIdx.x + threadIdx.x % 8;
  if (part >= parts)
    return;
  float *to = out + 128 * blockIdx.x + 32 * (threadIdx.x % 8) + 4 * (threadIdx.x / 8);
  for (int i = 0; i < 4; ++i)
    to[i] = in[part].scale; // warn global-memory-race: 'out[
}

__global__ void twoHalvesOfASmallPart(const Packed *in, float *out) {
  int half = threadIdx.x / 32, lane = threadIdx.x - 32 * half;
  float *to = out + blockIdx.x * 24 + 128 * half;
  to[lane] = in[blockIdx.x].scale; // warn global-memory-race: 'out[
}

__global__ void columnsOfTooShortRows(const float *in, float *out) {
  int row = threadIdx.x & 3, column = threadIdx.x >> 2;
  for (int i = 0; i < 2; ++i)
    out[blockIdx.x * 64 + row * 8 + column * 2 + i] = in[row + i]; // warn global-memory-race: 'out[
}

// A kernel that names its block's size is made for blocks of several warps.
__global__ void partOfEachBlock(const float *in, float *out) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < 4096; i += blockDim.x)
    sum += in[i];
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x] = sum; // warn global-memory-race: 'out[
}
