// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-barrier-not-called -- -arch=sm_90 -std=c++17 --extended-lambda -rdc=true
//
// What nvcc accepts and clang by itself does not; findings come all the same.

#include <algorithm>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__managed__ int counter;
__device__ __managed__ float table[4];

__global__ void child(int *data) {
  if (threadIdx.x == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void dynamicParallelism(int *data, int n) {
  if (threadIdx.x == 0) {
    child<<<1, 32>>>(data);
    child<<<dim3(n), dim3(8, 8), 0, cudaStreamFireAndForget>>>(data);
  }
  if (threadIdx.x < 5)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void mixedMinMax(int *data, unsigned u, long long wide, size_t size,
                            float f, double d) {
  int limit = min(data[0], 4u) + max(u, data[1]) + min(wide, 3ll) +
              max(size, size_t(3)) + max(wide, 4ull);
  double x = max(f, d) + max(d, f) + min(f, 2.0f);
  if (threadIdx.x < limit && x > 1)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

int hostMinMax(int a, unsigned b, long c, float f, double d) {
  return min(a, b) + max(b, a) + (int)max(f, d) + (int)min(c, 3l) + std::min(a, 3);
}

// Classes of numbers, on the host, without a header that says so.
template <typename T> int oddOnes(const T *values, int n) {
  int odd = 0;
  for (int i = 0; i < n; i++)
    odd += !isfinite(values[i]) + isnan(values[i]) + isinf(values[i]) + signbit(values[i]);
  return odd;
}
int hostClasses(const float *f, const double *d, int n) { return oddOnes(f, n) + oddOnes(d, n); }
__global__ void deviceClasses(const float *f, const double *d) {
  if (isfinite(f[0]) && !isnan(d[0]))
    __syncthreads();
  if (isinf(f[threadIdx.x]) || signbit(d[threadIdx.x]))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

template <int Step> struct Steps {
  template <typename T> static __device__ void store(T *to, T value) { *to = value; }
};
template <int Step> __device__ void templateWithoutArguments(int *data) {
  Steps<Step>::template store(data, Step);
}
__global__ void templateKeyword(int *data) {
  templateWithoutArguments<2>(data);
  if (threadIdx.x < 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__device__ unsigned laneWithSinglePercent() {
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  return lane;
}
__device__ unsigned long long timer() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
  return t;
}

__global__ void singlePercent(int *data) {
  unsigned lane = laneWithSinglePercent();
  if (lane == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  data[lane] = timer();
}

// Numbers without 'constexpr', and a text that becomes a part of PTX.
struct Sizes {
  static const float Half = 0.5f;
  static const double Whole = 1.0;
  static constexpr char Bytes[] = "64";
};
__global__ void textOfOperands(int *data) {
  unsigned at;
  asm("{ .shared .b8 room[%1]; mov.b32 %0, room; }" : "=r"(at) : "C"(Sizes::Bytes));
  data[threadIdx.x] = at;
  if (data[threadIdx.x] * Sizes::Half < Sizes::Whole)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void managedVariables(int *data) {
  if (counter > 3)
    __syncthreads();
  if (table[threadIdx.x & 3] > 1)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void surfaces(cudaSurfaceObject_t surface, cudaTextureObject_t texture) {
  int x = threadIdx.x;
  float v;
  surf2Dread(&v, surface, x * sizeof(float), 0);
  surf2Dwrite(v + 1, surface, x * sizeof(float), 0);
  surf1Dwrite(v, surface, x * 4, cudaBoundaryModeClamp);
  surf3Dwrite(make_float4(v, v, v, v), surface, x * 16, 0, 0);
  float4 t = tex2D<float4>(texture, x, 0);
  if (t.x > v)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void atomicBuiltins(int *data, unsigned long long *wide) {
  int old = __nv_atomic_fetch_add(data, 1, __NV_ATOMIC_RELAXED,
                                  __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_store_n(data, 3, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
  int now = __nv_atomic_load_n(data + blockIdx.x, __NV_ATOMIC_ACQUIRE,
                               __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  atomicAdd(wide, 1ull);
  atomicAdd_system(data, now);
  if (old == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void cacheOperators(const int *in, int *out, float4 *wide) {
  int v = __ldcg(in + threadIdx.x) + __ldcs(in) + __ldca(in) + __ldcv(in) + __ldg(in);
  __stcg(out + threadIdx.x, v);
  __stwt(out, v);
  __stcs(wide, __ldcg(wide + 1));
  __stwt((uint4 *)wide, make_uint4(1, 2, 3, v));
  if (__ldcg(in) > 4)
    __syncthreads();
  if (v > 4)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void __cluster_dims__(2, 1, 1) clusters(int *data) {
  __shared__ int slot;
  auto cluster = cg::this_cluster();
  int *peer = cluster.map_shared_rank(&slot, cluster.block_rank() ^ 1);
  cluster.sync();
  if (threadIdx.x == 0)
    cluster.sync(); // warn divergent-barrier: reached by only some threads of the cluster
  data[0] = *peer;
}

template <typename F> __global__ void run(F f, int *data) {
  if (f(threadIdx.x))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

void extendedLambdas(int *data, int n) {
  run<<<1, 64>>>([=] __device__(int i) { return i < n; }, data);
  run<<<1, 64>>>([n] __host__ __device__(int i) { return i > n; }, data);
}

__global__ void notCalled(int *data) {
  __syncthreads; // warn barrier-not-called: named but not called
  if (threadIdx.x == 1)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void __launch_bounds__(128, 2) attributes(int *data) {
  __shared__ alignas(16) float tile[64];
  __shared__ __align__(16) int other[64];
  register int r = threadIdx.x;
  tile[r % 64] = other[r % 64] = r;
  __builtin_assume(r < 128);
  if (tile[r % 64] > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void __maxnreg__(64) gridConstant(const __grid_constant__ int4 param, int *data) {
  if (param.x > 3)
    __syncthreads();
  __nanosleep(20);
  data[threadIdx.x] = __dp4a(param.x, param.y, param.z) + __vadd4(1, 2);
}

// Members of dependent types that are templates, named without `template`.
template <typename T> struct Policy {
  int size, width;
  template <int N> __device__ int shifted(int x) const { return x + N; }
  template <int N> static __device__ int scaled(int x) { return x * N; }
  template <typename U> struct Slot {
    U value;
  };
};

template <typename T, int M> __global__ void dependentNames(int *data, Policy<T> p, const Policy<T> *q) {
  typename Policy<T>::Slot<int> slot;
  slot.value = p.shifted<3>(1) + q->shifted<M + 1>(2) + p.shifted<(M > 2)>(4) + Policy<T>::scaled<2>(5);
  // Comparisons stay comparisons.
  if (p.size < 3 && q->width > (M) || p.size < q->width)
    slot.value += p.size < M;
  if (slot.value + data[threadIdx.x] > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
template __global__ void dependentNames<float, 4>(int *, Policy<float>, const Policy<float> *);

// Operands of inline assembly without a comma between.
__global__ void asmWithoutCommas(unsigned *data) {
  unsigned sum, twice;
  asm volatile("{ add.u32 %0, %2, %3; add.u32 %1, %2, %2; }"
               : "=r"(sum) "=r"(twice)
               : "r"(data[0]) [second] "r"(data[threadIdx.x]), "r"(twice)
               : "memory");
  if (sum > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Types of a template's parameters that are named without `typename`.
template <typename T> struct Tiles {
  using tile = T[4];
  static constexpr int count = 4;
};
struct Allocator {
  template <typename T, int N = 1> __device__ T *allocate(T *at) { return at + N; }
  template <int N> __device__ int scaled(int x) { return x * N; }
};
template <typename T, typename... More> __global__ void typesWithoutTypename(T *data) {
  using G = Tiles<T>;
  static_assert(sizeof(G::tile) >= 4);
  Allocator al;
  auto *a = al.allocate<G::tile>((typename G::tile *)data);
  auto *b = al.allocate<G::tile, G::count>(a);
  if ((*b)[0] + al.scaled<G::count>(2) > threadIdx.x)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
template __global__ void typesWithoutTypename<int>(int *);

// Text that names more operands than there are, in a template of no instance.
template <int Policy> __device__ void copyWithPolicy(unsigned to, const void *from) {
  asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %3;" ::"r"(to), "l"(from), "n"(Policy));
}

// As a number, too.
#if __CUDACC__ && !__CUDACC_RTC__
__global__ void compiledByNvcc(int *data) {
  if (data[threadIdx.x] > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
#endif

// A guide for deduction that only the host has: nothing calls a guide.
template <class T> struct Guided {
  T value;
  __host__ __device__ Guided(T t) : value(t) {}
};
template <class T> __host__ Guided(T) -> Guided<T>;
__global__ void guidesOfTheHost(int *data) {
  Guided guided(data[threadIdx.x]);
  if (guided.value > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Blocks of a cluster: more than eight, as nvcc takes them.
__global__ void __cluster_dims__(16, 1, 1) largeClusters(int *data) {
  if (data[threadIdx.x] > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
