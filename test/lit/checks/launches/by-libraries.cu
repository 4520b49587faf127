// RUN: %verify %s --checks=-*,warplint-shared-memory-race
// Templates of the standard library instantiate what the user launches.
#include <algorithm>
#include <memory>
#include <vector>

template <class T> __global__ void byConstructor(T *p) {
  __shared__ T s[128];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
template <class T> struct Solver {
  explicit Solver(T *p) { byConstructor<T><<<1, 128>>>(p); }
};
std::unique_ptr<Solver<float>> made(float *p) { return std::make_unique<Solver<float>>(p); }

template <class T> __global__ void byVirtual(T *p) {
  __shared__ T s[128];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
struct Layer {
  virtual void forward(float *p) = 0;
  virtual ~Layer() = default;
};
template <class T> struct Dense : Layer {
  void forward(float *p) override { byVirtual<T><<<1, 128>>>(p); }
};
std::shared_ptr<Layer> dense() { return std::make_shared<Dense<float>>(); }

template <class T> __global__ void byLambda(T *p) {
  __shared__ T s[128];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
void all(std::vector<float *> &pointers) {
  std::for_each(pointers.begin(), pointers.end(), [](auto p) { byLambda<<<1, 128>>>(p); });
}

// A warp: its lanes go together, as far as this check goes.
template <class T> __global__ void ofOneWarp(T *p) {
  __shared__ T s[32];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[31 - threadIdx.x];
}
template <class T> struct Small {
  explicit Small(T *p) { ofOneWarp<T><<<1, 32>>>(p); }
};
std::unique_ptr<Small<float>> small(float *p) { return std::make_unique<Small<float>>(p); }
