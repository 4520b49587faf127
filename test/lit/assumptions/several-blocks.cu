// RUN: %verify %s --checks=-*,warplint-lock-discipline,warplint-missing-fence --prefix=ON
// RUN: %verify %s --checks=-*,warplint-lock-discipline,warplint-missing-fence --prefix=OFF --assume=no-several-blocks
// RUN: %warplint --cache=off --quiet --report-only --checks=-*,warplint-lock-discipline --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck --check-prefix=TEXT %s
//
// One thread of each block takes the lock: of one block it would be alone.

__global__ void oneOfEach(int *lock, volatile int *count) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  // TEXT: several-blocks.cu:[[@LINE+1]]:{{.*}}: note: rests on: the grid has several blocks{{$}}
  *count = *count + 1; // ON-warn lock-discipline: 'count' is read after the lock
  atomicExch(lock, 0); // ON-warn lock-discipline: gives back the lock
}

__global__ void ofFour(int *lock, volatile int *count) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *count = *count + 1; // warn lock-discipline: 'count' is read after the lock
  atomicExch(lock, 0); // warn lock-discipline: gives back the lock
}
void launchFour(int *lock, int *count) { ofFour<<<4, 64>>>(lock, count); }

__global__ void ofOne(int *lock, volatile int *count) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *count = *count + 1;
  atomicExch(lock, 0);
}
void launchOne(int *lock, int *count) { ofOne<<<1, 64>>>(lock, count); }

// All of its threads want it.
__global__ void ofAll(int *lock, volatile int *count) {
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      *count = *count + 1; // warn lock-discipline: 'count' is read after the lock
      atomicExch(lock, 0); // warn lock-discipline: gives back the lock
      done = true;
    }
}
void launchAll(int *lock, int *count) { ofAll<<<1, 64>>>(lock, count); }

// Two of its threads, in two places.
__global__ void ofTwo(int *lock, volatile int *count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *count = *count + 1; // warn lock-discipline: 'count' is read after the lock
    atomicExch(lock, 0); // warn lock-discipline: gives back the lock
  } else if (threadIdx.x == 32) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *count = *count + 2;
    __threadfence();
    atomicExch(lock, 0);
  }
}
void launchTwo(int *lock, int *count) { ofTwo<<<1, 64>>>(lock, count); }
