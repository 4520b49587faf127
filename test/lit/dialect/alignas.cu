// RUN: %verify %s --checks=-*,warplint-shared-memory-race -- -std=c++17
// RUN: %verify %s --checks=-*,warplint-shared-memory-race -- -std=c++20
//
// `alignas` where nvcc takes it: behind `__shared__`, behind storage and behind
// the type, for each kind of type.

#include <cstdint>
#include <cuda_fp16.h>

typedef float real;
struct Pair {
  int a, b;
};
struct alignas(16) Wide {
  int x;
};
namespace inner {
typedef int word;
}
template <typename T> struct Box {
  using type = T;
  T value;
};

__global__ void ofEachType(int *out) {
  __shared__ alignas(16) uint64_t number;
  __shared__ alignas(8) uint16_t halves[4];
  __shared__ alignas(128) float4 vectors[8];
  __shared__ alignas(16) half scalars[8];
  __shared__ alignas(16) Pair pair;
  __shared__ alignas(32) struct Pair named;
  __shared__ alignas(16) inner::word words[64];
  __shared__ alignas(16) ::real single;
  __shared__ alignas(16) Box<float>::type boxed;
  __shared__ alignas(alignof(float4)) Wide wide[64];
  __shared__ alignas(double) volatile uint32_t flag;
  __shared__ alignas(16) union {
    float f[4];
    int i[4];
  } either;
  static_assert(alignof(decltype(wide)) == 16, "");
  if (threadIdx.x == 0) {
    number = halves[0] = flag = pair.a = named.b = 1;
    single = boxed = vectors[0].x = either.f[0] = 2;
    scalars[0] = 1.0f;
  }
  wide[threadIdx.x].x = 1;
  words[threadIdx.x] = 1;
  out[threadIdx.x] = words[63 - threadIdx.x]; // warn shared-memory-race: may still write it
  __syncthreads();
  out[threadIdx.x] = wide[63 - threadIdx.x].x;
}

__global__ void behindOthers(int *out) {
  extern __shared__ alignas(128) Pair pairs[];
  static __shared__ alignas(16) Wide kept[64];
  __shared__ volatile alignas(16) Pair changing[64];
  const __shared__ alignas(16) Pair *pointer;
  __shared__ Pair alignas(16) after[64];
  __shared__ int alignas(double) typed[64];
  __shared__ alignas(16) alignas(32) __align__(64) Pair twice[64];
  alignas(128) extern __shared__ Pair pairs[];
  Pair alignas(16) own[2];
  pointer = nullptr;
  own[0].a = kept[threadIdx.x].x = 0;
  changing[threadIdx.x].a = typed[threadIdx.x] = 1;
  twice[threadIdx.x].a = after[threadIdx.x].a = 1;
  pairs[threadIdx.x].a = 1;
  out[threadIdx.x] = pairs[63 - threadIdx.x].a; // warn shared-memory-race: may still write it
  __syncthreads();
  out[threadIdx.x] =
      after[63 - threadIdx.x].a + typed[63 - threadIdx.x] + own[0].a;
}

template <typename T, int N> __global__ void ofTemplate(T *out) {
  __shared__ alignas(16) T values[N];
  __shared__ alignas(T) unsigned char raw[N];
  __shared__ T alignas(sizeof(T) * 4) last[N];
  __shared__ alignas(N) typename Box<T>::type one;
  values[threadIdx.x] = last[threadIdx.x] = raw[threadIdx.x] = 1;
  if (threadIdx.x == 0)
    one = 2;
  __syncthreads();
  out[threadIdx.x] =
      values[N - 1 - threadIdx.x] + last[N - 1 - threadIdx.x] + raw[0];
}
template __global__ void ofTemplate<float, 64>(float *);

// The alignment is kept.
struct Members {
  Pair alignas(16) aligned;
  int after;
};
static_assert(alignof(Members) == 16 && sizeof(Members) == 16, "");

extern __shared__ alignas(16) Pair everywhere[];
static __device__ alignas(16) Pair table[4];
static constexpr alignas(16) int constant = 2;
static_assert(alignof(table) == 16 && alignof(constant) == 16, "");
extern __shared__ alignas(128) unsigned char bytes[], moreBytes[];
static_assert(alignof(bytes) == 128 && alignof(moreBytes) == 128, "");

void launch(int *out, float *to) {
  ofEachType<<<1, 64>>>(out);
  behindOthers<<<1, 64, 512>>>(out);
}
