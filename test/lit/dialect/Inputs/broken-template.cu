template <typename T> struct Broken {
  template <int N> static __device__ void work(T *data) {
    data[threadIdx.x] = missing(N);
  }
};
