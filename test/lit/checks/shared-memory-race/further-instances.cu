// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Of instances of one template, what one has shown of a pair of accesses is not
// asked again for the others. Those that differ in what the answer comes from are:
// the first instance of each of these is silent, a later one is not.

// --- Silent ---------------------------------------------------------------------

template <typename T> __global__ void ownElements(T *p) {
  __shared__ T s[256];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}
template __global__ void ownElements(float *);
template __global__ void ownElements(int *);
template __global__ void ownElements(double *);

template <int Rounds> __global__ void ownRounds(float *p) {
  __shared__ float s[1024];
  for (int i = 0; i < Rounds; ++i)
    s[threadIdx.x + 256 * i] = p[i];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}
template __global__ void ownRounds<2>(float *);
template __global__ void ownRounds<4>(float *);

// --- Found ----------------------------------------------------------------------

template <int Distance> __global__ void distance(int *p) {
  __shared__ int s[512];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[threadIdx.x + Distance]; // warn shared-memory-race: may still write it
}
template __global__ void distance<0>(int *);
template __global__ void distance<40>(int *);

template <bool Waits> __global__ void barrier(int *p) {
  __shared__ int s[256];
  s[threadIdx.x] = p[threadIdx.x];
  if (Waits)
    __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 64]; // warn shared-memory-race: may still write it
}
template __global__ void barrier<true>(int *);
template __global__ void barrier<false>(int *);

template <int Rounds> __global__ void stride(int *p) {
  __shared__ int s[1024];
  for (int i = 0; i < Rounds; ++i)
    s[threadIdx.x + 64 * i] = threadIdx.x; // warn shared-memory-race: several threads at once
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}

template <int Threads> __global__ void threads(int *p) {
  __shared__ int s[1024];
  if (threadIdx.x < Threads)
    s[threadIdx.x % 64] = threadIdx.x; // warn shared-memory-race: several threads at once
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x % 64];
}

template <int Value> __global__ void ofLaunch(int *p) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x; // warn shared-memory-race: several threads at once
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x % 64] + Value;
}
void launch(int *p) {
  ofLaunch<0><<<1, 64>>>(p);
  ofLaunch<1><<<1, 128>>>(p);
  stride<1><<<1, 256>>>(p);
  stride<4><<<1, 256>>>(p);
  threads<64><<<1, 256>>>(p);
  threads<128><<<1, 256>>>(p);
}

template <typename T> __global__ void values(T *p) {
  __shared__ T s[256];
  s[threadIdx.x / 64] = T(threadIdx.x) / 256; // warn shared-memory-race: several threads at once
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x / 64];
}
template __global__ void values(unsigned char *);
template __global__ void values(float *);
