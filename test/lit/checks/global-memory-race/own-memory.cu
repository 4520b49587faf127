// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race,warplint-lock-discipline
//
// What alloca gives is memory of the thread, whatever it is cast to.

#include <alloca.h>

struct Context {
  int error;
  int slots[8];
};

#define MAKE_CONTEXT(name, extra)                                              \
  Context *name = (Context *)alloca(sizeof(Context) + (extra))

__device__ void fail(Context *c, int code) {
  if (c->error == 0)
    c->error = code;
}
__device__ int lastOf(const Context *c) { return c->slots[7]; }

__global__ void fromMacro(int *out, int n) {
  MAKE_CONTEXT(context, 16);
  context->error = 0;
  context->slots[7] = threadIdx.x;
  if (n < 0)
    fail(context, 3);
  out[blockIdx.x * blockDim.x + threadIdx.x] = context->error + lastOf(context);
}
__global__ void builtin(int *out, int n) {
  int *p = static_cast<int *>(__builtin_alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    p[i] = threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = p[n - 1];
}
__global__ void handedBack(int *out) {
  auto *c = static_cast<Context *>(alloca(sizeof(Context)));
  c->slots[0] = blockIdx.x;
  Context &same = *c;
  same.slots[0] += threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = same.slots[0];
}

// The memory that the thread's own pointer leads to is not the thread's.
struct Lead {
  int *to;
};
__global__ void pointsAway(int *out) {
  Lead *l = (Lead *)alloca(sizeof(Lead));
  l->to = out;
  l->to[0] = threadIdx.x; // warn global-memory-race: 'out[0]' is written by several threads at once
}

void run(int *out, int n) {
  fromMacro<<<4, 64>>>(out, n);
  builtin<<<4, 64>>>(out, n);
  handedBack<<<4, 64>>>(out);
  pointsAway<<<4, 64>>>(out);
}
