// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-barrier-not-called
//
// Shared objects with constructors: nvcc warns, clang would reject them.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__global__ void oneBarrier(float *data) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32)
    bar.arrive_and_wait(); // warn divergent-barrier: reached by only some threads
  data[threadIdx.x] = 0;
}

__global__ void arrayOfBarriers(float *data, int n) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> bars[2];
  if (threadIdx.x < 2)
    init(&bars[threadIdx.x], blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i)
    bars[i % 2].arrive_and_wait();
  if (threadIdx.x == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

template <cuda::thread_scope Scope, int Stages>
__global__ void dependentType(float *data) {
  __shared__ cuda::barrier<Scope> bars[Stages];
  if (threadIdx.x == 0)
    for (int s = 0; s < Stages; ++s)
      init(bars + s, blockDim.x);
  __syncthreads();
  bars[0].arrive_and_wait();
  if (data[threadIdx.x] > 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
template __global__ void dependentType<cuda::thread_scope_block, 2>(float *);
template __global__ void dependentType<cuda::thread_scope_device, 3>(float *);

class Accumulator {
public:
  __device__ Accumulator() : sum(0) {}
  __device__ ~Accumulator() {}
  __device__ void add(float v) { sum += v; }
  float sum;
};

template <typename T> struct Holder {
  __device__ Holder() {}
  T value;
};

__global__ void userTypeWithConstructor(float *data) {
  __shared__ Accumulator total;
  __shared__ Holder<Accumulator> held[4];
  if (threadIdx.x == 0) {
    total.sum = 0;
    held[0].value.sum = 0;
  }
  __syncthreads();
  if (total.sum > 1)
    __syncthreads();
  if (held[threadIdx.x % 4].value.sum > 1)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

template <typename T> __global__ void dependentUserType(float *data) {
  __shared__ T object;
  object.add(data[threadIdx.x]);
  if (data[threadIdx.x] > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
template __global__ void dependentUserType<Accumulator>(float *);

__global__ void pipelineState(const float *in, float *out, int n) {
  constexpr int stages = 2;
  extern __shared__ float buffer[];
  auto block = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int t = 0; t < n; ++t) {
    pipeline.producer_acquire();
    cuda::memcpy_async(block, buffer + (t % stages) * block.size(),
                       in + t * block.size(),
                       sizeof(float) * block.size(), pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    out[t * block.size() + threadIdx.x] = buffer[(t % stages) * block.size()];
    pipeline.consumer_release();
  }
  if (threadIdx.x < 4)
    block.sync(); // warn divergent-barrier: reached by only some threads
}

__global__ void partitionedPipeline(const float *in, float *out) {
  auto block = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 4> state;
  const auto role = block.thread_rank() < 32 ? cuda::pipeline_role::producer
                                             : cuda::pipeline_role::consumer;
  auto pipeline = cuda::make_pipeline(block, &state, role);
  if (role == cuda::pipeline_role::producer) {
    pipeline.producer_acquire();
    pipeline.producer_commit();
  } else {
    pipeline.consumer_wait();
    pipeline.consumer_release();
  }
  if (role == cuda::pipeline_role::producer)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
