// RUN: %verify %s --checks=-*,warplint-async-copy-wait -- -arch=sm_90
// Others wait for a copy, and then all meet: it has come for those that copied, too.

#include <cstdint>
__device__ uint32_t sa(void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void wait(uint64_t &b, int ph) {
  asm volatile("{\n.reg .pred P1;\nL:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra D;\nbra L;\nD:\n}" ::"r"(sa(&b)), "r"(ph) : "memory"); }
__device__ void init(uint64_t &b) { asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sa(&b)) : "memory"); }
__device__ void copy(void *to, const void *from, uint64_t &b) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sa(&b)), "r"(128) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(to)), "l"(from), "r"(128), "r"(sa(&b)) : "memory"); }
// The other arm waits.
__global__ void awaited(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  if (threadIdx.x < 32) { if (threadIdx.x == 0) copy(s, in, full); } else wait(full, 0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32];
}
// Nobody meets.
__global__ void unmet(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  if (threadIdx.x < 32) { if (threadIdx.x == 0) copy(s, in, full); } else wait(full, 0);
  if (threadIdx.x < 32)
    out[threadIdx.x] = s[threadIdx.x % 32]; // warn async-copy-wait: is read while an asynchronous copy into it may be under way
}
// They meet, and wait then.
__global__ void late(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  if (threadIdx.x < 32 && threadIdx.x == 0) copy(s, in, full);
  __syncthreads();
  if (threadIdx.x < 32)
    out[threadIdx.x] = s[threadIdx.x % 32]; // warn async-copy-wait: is read while an asynchronous copy into it may be under way
  else
    wait(full, 0);
}
// The wait is for another copy.
__global__ void elsewhere(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  if (threadIdx.x < 32) { if (threadIdx.x == 0) { copy(s, in, full); copy(s + 8, in, other); } } else wait(other, 0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32]; // warn async-copy-wait: is read while an asynchronous copy into it may be under way
}
// All wait for the copy before, one copies, all meet.
__global__ void before(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  if (threadIdx.x == 0) copy(s, in, full);
  wait(full, 0);
  out[threadIdx.x] = s[threadIdx.x % 32];
  __syncthreads();
  wait(full, 0);
  if (threadIdx.x == 0) copy(s, in + 32, full);
  __syncthreads();
  out[threadIdx.x + 64] = s[threadIdx.x % 32]; // warn async-copy-wait: is read while an asynchronous copy into it may be under way
}
// One named barrier, in an arm for each.
__global__ void inBothArms(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) copy(s, in, full);
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = s[threadIdx.x % 32];
  } else {
    wait(full, 0);
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
}
// Two barriers: nobody waits for those that wait.
__global__ void ofTwoBarriers(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) copy(s, in, full);
    asm volatile("bar.sync 1, 32;" ::: "memory");
    out[threadIdx.x] = s[threadIdx.x % 32]; // warn async-copy-wait: is read while an asynchronous copy into it may be under way
  } else {
    wait(full, 0);
    asm volatile("bar.sync 2, 32;" ::: "memory");
  }
}
// In every round.
__global__ void rounds(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 32) { if (threadIdx.x == 0) copy(s, in + i * 32, full); } else wait(full, i & 1);
    __syncthreads();
    out[threadIdx.x + i * 64] = s[threadIdx.x % 32];
    __syncthreads();
  }
}
// In every round, behind the meeting.
__global__ void lateRounds(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, other;
  if (threadIdx.x == 0) { init(full); init(other); }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 32) { if (threadIdx.x == 0) copy(s, in + i * 32, full); }
    __syncthreads();
    if (threadIdx.x < 32) out[threadIdx.x + i * 64] = s[threadIdx.x % 32]; // warn async-copy-wait: is read while the copy that fills it may be under way
    else wait(full, i & 1);
    __syncthreads();
  }
}
void launch(const float *in, float *out) {
  awaited<<<1, 64>>>(in, out, 8);
  unmet<<<1, 64>>>(in, out, 8);
  late<<<1, 64>>>(in, out, 8);
  elsewhere<<<1, 64>>>(in, out, 8);
  before<<<1, 64>>>(in, out, 8);
  inBothArms<<<1, 64>>>(in, out, 8);
  ofTwoBarriers<<<1, 64>>>(in, out, 8);
  rounds<<<1, 64>>>(in, out, 8);
  lateRounds<<<1, 64>>>(in, out, 8);
}
