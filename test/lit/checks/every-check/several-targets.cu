// RUN: rm -rf %t && mkdir -p %t/include
// RUN: ln -s %cuda_path/include/* %t/include/
// RUN: rm %t/include/cuda.h
// RUN: sed "s/define CUDA_VERSION .*/define CUDA_VERSION 12050/" %cuda_path/include/cuda.h > %t/include/cuda.h
// RUN: touch %t/include/texture_fetch_functions.h
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier,warplint-lock-discipline,warplint-legacy-warp-intrinsic,warplint-pdl-order --prefix=MANY -- --cuda-path=%t --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_60,sm_61,sm_70
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier,warplint-lock-discipline,warplint-legacy-warp-intrinsic,warplint-pdl-order --prefix=NEW -- --cuda-path=%t --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_90a
// RUN: not %warplint --cuda-path=%t --quiet --checks=-*,warplint-legacy-warp-intrinsic %s -- -gencode arch=compute_60,code=sm_60 -gencode arch=compute_90,code=sm_90 | FileCheck %s --check-prefix=NVCC
//
// NVCC: does not exist on sm_90 [
// NVCC: it is so on sm_90, not on sm_60
//
// A command for several targets: the code is that of the newest, what the target
// decides is judged for each. CUDA 13 has no target before sm_75: its headers are
// made to say that they are older.

__global__ void leavesBeforeTheBarrier(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = in[i];
  __syncthreads(); // MANY-warn exit-before-barrier: which on sm_60 and sm_61 waits for them (likely)
  // MANY-note@-1: it is so on sm_60 and sm_61 only, judged by the code for sm_90
  // NEW-warn@-2 exit-before-barrier: may have returned before '__syncthreads()' (portability)
  out[i] = v;
}

__global__ void waitsInLockStep(int *locks, int *bins, const int *in) {
  int bin = in[threadIdx.x];
  while (atomicCAS(&locks[bin], 0, 1) != 0) { // MANY-warn lock-discipline: keep the lane that has it in this loop, before sm_70 (likely)
    // MANY-note@-1: it is so on sm_60 and sm_61 only, judged by the code for sm_90
  }
  __threadfence();
  bins[bin] += 1;
  __threadfence();
  atomicExch(&locks[bin], 0);
}

__global__ void votes(const int *in, int *out) {
  out[threadIdx.x] = __any(in[threadIdx.x]); // MANY-warn legacy-warp-intrinsic: and does not exist on sm_70 and sm_90{{$}}
  // MANY-note@-1: it is so on sm_70 and sm_90, not on sm_60 and sm_61
  // NEW-warn@-2 legacy-warp-intrinsic: and does not exist on sm_90 and sm_90a{{$}}
}

__global__ void storesBeforeTheWait(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 0; // MANY-warn pdl-order: 'out' is touched before the wait for the kernels ahead
  // MANY-note@-1: it is so on sm_90, not on sm_60, sm_61 and sm_70
  // NEW-warn@-2 pdl-order: 'out' is touched before the wait for the kernels ahead
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (i < n)
    out[i] += in[i];
}
