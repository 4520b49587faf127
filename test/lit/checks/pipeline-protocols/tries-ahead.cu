// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token,warplint-shared-memory-race -- -arch=sm_90
// RUN: %warplint --checks=-*,warplint-async-copy-wait,warplint-shared-memory-race %s -- --cuda-path=%cuda_path -arch=sm_90 -DASKED | FileCheck %s --check-prefix=ASKED --allow-empty
// ASKED-NOT: warning:
// Tries for the next stage, whose answer is kept to the next round and asked there.

#include <cstdint>
__device__ uint32_t sa(void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void wait(uint64_t &b, int ph) {
  asm volatile("{\n.reg .pred P1;\nL:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra D;\nbra L;\nD:\n}" ::"r"(sa(&b)), "r"(ph) : "memory");
}
__device__ bool tried(uint64_t &b, int ph) {
  unsigned r;
  asm volatile("{\n.reg .pred P1;\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%1], %2;\nselp.b32 %0, 1, 0, P1;\n}" : "=r"(r) : "r"(sa(&b)), "r"(ph) : "memory");
  return r;
}
__device__ void copy(void *to, const void *from, uint64_t &b) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sa(&b)), "r"(128) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(to)), "l"(from), "r"(128), "r"(sa(&b)) : "memory");
}
__device__ void arrive(uint64_t &b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sa(&b)) : "memory"); }

struct alignas(128) Ring {
  float s[4][32];
  uint64_t full[4], empty[4];
};
__device__ void begin(Ring &r) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 4; ++i) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sa(&r.full[i])) : "memory");
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(sa(&r.empty[i])) : "memory");
    }
  __syncthreads();
}
__device__ void produce(Ring &r, const float *in, int rounds, int first) {
  if (threadIdx.x != 32)
    return;
  int st = 0, ph = 0;
  for (int i = 0; i < rounds; ++i) {
    wait(r.empty[st], ph ^ first);
    copy(r.s[st], in + i * 32, r.full[st]);
    if (++st == 4) { st = 0; ph ^= 1; }
  }
}
__device__ void use(Ring &r, float *out, int i, int st) {
  out[i * 32 + threadIdx.x] = r.s[st][31 - threadIdx.x]; // warn async-copy-wait: is read while the copy that fills it may be under way
  arrive(r.empty[st]);
}
__global__ void again(const float *in, float *out, int n) {
  __shared__ Ring r;
  begin(r);
  if (threadIdx.x >= 32) {
    produce(r, in, n, 1);
    return;
  }
  int st = 0, ph = 0;
  bool ready = tried(r.full[0], 0);
  for (int i = 0; i < n; ++i) {
    int ns = st + 1, np = ph;
    if (ns == 4) { ns = 0; np ^= 1; }
    while (!ready) ready = tried(r.full[st], ph);
    if (i + 1 < n) ready = tried(r.full[ns], np);
    use(r, out, i, st);
    st = ns; ph = np;
  }
}
__global__ void againUntilBroken(const float *in, float *out) {
  __shared__ Ring r;
  begin(r);
  if (threadIdx.x >= 32) {
    produce(r, in, 12, 1);
    return;
  }
  int st = 0, ph = 0;
  bool late = !tried(r.full[0], 0);
  for (int i = 0; i < 12; ++i) {
    for (;;) {
      if (!late) break;
      late = !tried(r.full[st], ph);
    }
    int ns = (i + 1) % 4, np = (i + 1) / 4 & 1;
    late = i < 11 ? !tried(r.full[ns], np) : true;
    use(r, out, i, st);
    st = ns; ph = np;
  }
}
__global__ void waitedFor(const float *in, float *out, int n) {
  __shared__ Ring r;
  begin(r);
  if (threadIdx.x >= 32) {
    produce(r, in, n, 1);
    return;
  }
  int st = 0, ph = 0;
  bool ready = false;
  for (int i = 0; i < n; ++i) {
    if (!ready) wait(r.full[st], ph);
    int ns = st + 1 == 4 ? 0 : st + 1, np = ns ? ph : ph ^ 1;
    ready = tried(r.full[ns], np);
    use(r, out, i, st);
    st = ns; ph = np;
  }
}
// The producer waits for a stage to be given back that nobody has had.
__global__ void neverFilled(const float *in, float *out, int n) {
  __shared__ Ring r;
  begin(r);
  if (threadIdx.x >= 32) {
    produce(r, in, n, 0);
    return;
  }
  int st = 0, ph = 0;
  bool ready = tried(r.full[0], 0);
  for (int i = 0; i < n; ++i) {
    int ns = st + 1, np = ph;
    if (ns == 4) { ns = 0; np ^= 1; }
    while (!ready) ready = tried(r.full[st], ph); // warn barrier-token: waits for a phase of 'full' that never ends
    if (i + 1 < n) ready = tried(r.full[ns], np);
    use(r, out, i, st);
    st = ns; ph = np;
  }
}
// A stage is used in whose round nobody asks whether it is full.
__global__ void notAsked(const float *in, float *out, int n) {
  __shared__ Ring r;
  begin(r);
  if (threadIdx.x >= 32) {
    produce(r, in, n, 1);
    return;
  }
  int st = 0, ph = 0;
  bool ready = tried(r.full[0], 0);
  for (int i = 0; i < n; ++i) {
    int ns = st + 1, np = ph;
    if (ns == 4) { ns = 0; np ^= 1; }
#ifndef ASKED
    if (i % 2 == 0)
#endif
      while (!ready) ready = tried(r.full[st], ph);
    if (i + 1 < n) ready = tried(r.full[ns], np);
    use(r, out, i, st);
    st = ns; ph = np;
  }
}
void launch(const float *in, float *out, int n) {
  again<<<1, 64>>>(in, out, n);
  againUntilBroken<<<1, 64>>>(in, out);
  waitedFor<<<1, 64>>>(in, out, n);
  neverFilled<<<1, 64>>>(in, out, n);
  notAsked<<<1, 64>>>(in, out, n);
}
