// RUN: %verify %s --checks=-*,warplint-sync-mask -- --cuda-gpu-arch=sm_90a
//
// Roles for threads that a block of 256 does not have, in kernels whose launch the
// file does not show.

__device__ inline bool elect() {
  unsigned elected = 0;
  asm volatile("{\n"
               ".reg .pred p;\n"
               "elect.sync _|p, 0xffffffff;\n"
               "selp.u32 %0, 1, 0, p;\n"
               "}"
               : "=r"(elected));
  return elected;
}
__device__ inline int warpInGroup() { return threadIdx.x % 128 / 32; }

// The warps of the producers' group part by their numbers: where the third role
// elects, nobody has been elected before.
__global__ void __launch_bounds__(384) eachWarpOnce(int *out, int n) {
  if (threadIdx.x / 128 != 2)
    return;
  if (warpInGroup() == 3 && elect())
    out[0] = 1;
  else if (warpInGroup() == 2 && elect())
    out[1] = 2;
  else if (n > 3 && warpInGroup() < 2 && elect())
    out[2] = 3;
}

// Here the rest of the third warp comes along.
__global__ void __launch_bounds__(384) oneWarpTwice(int *out, int n) {
  if (threadIdx.x / 128 != 2)
    return;
  if (warpInGroup() == 3 && elect())
    out[0] = 1;
  else if (warpInGroup() == 2 && elect())
    out[1] = 2;
  else if (n > 3 && warpInGroup() < 3 && elect()) // warn sync-mask: waits for lane 0, which does not come here with lane 1
    out[2] = 3;
}
