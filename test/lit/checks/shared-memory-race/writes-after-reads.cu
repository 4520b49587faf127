// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A thread overwrites what a slower one still reads, and two that write.

__global__ void scalarUpdatedByOne(const int *in, int *out, int n) {
  __shared__ int carry;
  if (threadIdx.x == 0)
    carry = 0;
  __syncthreads();
  int seen = carry;
  if (threadIdx.x == 0)
    carry = seen + in[0]; // warn shared-memory-race: 'carry' is overwritten while another thread of the block may still read it
  // note@-3: {{thread \(\d+,0,0\) reads 'carry' here}}
  // note@-2: thread (0,0,0) writes 'carry' here
  // note@-4: put '__syncthreads();' here
  __syncthreads();
  out[threadIdx.x] = carry + seen;
}

__global__ void carryOfAScan(const int *in, int *out, int n) {
  __shared__ int carry;
  if (threadIdx.x == 0)
    carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    __syncthreads();
    int sum = in[base + threadIdx.x] + carry;
    out[base + threadIdx.x] = sum;
    if (threadIdx.x == blockDim.x - 1)
      carry = sum; // warn shared-memory-race: 'carry' is overwritten while another thread of the block may still read it
  }
}

__global__ void carryOfAScanMended(const int *in, int *out, int n) {
  __shared__ int carry;
  if (threadIdx.x == 0)
    carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    __syncthreads();
    int sum = in[base + threadIdx.x] + carry;
    out[base + threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
      carry = sum;
  }
}

__global__ void nextBlockFromACounter(int *next, int *out, int blocks) {
  __shared__ int block;
  while (true) {
    if (threadIdx.x == 0)
      block = atomicAdd(next, 1); // warn shared-memory-race: 'block' is overwritten while another thread of the block may still read it
    // note: put '__syncthreads();' here
    __syncthreads();
    if (block >= blocks)
      return;
    out[block * blockDim.x + threadIdx.x] = 1;
  }
}

__global__ void nextBlockFromACounterMended(int *next, int *out, int blocks) {
  __shared__ int block;
  while (true) {
    if (threadIdx.x == 0)
      block = atomicAdd(next, 1);
    __syncthreads();
    int mine = block;
    __syncthreads();
    if (mine >= blocks)
      return;
    out[mine * blockDim.x + threadIdx.x] = 1;
  }
}

__global__ void shiftedInPlace(const int *in, int *out) {
  __shared__ int cells[257];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  cells[threadIdx.x] = cells[threadIdx.x + 1]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  // note: {{reads 'cells\[\d+\]' here}}
  // note: {{writes 'cells\[\d+\]' here}}
  // note: split the statement: read, '__syncthreads();', then write
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x];
}
void launchShifted(const int *in, int *out) { shiftedInPlace<<<1, 256>>>(in, out); }

__global__ void shiftedInPlaceMended(const int *in, int *out) {
  __shared__ int cells[257];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int next = cells[threadIdx.x + 1];
  __syncthreads();
  cells[threadIdx.x] = next;
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x];
}
void launchShiftedMended(const int *in, int *out) { shiftedInPlaceMended<<<1, 256>>>(in, out); }

__global__ void scanInPlace(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  for (int offset = 1; offset < 256; offset *= 2) {
    __syncthreads();
    if (threadIdx.x >= offset)
      cells[threadIdx.x] += cells[threadIdx.x - offset]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  }
  out[threadIdx.x] = cells[threadIdx.x];
}
void launchScan(const int *in, int *out) { scanInPlace<<<1, 256>>>(in, out); }

__global__ void everybodyWritesItsOwnValue(const int *in, int *out) {
  __shared__ int last;
  last = in[threadIdx.x]; // warn shared-memory-race: 'last' is written by several threads at once, and not all of them write the same
  // note: {{thread \(\d+,0,0\) writes 'last' here}}
  // note: {{thread \(\d+,0,0\) writes 'last' here}}
  // note: let one thread write it, or use an atomic
  __syncthreads();
  out[threadIdx.x] = last;
}

__global__ void sameBlockValueFromAll(const int *in, int *out) {
  __shared__ int base;
  base = in[blockIdx.x];
  __syncthreads();
  out[threadIdx.x] = base;
}

__global__ void twoWriters(const int *in, int *out) {
  __shared__ int chosen;
  if (threadIdx.x == 0)
    chosen = in[0];
  if (threadIdx.x == 64)
    chosen = in[1]; // warn shared-memory-race: 'chosen' is written while another thread of the block may still write it
  __syncthreads();
  out[threadIdx.x] = chosen;
}
void launchWriters(const int *in, int *out) { twoWriters<<<1, 256>>>(in, out); }

__global__ void sumWithoutAtomic(const int *in, int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  sum += in[threadIdx.x]; // warn shared-memory-race: {{'sum' is }}
  __syncthreads();
  out[threadIdx.x] = sum;
}

__global__ void rowsCollide(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x / 2] = in[threadIdx.x]; // warn shared-memory-race: is written by several threads at once, and not all of them write the same
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x];
}
void launchRows(const int *in, int *out) { rowsCollide<<<1, 256>>>(in, out); }

__global__ void xForgetsY(const int *in, int *out) {
  __shared__ int cells[16];
  cells[threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x]; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = cells[threadIdx.x];
}
void launchForgets(const int *in, int *out) { xForgetsY<<<1, dim3(16, 16)>>>(in, out); }
