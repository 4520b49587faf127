// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A macro that stands for a pragma, at the beginning of a line.

#define PRAGMA_UNROLL #pragma unroll
#define UNROLL_FOUR #pragma unroll 4
#define ALSO PRAGMA_UNROLL
#define TIGHT #pragma pack(push, 1)
#define LOOSE #pragma pack(pop)
#define SILENT #pragma nv_diag_suppress none "quoted"

template <int n, class F> __device__ void iterate(F f) {
  PRAGMA_UNROLL
  for (int i = 0; i < n; ++i)
    f(i);
}

TIGHT
struct Packed {
  char c;
  int i;
};
LOOSE
static_assert(sizeof(Packed) == 5, "");
SILENT
struct Loose {
  char c;
  int i;
};
static_assert(sizeof(Loose) == 8, "");

__global__ void unrolled(int *a) {
  iterate<4>([&](int I) {
    PRAGMA_UNROLL
    for (int i = 0; i < 4; ++i)
      a[threadIdx.x] += i * I;
  });
  UNROLL_FOUR
  for (int i = 0; i < 4; ++i)
    ALSO
    for (int j = 0; j < 4; ++j)
      if (a[threadIdx.x] > j)
        __syncthreads(); // warn divergent-barrier: reached by only some threads
}
void launch(int *a) { unrolled<<<1, 32>>>(a); }
