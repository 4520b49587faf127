// RUN: not %warplint %s --checks=-*,warplint-divergent-barrier,warplint-barrier-not-called -- --cuda-path=%cuda_path > %t.out 2> %t.err
// RUN: FileCheck --input-file=%t.out --implicit-check-not=warning: %s
// RUN: FileCheck --input-file=%t.err --check-prefix=SUMMARY %s
//
// Suppression by comment, as in clang-tidy.

// SUMMARY: 3 findings (13 more under NOLINT)

__global__ void onTheLine(float *p) {
  if (threadIdx.x < 1)
    __syncthreads(); // NOLINT
  if (threadIdx.x < 2)
    __syncthreads(); // NOLINT(warplint-divergent-barrier): on purpose
  if (threadIdx.x < 3)
    // NOLINTNEXTLINE(warplint-divergent-barrier)
    __syncthreads();
  if (threadIdx.x < 4)
    __syncthreads(); // NOLINT(warplint-*)
  // CHECK: nolint.cu:[[@LINE+2]]:5: warning: '__syncthreads()' is reached
  if (threadIdx.x < 5)
    __syncthreads(); // NOLINT(warplint-barrier-not-called)
}

// NOLINTBEGIN(warplint-divergent-barrier)
__global__ void wholeBlock(float *p) {
  if (threadIdx.x < 1)
    __syncthreads();
  // CHECK: nolint.cu:[[@LINE+1]]:3: warning: '__syncthreads' is named but not called
  __syncthreads;
  for (int i = threadIdx.x; i < 100; i += 3)
    __syncthreads();
}
// NOLINTEND(warplint-divergent-barrier)

#define KERNEL(name)                                                           \
  __global__ void name(float *p) {                                             \
    if (p[threadIdx.x] > 0)                                                    \
      __syncthreads();                                                         \
  }
KERNEL(first) // NOLINT(warplint-divergent-barrier)
// NOLINTNEXTLINE
KERNEL(second)

// The comment may stand where the macro is defined, too.
#define SILENT_KERNEL(name)                                                    \
  __global__ void name(float *p) {                                             \
    if (p[threadIdx.x] > 0)                                                    \
      __syncthreads(); /* NOLINT(warplint-divergent-barrier) */                \
  }
SILENT_KERNEL(third)

#define BARRIER() __syncthreads()
__global__ void macroBarriers(float *p) {
  if (p[threadIdx.x] > 0)
    BARRIER(); // NOLINT(warplint-divergent-barrier)
  // NOLINTNEXTLINE(warplint-*)
  if (p[threadIdx.x] > 1) BARRIER();
  // CHECK: nolint.cu:[[@LINE+2]]:5: warning: '__syncthreads()' is reached
  if (p[threadIdx.x] > 2)
    BARRIER();
}

// NOLINTBEGIN(warplint-divergent-barrier)
KERNEL(fourth)
#define ONE_MORE(name) KERNEL(name)
ONE_MORE(fifth)
// NOLINTEND(warplint-divergent-barrier)
