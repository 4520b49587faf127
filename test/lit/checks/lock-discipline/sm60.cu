// RUN: rm -rf %t && mkdir -p %t/include
// RUN: ln -s %cuda_path/include/* %t/include/
// RUN: rm %t/include/cuda.h
// RUN: sed "s/define CUDA_VERSION .*/define CUDA_VERSION 12050/" %cuda_path/include/cuda.h > %t/include/cuda.h
// RUN: touch %t/include/texture_fetch_functions.h
// RUN: %verify %s --checks=-*,warplint-lock-discipline -- --cuda-path=%t --cuda-gpu-arch=sm_60
//
// Before sm_70 the lanes of a warp run in lock step. CUDA 13 has no such target:
// its headers are made to say that they are older.

__global__ void allLanesWait(int *locks, int *bins, const int *in) {
  int bin = in[threadIdx.x];
  while (atomicCAS(&locks[bin], 0, 1) != 0) { // warn lock-discipline: lanes of one warp that wait for the lock 'locks' keep the lane that has it in this loop, before sm_70
    // note: give the lock back inside the loop, in the branch that took it
  }
  __threadfence();
  bins[bin] += 1;
  __threadfence();
  atomicExch(&locks[bin], 0);
}

__global__ void givenBackInTheLoop(int *locks, int *bins, const int *in) {
  int bin = in[threadIdx.x];
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[bin], 0, 1) == 0) {
      __threadfence();
      bins[bin] += 1;
      __threadfence();
      atomicExch(&locks[bin], 0);
      done = true;
    }
  }
}

__global__ void oneLaneWaits(int *lock, int *bins) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    bins[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
