// RUN: %verify %s --checks=-*,warplint-fence-scope
//
// Exchanges with another device: what is waited for, nothing in the launch sets.

#include <cstdint>

__global__ void exchanges(float *mine, float *theirs, int magic, float *out) {
  volatile int *flag = (volatile int *)theirs + 64;
  volatile int *answer = (volatile int *)mine + 64;
  theirs[threadIdx.x] = out[threadIdx.x];
  __threadfence(); // warn fence-scope: '__threadfence()' orders 'theirs' for threads of the grid only, and another device reads it
  // note@-2: 'theirs' is written here
  // note@+2: it is announced here
  // note@+2: the answer is waited for here, and nothing in this launch gives it: another device or the host does
  flag[threadIdx.x] = magic;
  while (answer[threadIdx.x] != magic)
    ;
  out[threadIdx.x] += ((volatile float *)mine)[threadIdx.x];
}

struct Ring {
  void *own;
  void *peers[2];
  int round;
  int steps;
};
__device__ inline void give(void *to, int place, const float (&x)[4], int round) {
  float *data = (float *)to + 256;
  asm volatile("st.global.wt.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(data + 4 * place), "f"(x[0]), "f"(x[1]), "f"(x[2]), "f"(x[3]) : "memory");
  asm volatile("fence.acq_rel.gpu;" ::: "memory"); // warn fence-scope: 'fence' orders memory for threads of the grid only
  asm volatile("st.volatile.global.s32 [%0], %1;" ::"l"((int *)to + place), "r"(round) : "memory");
}
__device__ inline int look(const void *at, int place) {
  int seen;
  asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(seen) : "l"((const int *)at + place) : "memory");
  return seen;
}
__global__ void inPtx(Ring ring, float *out) {
  float x[4] = {out[threadIdx.x], 1, 2, 3};
  give(ring.peers[0], threadIdx.x, x, ring.round);
  int seen;
  do {
    seen = look(ring.own, threadIdx.x);
  } while (seen != ring.round);
  out[threadIdx.x] = seen;
}

// One partner after the other.
__global__ void inTurn(float *mine, float *left, float *right, int steps, int magic, float *out) {
  float *to = left;
  for (int step = 0; step < steps; ++step) {
    volatile float *data = &to[256 * step + threadIdx.x];
    volatile int32_t *flag = &((int32_t *)to)[1024 * step + threadIdx.x];
    if (blockIdx.x == 0) {
      *data = out[threadIdx.x];
      __threadfence(); // warn fence-scope: '__threadfence()' orders 'left' for threads of the grid only
      *flag = magic;
    }
    volatile int32_t *answer = &((int32_t *)mine)[1024 * step + threadIdx.x];
    while (true)
      if (*answer == magic)
        break;
    to = right;
  }
}

// --- Silent ------------------------------------------------------------------

__global__ void wideEnough(float *mine, float *theirs, int magic, float *out) {
  volatile int *flag = (volatile int *)theirs + 64;
  theirs[threadIdx.x] = out[threadIdx.x];
  __threadfence_system();
  flag[threadIdx.x] = magic;
  while (((volatile int *)mine)[threadIdx.x] != magic)
    ;
}

// Both sides are blocks of this launch.
__global__ void betweenTwoBlocks(float *ping, float *pong, volatile int *pingFlag, volatile int *pongFlag, int magic, float *out) {
  if (blockIdx.x == 0) {
    ping[threadIdx.x] = out[threadIdx.x];
    __threadfence();
    pingFlag[threadIdx.x] = magic;
    while (pongFlag[threadIdx.x] != magic)
      ;
  } else {
    while (pingFlag[threadIdx.x] != magic)
      ;
    pongFlag[threadIdx.x] = magic;
  }
}

// The launch passes one buffer as both.
__global__ void oneBuffer(volatile int *set, volatile int *awaited, int magic, const float *in) {
  ((volatile float *)set)[64 + threadIdx.x] = in[threadIdx.x];
  __threadfence();
  set[threadIdx.x] = magic;
  while (awaited[threadIdx.x + 1] != magic)
    ;
}
void launchOneBuffer(int *flags, const float *in) { oneBuffer<<<4, 32>>>(flags, flags, 1, in); }

// Something else is waited for: a kernel ahead has left it there, or it ends an
// unrelated wait.
__global__ void anotherValue(float *mine, float *theirs, int magic, int begun, float *out) {
  theirs[threadIdx.x] = out[threadIdx.x];
  __threadfence();
  ((volatile int *)theirs)[threadIdx.x + 64] = magic;
  while (((volatile int *)mine)[threadIdx.x] != begun)
    ;
}

// Nothing is waited for in return: a later kernel reads it.
__global__ void onlySets(const int *mine, float *theirs, int magic, float *out) {
  theirs[threadIdx.x] = out[threadIdx.x];
  __threadfence();
  ((volatile int *)theirs)[threadIdx.x + 64] = magic;
  if (((const volatile int *)mine)[threadIdx.x] != magic)
    out[threadIdx.x] = 0;
}

// The flag goes first and tells of nothing.
__global__ void barrierOfDevices(volatile int *mine, volatile int *theirs, int magic, float *out) {
  out[threadIdx.x] = 1;
  __threadfence();
  theirs[threadIdx.x] = magic;
  while (mine[threadIdx.x] != magic)
    ;
}

extern __device__ void answerFor(int *flags);
__global__ void callThatIsNotSeen(float *mine, float *theirs, int magic, float *out) {
  theirs[threadIdx.x] = out[threadIdx.x];
  __threadfence();
  ((volatile int *)theirs)[threadIdx.x + 64] = magic;
  answerFor((int *)mine);
  while (((volatile int *)mine)[threadIdx.x] != magic)
    ;
}
