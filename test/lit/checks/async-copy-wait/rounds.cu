// RUN: %verify %s --checks=-*,warplint-async-copy-wait
//
// Loops that leave groups of copies pending: one too many or not.

#include "../Inputs/mbarrier.cuh"
#include <cuda_pipeline.h>

template <int Stages, int Pending>
__global__ void rotating(const int *in, int *out, int n) {
  __shared__ int box[Stages][128];
  int t = threadIdx.x;
  for (int s = 0; s < Stages - 1; ++s) {
    __pipeline_memcpy_async(&box[s][t], in + s * 128 + t, 4);
    __pipeline_commit();
  }
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(Pending);
    __syncthreads();
    sum += box[i % Stages][127 - t]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way: the wait leaves its group pending
    // note@-3: the wait is here
    // note@-2: leave fewer groups pending
    int next = i + Stages - 1;
    if (next < n)
      __pipeline_memcpy_async(&box[next % Stages][t], in + next * 128 + t, 4);
    __pipeline_commit();
  }
  out[t] = sum;
}
template __global__ void rotating<4, 3>(const int *, int *, int);

template <int Stages, int Pending>
__global__ void rotatingRight(const int *in, int *out, int n) {
  __shared__ int box[Stages][128];
  int t = threadIdx.x;
  for (int s = 0; s < Stages - 1; ++s) {
    __pipeline_memcpy_async(&box[s][t], in + s * 128 + t, 4);
    __pipeline_commit();
  }
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(Pending);
    __syncthreads();
    sum += box[i % Stages][127 - t];
    int next = i + Stages - 1;
    if (next < n)
      __pipeline_memcpy_async(&box[next % Stages][t], in + next * 128 + t, 4);
    __pipeline_commit();
  }
  out[t] = sum;
}
template __global__ void rotatingRight<4, 2>(const int *, int *, int);
template __global__ void rotatingRight<4, 1>(const int *, int *, int);
template __global__ void rotatingRight<2, 0>(const int *, int *, int);

__global__ void copyFirst(const int4 *in, int *out, int n) {
  __shared__ __align__(16) int box[2][1024];
  int t = threadIdx.x;
  copy16(&box[0][4 * t], in + t);
  commitCopies();
  for (int i = 0; i < n; ++i) {
    copy16(&box[(i + 1) & 1][4 * t], in + (i + 1) * 256 + t);
    commitCopies();
    waitCopies<1>();
    __syncthreads();
    out[i * 256 + t] = box[i & 1][t];
    __syncthreads();
  }
}

__global__ void copyFirstAndLeavesTwo(const int4 *in, int *out, int n) {
  __shared__ __align__(16) int box[2][1024];
  int t = threadIdx.x;
  copy16(&box[0][4 * t], in + t);
  commitCopies();
  for (int i = 0; i < n; ++i) {
    copy16(&box[(i + 1) & 1][4 * t], in + (i + 1) * 256 + t);
    commitCopies();
    waitCopies<2>();
    __syncthreads();
    out[i * 256 + t] = box[i & 1][t]; // warn async-copy-wait: the wait leaves its group pending
    __syncthreads();
  }
}

__global__ void sameRound(const int4 *in, int *out, int n) {
  __shared__ __align__(16) int box[2][1024];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    copy16(&box[i & 1][4 * t], in + i * 256 + t);
    commitCopies();
    waitCopies<1>();
    __syncthreads();
    out[i * 256 + t] = box[i & 1][t]; // warn async-copy-wait: the wait leaves its group pending
    __syncthreads();
  }
}

__global__ void readsTheRoundBefore(const int4 *in, int *out, int n) {
  __shared__ __align__(16) int box[2][1024];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    copy16(&box[i & 1][4 * t], in + i * 256 + t);
    commitCopies();
    waitCopies<1>();
    __syncthreads();
    if (i > 0)
      out[i * 256 + t] = box[(i + 1) & 1][t];
    __syncthreads();
  }
}

__global__ void waitsForTheLast(const int4 *in, int *out, int n) {
  __shared__ __align__(16) int box[2][1024];
  int t = threadIdx.x;
  copy16(&box[0][4 * t], in + t);
  commitCopies();
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) {
      copy16(&box[(i + 1) & 1][4 * t], in + (i + 1) * 256 + t);
      commitCopies();
      waitCopies<1>();
    } else {
      waitCopies<0>();
    }
    __syncthreads();
    out[i * 256 + t] = box[i & 1][t];
    __syncthreads();
  }
}

