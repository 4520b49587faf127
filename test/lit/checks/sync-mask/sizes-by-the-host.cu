// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Which lanes come hangs on sizes that the host has tested.

#include <cstdlib>
// The host refuses K % 16 != 0, so the lanes with col < K come in pairs.
__global__ void pairs(const float *in, unsigned char *out, int K) {
  const float *row = in + (size_t)blockIdx.x * K;
  unsigned char *scales = out + (size_t)blockIdx.x * (K / 16);
  for (int base = 0; base < K; base += 128 * 8) {
    int col = base + threadIdx.x * 8;
    if (col >= K) break;
    float m = row[col];
    m = fmaxf(__shfl_xor_sync(0xffffffffu, m, 1), m);
    if (threadIdx.x % 2 == 0) scales[col / 16] = (unsigned char)m;
  }
}
// The host refuses K % 8 != 0 only: an odd number of lanes comes.
__global__ void halves(const float *in, unsigned char *out, int K) {
  const float *row = in + (size_t)blockIdx.x * K;
  unsigned char *scales = out + (size_t)blockIdx.x * (K / 16);
  for (int base = 0; base < K; base += 128 * 8) {
    int col = base + threadIdx.x * 8;
    if (col >= K) break;
    float m = row[col];
    m = fmaxf(__shfl_xor_sync(0xffffffffu, m, 1), m); // warn sync-mask: gives lane 28 the value of lane 29, which does not come here
    // note@-1: of warp 3, lanes 0x1fffffff come here when K = 1000
    if (threadIdx.x % 2 == 0) scales[col / 16] = (unsigned char)m;
  }
}
void launch(const float *in, unsigned char *out, int M, int K) {
  if (K % 16 != 0)
    abort();
  pairs<<<M, 128>>>(in, out, K);
}
void launch8(const float *in, unsigned char *out, int M, int K) {
  if (K % 8 != 0)
    abort();
  halves<<<M, 128>>>(in, out, K);
}

// By a function that throws, for a size that the host rounds.
__global__ void groupsOfFour(const float *in, float *out, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  float v = in[i];
  v += __shfl_xor_sync(0xffffffffu, v, 1);
  v += __shfl_xor_sync(0xffffffffu, v, 2);
  out[i] = v;
}
static void require(bool holds) {
  if (!holds)
    throw 1;
}
void launchGroups(const float *in, float *out, int n) {
  require((n & 3) == 0);
  groupsOfFour<<<1, 128>>>(in, out, n);
}
