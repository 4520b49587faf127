// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// A test against a number on which the block agrees lets those threads come that
// have this number: one, if each has its own.

// --- Found ----------------------------------------------------------------------

// All but one come.
__global__ void othersStay(const int *who, int *most, const int *next) {
  if (next[threadIdx.x] > 3 && who[blockIdx.x] == threadIdx.x)
    return;
  if (most[blockIdx.x] < next[threadIdx.x])
    most[blockIdx.x] = next[threadIdx.x]; // warn non-atomic-update: most
}

// Each thread has been told something else.
__global__ void notAgreed(const int *who, int *most, const int *next) {
  if (who[threadIdx.x] == threadIdx.x) {
    if (most[blockIdx.x] < next[threadIdx.x])
      most[blockIdx.x] = next[threadIdx.x]; // warn non-atomic-update: most
  }
}

// --- Left alone -----------------------------------------------------------------

__global__ void readOnly(const int *who, int *most, const int *next) {
  if (who[blockIdx.x] == threadIdx.x) {
    if (most[blockIdx.x] < next[threadIdx.x])
      most[blockIdx.x] = next[threadIdx.x];
  }
}

__global__ void elected(int *who, int *most, const int *next) {
  if (threadIdx.x == 0)
    who[blockIdx.x] = 0;
  __syncthreads();
  if (next[threadIdx.x] > 7)
    atomicMax(&who[blockIdx.x], threadIdx.x);
  __syncthreads();
  if (threadIdx.x == who[blockIdx.x])
    if (most[blockIdx.x] < next[threadIdx.x])
      most[blockIdx.x] = next[threadIdx.x];
}

__global__ void electedInShared(int *most, const int *next) {
  __shared__ int who;
  if (threadIdx.x == 0)
    who = 0;
  __syncthreads();
  if (next[threadIdx.x] > 7)
    atomicMax(&who, threadIdx.x);
  __syncthreads();
  if (who != threadIdx.x)
    return;
  if (most[blockIdx.x] < next[threadIdx.x])
    most[blockIdx.x] = next[threadIdx.x];
}

void run(int *who, int *most, int *next) {
  othersStay<<<8, 256>>>(who, most, next);
  notAgreed<<<8, 256>>>(who, most, next);
  readOnly<<<8, 256>>>(who, most, next);
  elected<<<8, 256>>>(who, most, next);
  electedInShared<<<8, 256>>>(most, next);
}