__global__ void twoGroupsARound(const int4 *in, int *out, int n) {
  __shared__ __align__(16) int a[2][1024], b[2][1024];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    copy16(&a[i & 1][4 * t], in + i * 256 + t);
    commitCopies();
    copy16(&b[i & 1][4 * t], in + i * 256 + t);
    commitCopies();
    waitCopies<2>();
    __syncthreads();
    if (i > 0)
      out[i * 256 + t] = a[(i & 1) ^ 1][t] + b[(i & 1) ^ 1][t];
    __syncthreads();
  }
}

// --- The last round commits nothing ------------------------------------------

__global__ void commitsAllButTheLast(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    int next = i + 1;
    if (next < n) {
      __pipeline_memcpy_async(&box[next % 2][t], in + next * 256 + t, 4);
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += box[i % 2][t ^ 1]; // warn async-copy-wait: in the last iteration of the loop the wait leaves its group pending
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void commitsEveryRound(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    int next = i + 1;
    if (next < n)
      __pipeline_memcpy_async(&box[next % 2][t], in + next * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += box[i % 2][t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void readsAllButTheLast(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    if (i + 1 >= n)
      break;
    __pipeline_memcpy_async(&box[(i + 1) % 2][t], in + (i + 1) * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += box[i % 2][t ^ 1];
    __syncthreads();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = sum + box[(n - 1) % 2][t ^ 1];
}

__global__ void twoAhead(const int *in, int *out, int n) {
  __shared__ int box[3][256];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 2; ++i) {
    __pipeline_memcpy_async(&box[i][t], in + i * 256 + t, 4);
    __pipeline_commit();
  }
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += box[i % 3][t ^ 1]; // warn async-copy-wait: in the last iteration of the loop the wait leaves its group pending
    if (i + 2 < n) {
      __pipeline_memcpy_async(&box[(i + 2) % 3][t], in + (i + 2) * 256 + t, 4);
      __pipeline_commit();
    }
  }
  out[t] = sum;
}

// The loop ends before the test fails.
__global__ void endsBeforeTheTestFails(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n - 1; ++i) {
    if (i + 1 < n) {
      __pipeline_memcpy_async(&box[(i + 1) % 2][t], in + (i + 1) * 256 + t, 4);
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += box[i % 2][t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// Which limit comes first is not known.
__global__ void untilAnotherLimit(const int *in, int *out, int n, int m) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    if (i < m) {
      __pipeline_memcpy_async(&box[(i + 1) % 2][t], in + (i + 1) * 256 + t, 4);
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += box[i % 2][t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void theOtherWayRound(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; n > i; ++i) {
    if (n - 1 > i) {
      __pipeline_memcpy_async(&box[(i + 1) % 2][t], in + (i + 1) * 256 + t, 4);
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += box[i % 2][t ^ 1]; // warn async-copy-wait: in the last iteration of the loop the wait leaves its group pending
    __syncthreads();
  }
  out[t] = sum;
}

// --- The next copy begins before this stage is read ---------------------------------

__device__ void copyAsync(void *to, const void *from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}
__device__ void commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

// As many threads as a row has elements: what lies behind it is another stage.
template <int Threads>
__global__ void ringOfThree(const float4 *in, float4 *out, int n) {
  __shared__ float4 ring[3][Threads];
  int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    if (k < n)
      copyAsync(&ring[k][t], in + k * Threads + t);
    commit();
  }
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    if (i + 2 < n)
      copyAsync(&ring[(i + 2) % 3][t], in + (i + 2) * Threads + t);
    commit();
    out[i * Threads + t] = ring[i % 3][Threads - 1 - t];
  }
}
template __global__ void ringOfThree<128>(const float4 *, float4 *, int);
template __global__ void ringOfThree<32>(const float4 *, float4 *, int);

__global__ void waitsForTooFew(const float4 *in, float4 *out, int n) {
  __shared__ float4 ring[3][128];
  int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    copyAsync(&ring[k][t], in + k * 128 + t);
    commit();
  }
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    __syncthreads();
    if (i + 2 < n)
      copyAsync(&ring[(i + 2) % 3][t], in + (i + 2) * 128 + t);
    commit();
    out[i * 128 + t] = ring[i % 3][127 - t]; // warn async-copy-wait: 'ring' is read while an asynchronous copy into it may be under way: the wait leaves its group pending
  }
}

__global__ void waitsForTooFewInAWarp(const float4 *in, float4 *out, int n) {
  __shared__ float4 ring[3][32];
  int t = threadIdx.x;
  copyAsync(&ring[0][t], in + t);
  commit();
  copyAsync(&ring[1][t], in + 32 + t);
  commit();
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    __syncthreads();
    copyAsync(&ring[(i + 2) % 3][t], in + (i + 2) * 32 + t);
    commit();
    out[i * 32 + t] = ring[i % 3][31 - t]; // warn async-copy-wait: 'ring' is read while an asynchronous copy into it may be under way: the wait leaves its group pending
  }
}
