// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race,warplint-non-atomic-update
//
// Threads that set the same bits leave what one of them would have left.

__global__ void sameBit(int *flags, const int *sizes, int capacity) {
  if (sizes[blockIdx.x] >= capacity)
    flags[blockIdx.x] |= 4; // silent: no-alias
}
__global__ void keepsTheSame(int *flags, const int *sizes, int mask) {
  if (sizes[blockIdx.x] > 0)
    flags[blockIdx.x] &= mask; // silent: no-alias
}
__global__ void writtenOut(int *flags, const int *sizes, int capacity) {
  if (sizes[blockIdx.x] >= capacity)
    flags[blockIdx.x] = 4 | flags[blockIdx.x]; // silent: no-alias
}
__global__ void alsoTold(int *flags, const int *sizes, int *first) {
  if (sizes[blockIdx.x] > 0) {
    int old = flags[blockIdx.x];
    flags[blockIdx.x] = old | 4; // warn global-memory-race: several threads at once
    if (old == 0)
      first[blockIdx.x * 256 + threadIdx.x] = 1; // silent: no-alias
  }
}
__global__ void inShared(const int *in, int *out) {
  __shared__ int flags;
  if (threadIdx.x == 0)
    flags = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    flags |= 1;
  __syncthreads();
  out[threadIdx.x] = flags;
}
__global__ void bitsOfTheirOwn(int *flags, const int *sizes, int capacity) {
  if (sizes[blockIdx.x] >= capacity)
    flags[blockIdx.x] |= 1 << (threadIdx.x / 32); // warn global-memory-race: may still read it
}
__global__ void anotherBit(const int *in, int *out) {
  __shared__ int flags;
  if (threadIdx.x == 0)
    flags = 0;
  __syncthreads();
  if (threadIdx.x == 40)
    flags |= 1;
  if (threadIdx.x == 80)
    flags |= 2; // warn shared-memory-race: may still
  __syncthreads();
  out[threadIdx.x] = flags;
}
__global__ void toggles(int *flags, const int *sizes, int capacity) {
  if (sizes[blockIdx.x] >= capacity)
    flags[blockIdx.x] ^= 4; // warn global-memory-race: may still read it
}
void launch(int *flags, const int *sizes, int capacity, int n) {
  sameBit<<<n, 256>>>(flags, sizes, capacity);
  keepsTheSame<<<n, 256>>>(flags, sizes, capacity);
  writtenOut<<<n, 256>>>(flags, sizes, capacity);
  alsoTold<<<n, 256>>>(flags, sizes, flags + 1024);
  bitsOfTheirOwn<<<n, 256>>>(flags, sizes, capacity);
  toggles<<<n, 256>>>(flags, sizes, capacity);
  anotherBit<<<n, 256>>>(sizes, flags);
}
