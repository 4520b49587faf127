// RUN: rm -rf %t && mkdir -p %t/include
// RUN: ln -s %cuda_path/include/* %t/include/
// RUN: rm %t/include/cuda.h
// RUN: sed "s/define CUDA_VERSION .*/define CUDA_VERSION 12050/" %cuda_path/include/cuda.h > %t/include/cuda.h
// RUN: touch %t/include/texture_fetch_functions.h
// RUN: %verify %s --checks=-*,warplint-legacy-warp-intrinsic --prefix=OLD --config="{CheckOptions: {warplint.Modernize: 'true'}}" -- --cuda-path=%t --cuda-gpu-arch=sm_60
// RUN: %verify %s --checks=-*,warplint-legacy-warp-intrinsic --prefix=DEFAULT -- --cuda-path=%t --cuda-gpu-arch=sm_60
// RUN: %verify %s --checks=-*,warplint-legacy-warp-intrinsic --prefix=NEW -- --cuda-path=%t --cuda-gpu-arch=sm_70
//
// DEFAULT-no-findings
//
// Below sm_70 the old intrinsics are deprecated, and work. CUDA 13 has no such
// target: its headers are made to say that they are older.

__global__ void votes(const int *in, int *out) {
  out[threadIdx.x] = __any(in[threadIdx.x]); // OLD-warn legacy-warp-intrinsic: '__any()' takes part with whichever lanes are active{{$}}
  // NEW-warn@-1 legacy-warp-intrinsic: '__any()' takes part with whichever lanes are active, and does not exist on this target
}

__global__ void shuffles(const int *in, int *out) {
  out[threadIdx.x] = __shfl_down(in[threadIdx.x], 1); // OLD-warn legacy-warp-intrinsic: '__shfl_down()' takes part with whichever lanes are active{{$}}
  // NEW-warn@-1 legacy-warp-intrinsic: '__shfl_down()' takes part with whichever lanes are active, and does not exist on this target
}
