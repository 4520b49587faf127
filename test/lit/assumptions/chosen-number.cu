// RUN: %verify %s --checks=-*,warplint-named-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-named-barrier --prefix=OFF --assume=no-chosen-number
// RUN: %warplint --cache=off --quiet --report-only --checks=-*,warplint-named-barrier --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck --check-prefix=TEXT %s
//
// The warps are run with some numbers of rounds.

__global__ void rounds(int *out, int n) {
  int warp = threadIdx.x / 32;
  for (int i = 0; i < n; ++i) {
    if (warp < 2)
      // TEXT: chosen-number.cu:[[@LINE+1]]:{{.*}}: note: rests on: a number that was chosen{{$}}
      asm volatile("bar.sync 1, 96;" ::: "memory"); // ON-warn named-barrier: barrier 1 waits for 96 threads
  }
  out[threadIdx.x] = warp;
}
void launchRounds(int *out, int n) { rounds<<<1, 128>>>(out, n); }

__global__ void fourRounds(int *out) {
  int warp = threadIdx.x / 32;
  for (int i = 0; i < 4; ++i) {
    if (warp < 2)
      asm volatile("bar.sync 1, 96;" ::: "memory"); // warn named-barrier: barrier 1 waits for 96 threads
  }
  out[threadIdx.x] = warp;
}
void launchFour(int *out) { fourRounds<<<1, 128>>>(out); }
