// Lines that the rules of facts.yaml find, and lines that they do not.
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ void announce(int *p) {
  __threadfence(); // expect: reached
  p[0] = 1;
}
__device__ void neverCalled(int *p) {
  __threadfence();
  p[0] = 1;
}
__device__ bool isFirst(int who) { return who == 0; }

__global__ void some(int *out, const int *in, int n) {
  int who = threadIdx.x + blockIdx.x;
  bool first = isFirst(who);
  if (first)
    __syncthreads(); // expect: some-threads
  if (n > 4)
    __syncthreads();
  if (blockIdx.x == 2)
    __syncthreads();
  if (threadIdx.x < 4)
    __syncwarp();
  announce(out);
}

__global__ void loops(int *out, int n, int m) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(out, i); // expect: varying-loop
  for (int i = 0; i < m; ++i)
    atomicAdd(out, i);
}

__global__ void tokens(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  (void)bar.arrive(); // expect: token
  auto token = bar.arrive();
  bar.wait(std::move(token));
}
