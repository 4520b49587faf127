// RUN: %verify %s --checks=-*,warplint-divergent-barrier -- --cuda-gpu-arch=sm_80
//
// Host code of the standard library is all that calls what launches these: its
// bodies are read, as everything else is.

#include <algorithm>
#include <functional>
#include <vector>

template <typename T> __global__ void halves(T *out) {
  if (threadIdx.x < 16)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
  out[threadIdx.x] = 0;
}
void all(std::vector<int *> &lists) {
  std::for_each(lists.begin(), lists.end(), [](auto *each) { halves<<<1, 64>>>(each); });
}

template <typename T> __global__ void quarters(T *out) {
  if (threadIdx.x < 8)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
  out[threadIdx.x] = 0;
}
struct Launch {
  template <typename T> void operator()(T *out) const { quarters<<<1, 32>>>(out); }
};
void stored(float *out) {
  std::function<void(float *)> launch = Launch();
  launch(out);
}

// The same without the fault.
template <typename T> __global__ void whole(T *out) {
  __syncthreads();
  out[threadIdx.x] = 0;
}
void allWhole(std::vector<double *> &lists) {
  std::for_each(lists.begin(), lists.end(), [](auto *each) { whole<<<1, 64>>>(each); });
}
