// RUN: %verify %s --checks=-*,warplint-legacy-warp-intrinsic -- --cuda-gpu-arch=sm_90
// RUN: %verify %s --checks=-*,warplint-legacy-warp-intrinsic -- --cuda-gpu-arch=sm_75
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix --checks=-*,warplint-legacy-warp-intrinsic %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --input-file=%t.cu %s --check-prefix=FIXED
//
// The old intrinsics take no mask. CUDA 13 still declares the votes; the shuffles
// come from warplint's prelude. Below sm_70 see legacy-warp-intrinsic-sm60.cu.

__global__ void votes(const int *in, int *out) {
  int v = in[threadIdx.x];
  // FIXED: {{^}}  out[0] = __all_sync(0xffffffff, v > 0);
  out[0] = __all(v > 0); // warn legacy-warp-intrinsic: '__all()' takes part with whichever lanes are active, and does not exist on this target
  // note@-1: use '__all_sync' with a mask of the lanes that must take part
  // FIXED: {{^}}  out[1] = __any_sync(0xffffffff, v > 0);
  out[1] = __any(v > 0); // warn legacy-warp-intrinsic: '__any()' takes part with whichever lanes are active
  // FIXED: {{^}}  out[2] = __ballot_sync(0xffffffff, v > 0);
  out[2] = __ballot(v > 0); // warn legacy-warp-intrinsic: '__ballot()' takes part with whichever lanes are active
  // note@-1: use '__ballot_sync' with a mask of the lanes that must take part
}

__global__ void shuffles(const int *in, int *out) {
  int v = in[threadIdx.x];
  // FIXED: {{^}}  v += __shfl_sync(0xffffffff, v, 0);
  v += __shfl(v, 0); // warn legacy-warp-intrinsic: '__shfl()' takes part with whichever lanes are active
  // FIXED: {{^}}  v += __shfl_up_sync(0xffffffff, v, 1);
  v += __shfl_up(v, 1); // warn legacy-warp-intrinsic: '__shfl_up()' takes part
  // FIXED: {{^}}  for (int d = 16; d > 0; d /= 2)
  for (int d = 16; d > 0; d /= 2)
    // FIXED: {{^}}    v += __shfl_down_sync(0xffffffff, v, d);
    v += __shfl_down(v, d); // warn legacy-warp-intrinsic: '__shfl_down()' takes part
  // FIXED: {{^}}  v += __shfl_xor_sync(0xffffffff, v, 4, 8);
  v += __shfl_xor(v, 4, 8); // warn legacy-warp-intrinsic: '__shfl_xor()' takes part
  // note@-1: use '__shfl_xor_sync' with a mask of the lanes that must take part
  out[threadIdx.x] = v;
}

__global__ void convergentBranches(const int *in, int *out, int n) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 32)
    // FIXED: {{^}}    v = __any_sync(0xffffffff, v);
    v = __any(v); // warn legacy-warp-intrinsic: '__any()' takes part
  if (n > 3 && threadIdx.x / 32 == 1)
    // FIXED: {{^}}    v = __all_sync(0xffffffff, v);
    v = __all(v); // warn legacy-warp-intrinsic: '__all()' takes part
  out[threadIdx.x] = v;
}

// Where only some lanes come the right mask is not known: no fix.
__global__ void divergentBranches(const int *in, int *out, int n) {
  int v = in[threadIdx.x];
  if (v > 3)
    // FIXED: {{^}}    out[threadIdx.x] = __ballot(v > 5);
    out[threadIdx.x] = __ballot(v > 5); // warn legacy-warp-intrinsic: '__ballot()' takes part
  if (threadIdx.x % 32 < 16)
    // FIXED: {{^}}    v = __shfl_xor(v, 8);
    v = __shfl_xor(v, 8); // warn legacy-warp-intrinsic: '__shfl_xor()' takes part
  for (int i = threadIdx.x; i < n; i += 32)
    // FIXED: {{^}}    v += __any(in[i] > 0);
    v += __any(in[i] > 0); // warn legacy-warp-intrinsic: '__any()' takes part
  out[threadIdx.x] = v;
}

// One caller brings all lanes, the other some: no fix.
__device__ int anyPositive(int v) {
  // FIXED: {{^}}  return __any(v > 0);
  return __any(v > 0); // warn legacy-warp-intrinsic: '__any()' takes part
}
__global__ void twoCallers(int *values) {
  values[threadIdx.x] = anyPositive(values[threadIdx.x]);
  if (values[threadIdx.x] > 3)
    values[threadIdx.x] = anyPositive(values[threadIdx.x]);
}

// Every caller brings all lanes.
__device__ int allPositive(int v) {
  // FIXED: {{^}}  return __all_sync(0xffffffff, v > 0);
  return __all(v > 0); // warn legacy-warp-intrinsic: '__all()' takes part
}
__global__ void oneCaller(int *values) {
  values[threadIdx.x] = allPositive(values[threadIdx.x]);
}

template <typename T> __device__ T sumOfWarp(T v) {
  for (int d = 16; d > 0; d /= 2)
    // FIXED: {{^}}    v += __shfl_down_sync(0xffffffff, v, d);
    v += __shfl_down(v, d); // warn legacy-warp-intrinsic: '__shfl_down()' takes part
  return v;
}
__global__ void instantiatedTwice(int *values) {
  values[threadIdx.x] = sumOfWarp<int>(values[threadIdx.x]) + sumOfWarp<short>(3);
}

// A lane that has left is not in the old call, and its bit is ignored in the new.
__global__ void afterAnExit(int *values, int n) {
  if (threadIdx.x >= n)
    return;
  // FIXED: {{^}}  values[threadIdx.x] = __any_sync(0xffffffff, values[threadIdx.x]);
  values[threadIdx.x] = __any(values[threadIdx.x]); // warn legacy-warp-intrinsic: '__any()' takes part
}

// The definition of a macro is not touched.
// FIXED: {{^}}#define ANY(x) __any(x)
#define ANY(x) __any(x)
__global__ void fromAMacro(int *values) {
  values[threadIdx.x] = ANY(values[threadIdx.x]); // warn legacy-warp-intrinsic: '__any()' takes part
}

// --- Silent -------------------------------------------------------------------------

__global__ void withMask(int *values) {
  int v = values[threadIdx.x];
  v += __shfl_sync(0xffffffff, v, 0) + __any_sync(0xffffffff, v);
  v += __shfl_xor_sync(0xffffffff, v, 1) + __popc(__ballot_sync(~0u, v));
  values[threadIdx.x] = v;
}

struct Set {
  __device__ bool __any(int) const { return true; }
};
namespace mine {
__device__ int __ballot(const char *text) { return text[0]; }
} // namespace mine

__global__ void otherFunctions(int *values) {
  values[threadIdx.x] = Set().__any(3) + mine::__ballot("x");
}

// A program's own function of that name: its body counts.
__device__ float2 __shfl_down(const float2 v, unsigned d) {
  return make_float2(__shfl_down_sync(0xffffffffu, v.x, d),
                     __shfl_down_sync(0xffffffffu, v.y, d));
}
__device__ double2 __shfl_up(const double2 v, unsigned d) {
  return make_double2(__shfl_up(v.x, d), v.y); // warn legacy-warp-intrinsic: '__shfl_up()'
}
__global__ void ownOverloads(float2 *p, double2 *q) {
  p[threadIdx.x] = __shfl_down(p[threadIdx.x], 16u);
  q[threadIdx.x] = __shfl_up(q[threadIdx.x], 1u);
}
