// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// Signals to another processing element, and what was put there before.

#include <cstdint>
#include <cstddef>
extern "C" {
__device__ void nvshmem_putmem_nbi(void* dest, const void* source, size_t bytes, int pe);
__device__ void nvshmem_float_put(float* dest, const float* source, size_t n, int pe);
__device__ void nvshmem_float_p(float* dest, float value, int pe);
__device__ void nvshmemx_float_put_nbi_block(float* dest, const float* source, size_t n, int pe);
__device__ void nvshmem_fence();
__device__ void nvshmem_quiet();
__device__ void nvshmem_barrier_all();
__device__ int nvshmem_my_pe();
__device__ int nvshmem_n_pes();
__device__ void nvshmemx_signal_op(uint64_t* signal, uint64_t value, int op, int pe);
__device__ void nvshmem_uint64_atomic_set(uint64_t* d, uint64_t value, int pe);
__device__ void nvshmem_int_atomic_inc(int* d, int pe);
__device__ void nvshmem_putmem_signal_nbi(void* dest, const void* source, size_t bytes, uint64_t* signal, uint64_t value, int op, int pe);
__device__ uint64_t nvshmem_signal_wait_until(uint64_t* signal, int compare, uint64_t value);
}

__global__ void blockPuts(float* inbox, const float* row, uint64_t* sig, int n) {
  int next = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  nvshmemx_float_put_nbi_block(inbox, row, n, next);
  __syncthreads();
  if (threadIdx.x == 0) nvshmemx_signal_op(sig, 1, 10, next); // warn missing-fence: the signal may be delivered before the data that was put into the same element's memory
}
__global__ void wordAndFlag(float* grid, uint64_t* flag, int pes, float v) {
  for (int pe = threadIdx.x; pe < pes; pe += blockDim.x) {
    nvshmem_float_p(grid + threadIdx.x, v, pe);
    nvshmem_uint64_atomic_set(flag, 1, pe); // warn missing-fence: the signal may be delivered before the data that was put into the same element's memory
  }
}
__device__ void send(float* d, const float* s, int n, int pe) { nvshmem_float_put(d, s, n, pe); }
__device__ void tell(int* f, int pe) { nvshmem_int_atomic_inc(f, pe); }
__global__ void throughHelpers(float* d, const float* s, int* f, int n, int pe, int chunks) {
  for (int c = 0; c < chunks; ++c) { send(d + c * n, s + c * n, n, pe); tell(f, pe); } // warn missing-fence: the signal may be delivered before the data that was put into the same element's memory
  nvshmem_quiet();
}

__global__ void quietBefore(float* inbox, const float* row, uint64_t* sig, int n) {
  int next = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  nvshmemx_float_put_nbi_block(inbox, row, n, next);
  nvshmem_quiet();
  __syncthreads();
  if (threadIdx.x == 0) nvshmemx_signal_op(sig, 1, 10, next);
}
__global__ void signalOfThePut(float* inbox, const float* row, uint64_t* sig, uint64_t* ack, int n, int next, int before) {
  nvshmem_putmem_signal_nbi(inbox, row, n * 4, sig, 1, 9, next);
  nvshmemx_signal_op(ack, 1, 9, before);
  nvshmem_signal_wait_until(sig, 0, 1);
}
// credit to another one
__global__ void creditToAnother(float* d, const float* s, uint64_t* credit, int n, int next, int before) {
  nvshmem_float_put(d, s, n, next);
  nvshmem_uint64_atomic_set(credit, 1, before);
  nvshmem_barrier_all();
  nvshmem_uint64_atomic_set(credit, 1, next);
}
