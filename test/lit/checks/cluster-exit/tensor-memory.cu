// RUN: %verify %s --checks=-*,warplint-cluster-exit -- --cuda-gpu-arch=sm_100a
// Tensor memory that a pair of blocks allocates, by the functions of libcu++.
#include <cuda/ptx>
#include <cooperative_groups.h>
namespace ptx = cuda::ptx;
__global__ void __cluster_dims__(2) early(int n) {
  __shared__ uint32_t at;
  if (threadIdx.x < 32)
    ptx::tcgen05_alloc(ptx::cta_group_2, &at, n); // warn cluster-exit: tensor memory of a pair of blocks is allocated before
  cooperative_groups::this_cluster().sync();
}
__global__ void __cluster_dims__(2) alone(int n) {
  __shared__ uint32_t at;
  if (threadIdx.x < 32)
    ptx::tcgen05_alloc(ptx::cta_group_1, &at, n);
  cooperative_groups::this_cluster().sync();
}
__global__ void __cluster_dims__(2) late(int n) {
  __shared__ uint32_t at;
  cooperative_groups::this_cluster().sync();
  if (threadIdx.x < 32)
    ptx::tcgen05_alloc(ptx::cta_group_2, &at, n);
  cooperative_groups::this_cluster().sync();
}
