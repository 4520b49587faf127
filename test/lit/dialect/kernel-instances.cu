// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Templates that are instantiated by name, in the forms that nvcc takes.

template <typename T> __global__ void kernel(T *p);
extern template __global__ void kernel<int>(int *);
void launch(int *p) { kernel<int><<<1, 32>>>(p); }
template <typename T> __global__ void kernel(T *p) {
  if (p[threadIdx.x] > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
template __global__ void kernel<int>(int *);
template __global__ void kernel(float *);
template __global__ __launch_bounds__(128) void kernel<short>(short *);
template <> __global__ void kernel<char>(char *p) {
  if (p[threadIdx.x] > 4)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

namespace outer {
template <int N> __global__ void __launch_bounds__(N) bounded(int *p);
}
template <int N> __global__ void outer::bounded(int *p) {
  if (p[threadIdx.x] > N)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
template __global__ void outer::bounded<32>(int *);
template __global__ void __launch_bounds__(64) outer::bounded<64>(int *);

template <class F> static __global__ void apply(F f) {
  if (f(threadIdx.x))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
struct IsOdd {
  __device__ bool operator()(int i) const { return i % 2; }
};
template __global__ void apply<IsOdd>(IsOdd);

// `inline` in an instance.
template <typename T, int N> __device__ __forceinline__ void fill(T *p) {
  p[0] = N;
}
template __device__ __forceinline__ void fill<int, 3>(int *);
template <typename T> __host__ __device__ inline T same(T t) { return t; }
template __host__ __device__ inline float same(float);

template <class T> struct Class {
  __device__ void run(T *p);
  void host(T *p);
};
template <class T> __device__ void Class<T>::run(T *p) { *p = 0; }
template <class T> void Class<T>::host(T *p) { kernel<<<1, 32>>>(p); }
template struct Class<int>;
template class Class<float>;
