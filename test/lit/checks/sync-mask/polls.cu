// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Lanes that ask one barrier object for one phase together get one answer.

typedef unsigned long long Barrier;

__device__ bool isReady(Barrier &b, unsigned parity) {
  unsigned ready, at = (unsigned)__cvta_generic_to_shared(&b);
  asm volatile("{\n"
               ".reg .pred p;\n"
               "mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
               "selp.u32 %0, 1, 0, p;\n"
               "}\n"
               : "=r"(ready)
               : "r"(at), "r"(parity)
               : "memory");
  return ready;
}

// A warp stores what is ready, and loads where there is room.
__global__ void polls(int *out, int n) {
  __shared__ Barrier full[4], empty[4];
  int stored = 0, loaded = 0, warp = threadIdx.x % 128 / 32;
  while (loaded < n || stored < loaded) {
    if (stored < loaded && isReady(full[stored % 4], stored / 4 & 1)) {
      if (warp == stored % 4) {
        out[stored * 32 + threadIdx.x % 32] = 1;
        __syncwarp(); // silent: same-answer
      }
      stored++;
    }
    if (loaded < n && isReady(empty[loaded % 4], loaded / 4 & 1)) {
      __syncwarp(); // silent: same-answer
      loaded++;
    }
  }
}

// Each lane asks another object.
__global__ void pollsItsOwn(int *out, int n) {
  __shared__ Barrier full[32];
  for (int i = 0; i < n;)
    if (isReady(full[threadIdx.x % 32], i & 1)) {
      out[i * 32 + threadIdx.x % 32] = 1;
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
      i++;
    }
}

// Some lanes wait for the phase before.
__global__ void pollsTwoPhases(int *out, int n) {
  __shared__ Barrier full;
  for (int i = 0; i < n;)
    if (isReady(full, threadIdx.x % 2)) {
      out[i * 32 + threadIdx.x % 32] = 1;
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
      i++;
    }
}
