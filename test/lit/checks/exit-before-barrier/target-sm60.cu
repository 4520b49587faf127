// RUN: rm -rf %t && mkdir -p %t/include
// RUN: ln -s %cuda_path/include/* %t/include/
// RUN: rm %t/include/cuda.h
// RUN: sed "s/define CUDA_VERSION .*/define CUDA_VERSION 12050/" %cuda_path/include/cuda.h > %t/include/cuda.h
// RUN: touch %t/include/texture_fetch_functions.h
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --prefix=OLD -- --cuda-path=%t --cuda-gpu-arch=sm_60
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --prefix=OLD -- --cuda-path=%t --cuda-gpu-arch=sm_61
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --prefix=NEW -- --cuda-path=%t --cuda-gpu-arch=sm_70
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --prefix=NEW -- --cuda-gpu-arch=sm_75
//
// Below sm_70 a block barrier waits for threads that have left. CUDA 13 has no
// such target: its headers are made to say that they are older.

__global__ void boundsCheckFirst(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = in[i];
  __syncthreads(); // OLD-warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()', which on this target waits for them
  // OLD-note@-1: keep the threads until after the last barrier and guard their work with the condition
  // NEW-warn@-2 exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  // NEW-note@-3: from sm_70 on the barrier does not wait for them, before it does
  out[i] = v;
}

// Silent on both.
__global__ void wholeBlockLeaves(float *out, int n) {
  if (blockIdx.x >= n)
    return;
  __syncthreads();
  out[threadIdx.x] = 0;
}
