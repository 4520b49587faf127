// RUN: %verify %s --checks=-*,warplint-non-atomic-update,warplint-shared-memory-race,warplint-global-memory-race
//
// A pointer that one thread hands to others through shared memory points to what
// was stored there, in shared or in global memory.

struct job { unsigned from, to; };

__device__ void exchangeInRounds(unsigned *v, unsigned t) {
  for (unsigned j = 128; j > 0; j >>= 1) {
    unsigned p = 2 * t - (t & (j - 1)), a = v[p], b = v[p + j];
    v[p] = min(a, b);
    v[p + j] = max(a, b);
    __syncthreads();
  }
}

__global__ void toSharedMemory(unsigned *d, const job *list) {
  __shared__ job now;
  __shared__ unsigned one[1024], *s;
  unsigned t = threadIdx.x;
  if (t == 0) {
    now = list[blockIdx.x];
    s = one;
  }
  for (unsigned i = t; i < 1024; i += 128)
    one[i] = d[i];
  __syncthreads();
  if (now.to - now.from == 256)
    exchangeInRounds(s + now.from, t);
  d[t] = one[t];
}
void goShared(unsigned *d, const job *l) { toSharedMemory<<<1, 128>>>(d, l); }

struct view { int size; unsigned *data; };

__global__ void toSharedMemoryInAStruct(unsigned *d, const job *list) {
  __shared__ unsigned one[1024];
  __shared__ view v;
  unsigned t = threadIdx.x;
  for (unsigned i = t; i < 1024; i += 128)
    one[i] = d[i];
  if (t == 0) {
    v.size = list[blockIdx.x].to;
    v.data = one;
  }
  __syncthreads();
  v.data[list[blockIdx.x].from + t] += 1;
  __syncthreads();
  d[t] = one[t];
}
void goStruct(unsigned *d, const job *l) { toSharedMemoryInAStruct<<<1, 128>>>(d, l); }

__global__ void toGlobalMemory(unsigned *d, const job *list) {
  __shared__ unsigned *s;
  if (threadIdx.x == 0)
    s = d;
  __syncthreads();
  s[list[blockIdx.x].from * 128 + threadIdx.x] += 1; // warn non-atomic-update: is read, changed and written back while a thread of another block may do the same
}
void goGlobal(unsigned *d, const job *l) { toGlobalMemory<<<16, 128>>>(d, l); }

__global__ void countsInSharedMemory(const unsigned *keys, unsigned *out) {
  __shared__ unsigned bins[256], *s;
  bins[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    s = bins;
  __syncthreads();
  s[keys[threadIdx.x] & 255]++; // warn non-atomic-update: is read, changed and written back while another thread of the block may do the same
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
void goCounts(const unsigned *k, unsigned *o) { countsInSharedMemory<<<1, 256>>>(k, o); }
