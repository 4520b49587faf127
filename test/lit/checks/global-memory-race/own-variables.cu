// RUN: %verify %s --checks=-*,warplint-global-memory-race --block-dim=256
//
// Pointers into a thread's own variables, however they come there.

struct Fragment {
  float at[8];
};

__device__ void fill(Fragment &f) {
  float2 *to = reinterpret_cast<float2 *>(&f);
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < 2; ++i) {
      *to = make_float2(threadIdx.x, 1);
      ++to;
    }
}

__global__ void rowsOfItsOwn(float *out) {
  Fragment f;
  fill(f);
  out[blockIdx.x * 256 + threadIdx.x] = f.at[3];
}

__global__ void rowsOfAll(float *out) {
  float *to = out;
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < 2; ++i) {
      *to = threadIdx.x; // warn global-memory-race: not all of them write the same
      ++to;
    }
}

// What sets the pointer is not followed: nothing is known of where it leads.
struct Iterator {
  float *at;
  __device__ Iterator(float *const *places, int n) {
    for (int i = 0; i < n; ++i)
      if (places[i])
        at = places[i] + threadIdx.x;
  }
};
__global__ void somewhere(float *const *places, int n) {
  Iterator to(places, n);
  for (int i = 0; i < 2; ++i) {
    *to.at = threadIdx.x;
    to.at += 256;
  }
}
