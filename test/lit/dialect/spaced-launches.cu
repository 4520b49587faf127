// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// For nvcc the brackets of a launch may be apart, as some formatters write them.

#include <vector>

template <typename T> struct Value {
  T v;
};
template <typename T> Value<T> operator<<(Value<T> a, Value<T> b);
template <typename T> struct Shown {
  friend Value<T> operator<< <T>(Value<T>, Value<T>);
};

__global__ void oneWarp(int *p) {
  if (threadIdx.x < 32)
    __syncthreads();
}
template <typename T> __global__ void oneWarpOf(T *p) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void oneWarpByMacro(int *p) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void oneWarpHalfApart(int *p) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void twoWarps(int *p) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
template <typename T> __global__ void twoWarpsOf(T *p) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

#define LAUNCH(kernel, blocks, threads, ...) kernel << <blocks, threads>> >(__VA_ARGS__)

template <typename T> void runAll(T *p, int n) {
  oneWarpOf<T> << <n, 32>> >(p);
  twoWarpsOf<std::vector<std::vector<int>>>
      << <dim3(n >> 1), dim3(64), sizeof(Value<Value<T> >), 0>> > (nullptr);
}

void run(int *p, int n) {
  oneWarp << <n, 32 >> > (p);
  oneWarp<<<n, 32>>>(p);
  twoWarps << < n, 64 >> >(p);
  LAUNCH(oneWarpByMacro, n << 1, 32, p);
  oneWarpHalfApart<<<n, 32>> >(p);
  Value<int> a{n}, b = operator<< <int>(a, a);
  bool less = n >> 1 > (n << 2), more = 1 << n < 2;
  std::vector<std::vector<int> > nested(n);
  runAll(p, less + more + b.v);
}
