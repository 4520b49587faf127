// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier
//
// Butterflies over values that were made in loops with votes, by operations of
// templates, and in any order.

constexpr unsigned All = 0xffffffffu;

struct Larger {
  template <class T> static __device__ T of(T a, T b) { return a > b ? a : b; }
};
struct Both {
  static __device__ unsigned of(unsigned a, unsigned b) { return a & b; }
};
struct First {
  template <class T> static __device__ T of(T a, T) { return a; }
};

template <class Op, class T, unsigned LogLanes>
__device__ T reduced(unsigned mask, T v) {
#pragma unroll
  for (unsigned by = (1u << LogLanes) >> 1; by > 0; by >>= 1)
    v = Op::of(v, __shfl_xor_sync(mask, v, by, 1u << LogLanes));
  return v;
}
template <class Op, class T>
__device__ T reduced(unsigned mask, const T &v, unsigned &winner) {
  T best = reduced<Op, T, 5>(mask, v);
  winner = __ffs(__ballot_sync(mask, best == v)) - 1;
  return best;
}

__device__ bool passes(const float *in, int n, float &most) {
  most = -1e30f;
  for (int i = 0; i < n; i += 32) {
    bool isPassed = true;
    int at = i + threadIdx.x;
    if (at < n) {
      float value = in[at];
      isPassed = value < 100;
      if (most < value)
        most = value;
    }
    if (__any_sync(All, !isPassed))
      return false;
  }
  return true;
}

__global__ void separation(const float *in, float *out, int n, float least) {
  float most;
  if (!passes(in, n, most))
    return;
  unsigned winner;
  float of = reduced<Larger>(All, most, winner);
  if (least < of)
    out[threadIdx.x] = __shfl_sync(All, most, winner);
}

__global__ void separationOfHalf(const float *in, float *out, int n, float least) {
  float most;
  if (!passes(in, n, most))
    return;
  float of = reduced<Larger, float, 4>(All, most);
  if (least < of)
    out[threadIdx.x] = __shfl_sync(All, most, 7); // warn sync-mask: waits for lane
}

__global__ void kept(const float *in, float *out, int n, float least) {
  float most;
  if (!passes(in, n, most))
    return;
  if (least < reduced<First, float, 5>(All, most))
    out[threadIdx.x] = __shfl_sync(All, most, 7); // warn sync-mask: waits for lane
}

// A mask of all lanes, and how many bits it has.
__global__ void contacts(const float *in, int *out, int n) {
  unsigned bits = 0;
  for (int j = 0, bit = 1; j < n; ++j, bit <<= 1)
    bits |= __shfl_sync(All, in[threadIdx.x], j) < in[threadIdx.x] ? bit : 0;
  unsigned b = bits & __shfl_xor_sync(All, bits, 16);
  b &= __shfl_xor_sync(All, b, 8);
  b &= __shfl_xor_sync(All, b, 4);
  b &= __shfl_xor_sync(All, b, 2);
  b &= __shfl_xor_sync(All, b, 1);
  int count = __popc(b & 7) + __popc(__ballot_sync(All, bits));
  if (count)
    out[threadIdx.x] = __shfl_sync(All, int(bits), 0);
  for (; b; b &= b - 1)
    out[threadIdx.x] += __shfl_sync(All, int(bits), __ffs(b) - 1);
}

__global__ void contactsOfPairs(const float *in, int *out, int n) {
  unsigned bits = 0;
  for (int j = 0, bit = 1; j < n; ++j, bit <<= 1)
    bits |= __shfl_sync(All, in[threadIdx.x], j) < in[threadIdx.x] ? bit : 0;
  unsigned b = bits & __shfl_xor_sync(All, bits, 16);
  b &= __shfl_xor_sync(All, b, 8);
  b &= __shfl_xor_sync(All, b, 4);
  b &= __shfl_xor_sync(All, b, 2);
  int count = __popc(b & 7) + __popc(__ballot_sync(All, bits));
  if (count)
    out[threadIdx.x] = __shfl_sync(All, int(bits), 0); // warn sync-mask: waits for lane
}

// The steps in an order of their own, and one lane changes its mind.
__global__ void anyOrder(const float *in, float *out) {
  float v = in[threadIdx.x];
  v = fmaxf(__shfl_xor_sync(All, v, 4), v);
  v = fmaxf(__shfl_xor_sync(All, v, 1), v);
  v = fmaxf(__shfl_xor_sync(All, v, 16), v);
  v = fmaxf(__shfl_xor_sync(All, v, 2), v);
  v = fmaxf(__shfl_xor_sync(All, v, 8), v);
  if (v < 0)
    out[threadIdx.x] = __shfl_down_sync(All, v, 1);
  if (threadIdx.x % 32 == 5)
    v = in[0];
  if (v > 3)
    out[threadIdx.x] = __shfl_down_sync(All, v, 1); // warn sync-mask: waits for lane
}
