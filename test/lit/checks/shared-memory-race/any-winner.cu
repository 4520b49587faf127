// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// Several threads store their own number into one word, and behind a barrier
// each compares: whoever was last, one is elected. Each case stands beside one
// in which it matters who was.

__device__ int rows(const int *first, int i) { return first[i + 1] - first[i]; }

__global__ void takesTurns(const int *first, const int *column, int *out, int n) {
  __shared__ int owner, begin, end;
  int id = blockIdx.x * 256 + threadIdx.x;
  int size = id < n ? rows(first, id) : 0;
  if (threadIdx.x == 0)
    owner = 256;
  __syncthreads();
  while (true) {
    if (size >= 256)
      owner = threadIdx.x; // warn shared-memory-race: 'owner' is written by several threads at once, and not all of them write the same (portability)
    __syncthreads();
    if (owner == 256)
      break;
    if (owner == threadIdx.x) {
      begin = first[id];
      end = first[id + 1];
      size = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0)
      owner = 256;
    for (int i = begin + threadIdx.x; i < end; i += 256)
      out[column[i]] = 1;
    __syncthreads();
  }
}

struct Chosen {
  short thread;
  float weight;
};

// A member, the number of the thread in two dimensions, the test the other way round.
__global__ void anyThatFits(const float *in, float *out, float limit) {
  __shared__ Chosen by;
  const int me = threadIdx.y * blockDim.x + threadIdx.x;
  if (me == 0)
    by.thread = -1;
  __syncthreads();
  if (me % 3 == 0)
    by.thread = me; // warn shared-memory-race: not all of them write the same (portability)
  __syncthreads();
  if (me != by.thread)
    return;
  *out = in[me] * limit;
}

__global__ void byAPointer(const int *in, int *out) {
  __shared__ unsigned slot[2];
  volatile unsigned *first = &slot[0];
  unsigned me = 255 - threadIdx.x;
  if (me & 5)
    *first = me; // warn shared-memory-race: not all of them write the same (portability)
  __syncthreads();
  bool mine = *first == me;
  if (mine)
    out[blockIdx.x] = in[me];
}

// --- It matters who was the last -----------------------------------------------------

__global__ void dataOfAny(const float *in, float *out, float limit) {
  __shared__ float found;
  float mine = in[threadIdx.x];
  if (threadIdx.x % 2 == 0)
    found = mine * limit; // warn shared-memory-race: {{write the same(?! .port)}}
  __syncthreads();
  out[threadIdx.x] = found;
}

// Of one thread the number, of another one the hash.
__global__ void twoWords(const unsigned *in, unsigned *out, unsigned target) {
  __shared__ unsigned nonce, hash;
  unsigned mine = in[threadIdx.x];
  if (threadIdx.x >= target) {
    nonce = threadIdx.x; // warn shared-memory-race: {{write the same(?! .port)}}
    hash = mine; // warn shared-memory-race: {{write the same(?! .port)}}
  }
  __syncthreads();
  if (nonce == threadIdx.x)
    out[0] = hash;
}

__global__ void usedAsIndex(const float *in, float *out, float limit) {
  __shared__ int best;
  if (threadIdx.x >= 100)
    best = threadIdx.x; // warn shared-memory-race: {{write the same(?! .port)}}
  __syncthreads();
  out[threadIdx.x] = in[best] * limit;
}

__global__ void numbersOfWarps(const float *in, float *out, float limit) {
  __shared__ int warp;
  warp = threadIdx.x / 32; // warn shared-memory-race: {{write the same(?! .port)}}
  __syncthreads();
  if (warp == threadIdx.x / 32)
    out[threadIdx.x] = in[threadIdx.x] * limit;
}

// Some compare before others have stored.
__global__ void askedAtOnce(const float *in, float *out, float limit) {
  __shared__ int owner;
  if (threadIdx.x % 7)
    owner = threadIdx.x; // warn shared-memory-race: {{write the same(?! .port)}}
  if (owner == threadIdx.x) // warn shared-memory-race: while another thread of the block may still write it
    out[0] = in[threadIdx.x] * limit;
}
void launch(const int *first, const int *column, int *out, const float *in, float *to,
            const unsigned *u, unsigned *v) {
  takesTurns<<<8, 256>>>(first, column, out, 100);
  anyThatFits<<<8, dim3(16, 16)>>>(in, to, 1);
  byAPointer<<<8, 256>>>(first, out);
  dataOfAny<<<8, 256>>>(in, to, 1);
  twoWords<<<8, 256>>>(u, v, 9);
  usedAsIndex<<<8, 256>>>(in, to, 1);
  numbersOfWarps<<<8, 256>>>(in, to, 1);
  askedAtOnce<<<8, 256>>>(in, to, 1);
}
