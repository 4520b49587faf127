// RUN: %verify %s --checks=-*,warplint-uninitialized-shared-read
//
// Small functions that only name or keep what they are given set nothing.

template <class First, class Rest> struct Tuple {
  __device__ Tuple(const First &f, const Rest &r) : first(f), rest(r) {}
  First first;
  Rest rest;
};
template <class First, class Rest> __device__ First &first(Tuple<First, Rest> &t) { return t.first; }
template <class First, class Rest> __device__ First &filled(Tuple<First, Rest> &t) {
  t.rest[threadIdx.x] = 1;
  return t.first;
}
struct Fills {
  __device__ Fills(float *p) : kept(p) { p[threadIdx.x] = 1; }
  float *kept;
};

__global__ void named(float *out) {
  __shared__ float a[64], b[64];
  Tuple<float *, float *> both(a, b);
  int t = threadIdx.x;
  first(both)[t] = out[t];
  __syncthreads();
  out[t] = both.first[63 - t] + b[63 - t]; // warn uninitialized-shared-read: 'b' is read, but no thread of the block ever sets it
}

__global__ void set(float *out) {
  __shared__ float a[64], b[64];
  Tuple<float *, float *> both(a, b);
  int t = threadIdx.x;
  filled(both)[t] = out[t];
  __syncthreads();
  out[t] = both.first[63 - t] + b[63 - t];
}

__global__ void setByAConstructor(float *out) {
  __shared__ float b[64];
  Fills fills(b);
  int t = threadIdx.x;
  __syncthreads();
  out[t] = b[63 - t];
}
