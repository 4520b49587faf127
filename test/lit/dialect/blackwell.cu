// Instructions of Blackwell in inline PTX: tensor memory, cluster launch control, bulk
// stores of zeros.
//
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_100a 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_120a 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_103a 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_100f 2>&1 | count 0

#include <cstdint>
#include <cuda/ptx>

#ifdef __CUDA_ARCH_FEAT_SM100_ALL
#define HAS_TENSOR_MEMORY 1
#endif

__device__ uint32_t shared(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__global__ void __cluster_dims__(1, 1, 1) persistent(float *out) {
  __shared__ alignas(16) uint4 response;
  __shared__ alignas(8) uint64_t done;
  __shared__ alignas(16) unsigned char zeros[256];
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&done)) : "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
                 ".b128 [%0], [%1];" ::"r"(shared(&response)), "r"(shared(&done))
                 : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" ::"r"(shared(&done))
                 : "memory");
    asm volatile("st.bulk.weak.shared::cta [%0], %1, 0;" ::"r"(shared(zeros)), "l"(256ull)
                 : "memory");
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

#ifdef HAS_TENSOR_MEMORY
__global__ void tensorMemory() {
  __shared__ alignas(4) uint32_t columns;
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(
                     shared(&columns)),
                 "r"(32)
                 : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}
#endif

int main() {
  persistent<<<64, 128>>>(nullptr);
  return 0;
}
