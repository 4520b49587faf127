// RUN: %verify %s --checks=-*,warplint-lock-discipline,warplint-stale-read --prefix=ON
// RUN: %verify %s --checks=-*,warplint-lock-discipline,warplint-stale-read --prefix=OFF --assume=no-reached-by-data
// RUN: %warplint --cache=off --quiet --report-only --checks=-*,warplint-lock-discipline,warplint-stale-read --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck --check-prefix=TEXT %s
//
// Data say whether anybody comes there.

__global__ void waits(const int *flag, int *out) {
  // TEXT: reached-by-data.cu:[[@LINE+1]]:{{.*}}: note: rests on: 'flag' lets threads come there{{$}}
  while (*flag == 0) // ON-warn stale-read: waits on a plain read of 'flag'
    ;
  out[threadIdx.x] = 1;
}

__global__ void counts(int *lock, volatile int *count, int wanted) {
  if (threadIdx.x != 0 || wanted < 3)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  // TEXT: reached-by-data.cu:[[@LINE+1]]:{{.*}}: note: rests on: 'wanted' lets threads come there{{$}}
  *count = *count + 1; // ON-warn lock-discipline: 'count' is read after the lock
  __threadfence();
  atomicExch(lock, 0);
}
void launchCounts(int *lock, int *count, int wanted) { counts<<<4, 64>>>(lock, count, wanted); }

__global__ void always(int *lock, volatile int *count) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  // TEXT: reached-by-data.cu:[[@LINE+2]]:{{.*}}: warning: 'count' is read after
  // TEXT-NOT: rests on
  *count = *count + 1; // warn lock-discipline: 'count' is read after the lock
  __threadfence();
  atomicExch(lock, 0);
}
void launchAlways(int *lock, int *count) { always<<<4, 64>>>(lock, count); }
