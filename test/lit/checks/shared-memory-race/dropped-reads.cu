// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// What is passed by value to a parameter that nothing names is not read.

struct Zero {
  template <class T, class... A> static __device__ T op(A... unused) {
    return T(0);
  }
};
struct Negate {
  template <class T, class... A> static __device__ T op(T x, A...) {
    return -x;
  }
};

// Both warps write the same zeros.
__global__ void zeroes(float *out) {
  __shared__ float s[32];
  s[threadIdx.x % 32] = Zero::op<float>(s[threadIdx.x % 32]);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32];
}

__global__ void negates(float *out) {
  __shared__ float s[32];
  if (threadIdx.x < 32)
    s[threadIdx.x] = 1;
  __syncthreads();
  s[threadIdx.x % 32] = Negate::op<float>(s[threadIdx.x % 32]); // warn shared-memory-race: while another thread
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32];
}

template <int Case> struct Take;
template <> struct Take<0> {
  static __device__ int op(int, int b) { return b; }
};
template <> struct Take<1> {
  static __device__ int op(int a, int b) { return a + b; }
};
template <> struct Take<2> { // What a reference names is not read for the call.
  static __device__ int op(const int &, int b) { return b; }
};
template <> struct Take<3> {
  static __device__ int op(double, int b) { return b; }
};
template <> struct Take<4> {
  int kept;
  static __device__ int op(Take, int b) { return b; }
};
__device__ int seenElsewhere(int, int b);

__global__ void unnamed(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = Take<0>::op(s[63 - threadIdx.x], 1);
}
__global__ void named(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = Take<1>::op(s[63 - threadIdx.x], 1); // warn shared-memory-race: is read while another thread
}
__global__ void onlyTheFirst(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = Take<0>::op(1, s[63 - threadIdx.x]); // warn shared-memory-race: is read while another thread
}
__global__ void byReference(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = Take<2>::op(s[63 - threadIdx.x], 1);
}
__global__ void converted(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = Take<3>::op(s[63 - threadIdx.x], 1);
}
__global__ void ofAClass(int *out) {
  __shared__ Take<4> s[64];
  s[threadIdx.x].kept = threadIdx.x;
  out[threadIdx.x] = Take<4>::op(s[63 - threadIdx.x], 1);
}
__global__ void ofVolatile(int *out) {
  __shared__ volatile int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = Take<0>::op(s[63 - threadIdx.x], 1); // warn shared-memory-race: is read while another thread
}
__global__ void notSeen(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = seenElsewhere(s[63 - threadIdx.x], 1); // warn shared-memory-race: is read while another thread
}

void run(float *f, int *i) {
  zeroes<<<1, 64>>>(f);
  negates<<<1, 64>>>(f);
  unnamed<<<1, 64>>>(i);
  named<<<1, 64>>>(i);
  onlyTheFirst<<<1, 64>>>(i);
  byReference<<<1, 64>>>(i);
  converted<<<1, 64>>>(i);
  ofAClass<<<1, 64>>>(i);
  ofVolatile<<<1, 64>>>(i);
  notSeen<<<1, 64>>>(i);
}
