// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Arithmetic on pointers to void counts in bytes.

__device__ int load(const void *p, int n) { return *(const int *)(p + n); }
template <typename T> __device__ void store(void *p, T v, int i) {
  *(T *)(p + i * sizeof(T)) = v;
}
template <typename P> __device__ int *behind(P p, int bytes) {
  return (int *)(p + bytes);
}

struct Buffer {
  void *at;
};

__global__ void own(void *p, const void *q) {
  *(int *)(p + threadIdx.x * 4) = 0;
  void *r = p + 4096;
  r += threadIdx.x * 4;
  *(int *)r = load(q - 4, 8); // silent: no-alias
  store<int>(p + 8192, 3, threadIdx.x);
  *behind(p, 12288 + threadIdx.x * 4) = 1;
  Buffer b = {p};
  b.at += 4;
  const volatile void *s = q;
  for (auto t = s; t < s + 16; t += 4)
    ;
}

__global__ void halves(void *p) {
  *(int *)(p + threadIdx.x * 2) = threadIdx.x; // warn global-memory-race: is written by several threads at once
}

void launch(void *p) {
  own<<<1, 64>>>(p, p + 65536);
  halves<<<1, 64>>>(p);
}
