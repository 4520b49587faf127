// RUN: %verify %s --checks=-*,warplint-barrier-dropout,warplint-exit-before-barrier

#include "../Inputs/mbarrier.cuh"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <utility>

namespace cg = cooperative_groups;
using Bar = cuda::barrier<cuda::thread_scope_block>;

#define SET_UP(bar, count)                                                     \
  if (threadIdx.x == 0)                                                        \
    init(&bar, count);                                                         \
  __syncthreads()

__global__ void returnsInLoop(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    if (work[threadIdx.x] == i)
      return; // warn barrier-dropout: threads that return here do not drop out of 'bar', which goes on expecting them
    auto token = bar.arrive();
    bar.wait(std::move(token));
    done[threadIdx.x] = i;
  }
}

__global__ void returnsBetweenArrivalAndWait(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    auto token = bar.arrive();
    if (work[threadIdx.x] == i)
      return; // warn barrier-dropout: threads that return here do not drop out of 'bar'
    bar.wait(std::move(token));
    done[threadIdx.x] = i;
  }
}

__global__ void returnsAfterOneRound(const int *work, int *done) {
  __shared__ Bar bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  bar.arrive_and_wait();
  if (block.thread_rank() >= 100)
    return; // warn barrier-dropout: threads that return here do not drop out of 'bar'
  bar.arrive_and_wait();
  done[threadIdx.x] = work[threadIdx.x];
}

__global__ void returnsBeforeSplitArrival(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return; // warn barrier-dropout: threads that return here do not drop out of 'bar'
  auto token = bar.arrive();
  bar.wait(std::move(token));
  done[i] = work[i];
}

__global__ void returnsWithPrimitives(const int *work, int *done, int n) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (work[threadIdx.x] == i)
      return; // warn barrier-dropout: threads that return here do not drop out of 'bar'
    auto token = __mbarrier_arrive(&bar);
    while (!__mbarrier_test_wait(&bar, token))
      ;
    done[threadIdx.x] = i;
  }
}

__global__ void leavesLoop(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    if (work[threadIdx.x] == i) // warn barrier-dropout: threads that leave the loop here do not drop out of 'bar'
      break;
    auto token = bar.arrive();
    done[threadIdx.x] += i;
    bar.wait(std::move(token));
  }
  done[threadIdx.x] += 1;
}

__global__ void roundsDiffer(const int *work, int *done) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < work[threadIdx.x]; ++i) { // warn barrier-dropout: threads that leave the loop here do not drop out of 'bar'
    auto token = bar.arrive();
    done[threadIdx.x] += i;
    bar.wait(std::move(token));
  }
}

// One cause, one report: exit-before-barrier leaves it to this check.
__global__ void returnsAndTheOthersMeet(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    if (work[threadIdx.x] == i)
      return; // warn barrier-dropout: threads that return here do not drop out of 'bar'
    done[threadIdx.x] = i;
    bar.arrive_and_wait();
  }
}

//===--- Left alone ---===//

extern __device__ bool condition();

__global__ void dropsOut(int n) {
  __shared__ Bar bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  for (int i = 0; i < n; ++i) {
    if (condition()) {
      bar.arrive_and_drop();
      return;
    }
    auto token = bar.arrive();
    bar.wait(std::move(token));
  }
}

__global__ void dropsOutByData(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    if (work[threadIdx.x] == i) {
      bar.arrive_and_drop();
      return;
    }
    auto token = bar.arrive();
    bar.wait(std::move(token));
    done[threadIdx.x] = i;
  }
}

__global__ void dropsOutAndBreaks(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    if (work[threadIdx.x] == i) {
      (void)bar.arrive_and_drop();
      break;
    }
    auto token = bar.arrive();
    bar.wait(std::move(token));
  }
  done[threadIdx.x] = 1;
}

__global__ void dropsOutAfterTheLoop(const int *work, int *done) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < work[threadIdx.x]; ++i) {
    auto token = bar.arrive();
    bar.wait(std::move(token));
  }
  bar.arrive_and_drop();
  done[threadIdx.x] = 1;
}

__global__ void dropsOutInHelper(const int *work, int *done, int n);
__device__ void leave(Bar &bar) { bar.arrive_and_drop(); }
__global__ void dropsOutInHelper(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    if (work[threadIdx.x] == i) {
      leave(bar);
      return;
    }
    auto token = bar.arrive();
    bar.wait(std::move(token));
  }
  done[threadIdx.x] = 1;
}

__global__ void wholeBlockReturns(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    if (work[blockIdx.x] == i)
      return;
    auto token = bar.arrive();
    bar.wait(std::move(token));
    done[threadIdx.x] = i;
  }
}

__global__ void returnsAfterTheLastPhase(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    auto token = bar.arrive();
    bar.wait(std::move(token));
  }
  if (threadIdx.x >= 32)
    return;
  done[threadIdx.x] = work[threadIdx.x];
}

__global__ void rolesReturn(const float *in, float *out, int n) {
  __shared__ Bar ready, filled;
  __shared__ float box[64];
  if (threadIdx.x == 0) {
    init(&ready, blockDim.x);
    init(&filled, blockDim.x);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      ready.arrive_and_wait();
      box[threadIdx.x] = in[i * 32 + threadIdx.x];
      (void)filled.arrive();
    }
    return;
  }
  (void)ready.arrive();
  for (int i = 0; i < n; ++i) {
    filled.arrive_and_wait();
    out[i] = box[threadIdx.x % 32];
    (void)ready.arrive();
  }
}

__global__ void onlySomeExpected(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, 32);
  if (threadIdx.x >= 32)
    return;
  for (int i = 0; i < n; ++i) {
    auto token = bar.arrive();
    bar.wait(std::move(token));
  }
  done[threadIdx.x] = work[threadIdx.x];
}

__global__ void countedAmongThoseWhoStay(const int *work, int *done, int n) {
  __shared__ Bar bar;
  int stay = min(n - int(blockIdx.x * blockDim.x), int(blockDim.x));
  SET_UP(bar, stay);
  if (int(threadIdx.x) >= stay)
    return;
  auto token = bar.arrive();
  bar.wait(std::move(token));
  done[threadIdx.x] = work[threadIdx.x];
}

__global__ void trapsOnError(const int *work, int *done, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    if (work[threadIdx.x] < 0)
      __trap();
    auto token = bar.arrive();
    bar.wait(std::move(token));
  }
  done[threadIdx.x] = 1;
}
