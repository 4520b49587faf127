// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// Threads that search from a hash on come to one free slot together, and each
// takes it. A range that begins where data say is one thread's.

__global__ void inserts(const unsigned *key, unsigned *slot, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned at = key[i] * 2654435761u % 4096;
  while (slot[at] != 0)
    at = (at + 1) % 4096;
  slot[at] = key[i]; // warn non-atomic-update: an element of 'slot'
}

__global__ void insertsAndReturns(const unsigned *key, unsigned *slot, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (unsigned at = key[i] & 4095;; at = (at + 1) & 4095)
    if (slot[at] == 0) {
      slot[at] = key[i]; // warn non-atomic-update: an element of 'slot'
      return;
    }
}

__global__ void startsOver(const int *key, int *slot, int n, int all) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = key[i] & 1023;
  while (slot[at] != 0 && slot[at] != key[i])
    if (++at == all)
      at = 0;
  if (slot[at] == 0)
    slot[at] = key[i]; // warn non-atomic-update: an element of 'slot'
}

__global__ void exchanges(const unsigned *key, unsigned *slot, unsigned *uses, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned at = key[i] & 4095;
  while (atomicCAS(slot + at, 0, key[i]) != 0)
    at = (at + 1) & 4095;
  uses[at] = uses[at] + 1; // silent: elected-index
}

// The rows of a matrix.
__global__ void rows(const int *begin, float *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int at = begin[i]; at < begin[i + 1]; ++at)
      if (value[at] < 0)
        value[at] = i; // silent: elected-index
}

__global__ void rowsFromTheirEnds(const int *end, float *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int at = end[i + 1] - 1; at >= end[i]; --at)
      value[at] = value[at] * 2 + 1;
}

// A ring of each thread's own, from where it stopped.
__global__ void ownRings(const int *first, float *ring, const float *in, int n, int turns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = first[i];
  for (int k = 0; k < turns; ++k) {
    ring[8 * i + at] = ring[8 * i + at] * 0.5f + in[i];
    if (++at == 8)
      at = 0;
  }
}
