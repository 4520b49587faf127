// The flag is read as volatile; what is mended so is silent.
//
// RUN: %verify %s --checks=-*,warplint-stale-read
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix-unsafe --checks=-*,warplint-stale-read %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --strict-whitespace --input-file=%t.cu %s
// RUN: sed -i '/^#if/,/^#endif/d' %t.cu
// RUN: %warplint --quiet --checks=-*,warplint-stale-read %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > %t.out
// RUN: count 0 < %t.out
//
// The fence behind the loop is still to be placed: the edit is not a safe one.
// RUN: cp %s %t.safe.cu
// RUN: not %warplint --quiet --fix --checks=-*,warplint-stale-read %t.safe.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > %t.out
// RUN: diff %s %t.safe.cu
// RUN: FileCheck --check-prefix=OFFERED --input-file=%t.out %s
// OFFERED: note: read it through 'cuda::atomic_ref' with acquire order, or as volatile with a fence behind the loop

struct Channel {
  unsigned long long full;
  bool open[4];
};

__device__ int stop;

__global__ void pointer(const int *flag, int *out) {
  // CHECK:      {{^}}  while (*(volatile int *)&*flag == 0) {
  while (*flag == 0) { // warn stale-read: waits on a plain read of 'flag'
  }
  *out = 1;
}

__global__ void members(Channel *channel, int *out) {
  // CHECK:      {{^}}  while (!*(volatile unsigned long long *)&channel->full)
  while (!channel->full) // warn stale-read: waits on a plain read of 'full'
    ;
  // CHECK:      {{^}}  while (!*(volatile bool *)&channel->open[threadIdx.x % 4])
  while (!channel->open[threadIdx.x % 4]) // warn stale-read: waits on a plain read of 'open'
    ;
  *out = 1;
}

__device__ void waitFor(int &flag, int value) {
  int seen;
  do {
    // CHECK:      {{^}}    seen = *(volatile int *)&flag;
    seen = flag; // warn stale-read: waits on a plain read of
  } while (seen != value);
}

__global__ void reference(int *flags, int *out) {
  waitFor(flags[blockIdx.x], 3);
  *out = 1;
}

__global__ void variable(int *out) {
  // CHECK:      {{^}}  while (*(volatile int *)&stop == 0)
  while (stop == 0) // warn stale-read: waits on a plain read of 'stop'
    __nanosleep(100);
  *out = 1;
}

#if 1 // No edit here, so the finding stays: the type is not the same everywhere.
template <typename T> __global__ void ofATemplate(T *flag, T *out) {
  // CHECK:      {{^}}  while (*flag == 0) {
  while (*flag == 0) { // warn stale-read: waits on a plain read of 'flag'
  }
  *out = 1;
}
template __global__ void ofATemplate(int *, int *);
template __global__ void ofATemplate(unsigned *, unsigned *);
#endif
