// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier
//
// What a temporary's destructor does happens at the end of the expression that
// made it, or with the reference that it was bound to.

struct Ends {
  __device__ Ends() {}
  __device__ ~Ends() { __syncthreads(); }
};
__device__ Ends ends() { return {}; }
__device__ int use(const Ends &, int x) { return x; }
__device__ bool test(const Ends &) { return true; }

__global__ void returned(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  ends();
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void constructed(const int *in, int *out) {
  __shared__ int s[256];
  Ends(), s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void argument(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = use(Ends(), in[threadIdx.x]);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void tooEarly(const int *in, int *out) {
  __shared__ int s[256];
  Ends();
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x]; // warn shared-memory-race: may still write it
}
__global__ void bound(const int *in, int *out) {
  __shared__ int s[256];
  const Ends &e = Ends();
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x]; // warn shared-memory-race: may still write it
}
__global__ void boundInABlock(const int *in, int *out) {
  __shared__ int s[256];
  {
    const Ends &e = Ends();
    s[threadIdx.x] = in[threadIdx.x];
  }
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void onlySome(int *out) {
  if (threadIdx.x < 5)
    ends(); // warn divergent-barrier: '__syncthreads()' in '~Ends' is reached by only some threads
  out[threadIdx.x] = 0;
}
__global__ void allOrNone(int *out, int n) {
  if (n < 5)
    ends();
  out[threadIdx.x] = 0;
}
__global__ void notAlways(const int *in, int *out, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  if (n < 5 || test(ends()))
    out[threadIdx.x] = s[255 - threadIdx.x]; // warn shared-memory-race: may still write it
}
