// A block multiplies a matrix by a vector in tiles of rows. One thread of a row adds up
// what the others have left in shared memory, and the next tile's sums were stored
// there without a barrier.
//
// Fix: rapidsai/cuml#6578
// Class: races
// Check: shared-memory-race
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <cuda_runtime.h>

template <int Rows, int Columns> struct ProductPolicy {
  static constexpr int ThRows = Rows, ThCols = Columns, BlockSize = Rows * Columns;
};

template <typename Policy, typename T> struct ProductStorage {
  T acc[Policy::BlockSize];
};

template <typename Policy, bool Preload, typename T>
__device__ __forceinline__ void blockProduct(int m, int n, T alpha, const T *a, const T *x, T *y,
                                             ProductStorage<Policy, T> &storage,
                                             T *sharedVector = nullptr) {
  if (Preload) {
    for (int i = threadIdx.x; i < n; i += Policy::BlockSize)
      sharedVector[i] = x[i];
    __syncthreads();
  }
  const T *vector = Preload ? sharedVector : x;
  const int offsetI = threadIdx.x % Policy::ThRows;
  const int offsetJ = threadIdx.x / Policy::ThRows;

  for (int tile = 0; tile < (m + Policy::ThRows - 1) / Policy::ThRows; tile++) {
    const int i = tile * Policy::ThRows + offsetI;
    if (i < m) {
      T acc = 0;
      for (int j = offsetJ; j < n; j += Policy::ThCols)
        acc += a[j * m + i] * vector[j];
      storage.acc[threadIdx.x] = acc; // bug
      // BEFORE-warn@-1 shared-memory-race: is overwritten while another thread of the block may still read it
    }
    __syncthreads();
    if (i < m) {
      T acc = 0;
      if (offsetJ == 0) {
        for (int tj = 0; tj < Policy::ThCols; tj++)
          acc += storage.acc[tj * Policy::ThRows + offsetI]; // bug
        y[i] = alpha * acc; // silent: no-alias, part-of-block
      }
    }
#ifdef FIXED
    __syncthreads();
#endif
  }
}

template <typename Policy, typename T>
__global__ void __launch_bounds__(Policy::BlockSize)
    batchedProduct(int m, int n, T alpha, const T *a, const T *x, T *y) {
  __shared__ ProductStorage<Policy, T> storage;
  extern __shared__ char dynamic[];
  const int batch = blockIdx.x;
  blockProduct<Policy, true>(m, n, alpha, a + batch * m * n, x + batch * n, y + batch * m,
                             storage, reinterpret_cast<T *>(dynamic));
}

void multiplyBatches(int m, int n, double alpha, const double *a, const double *x, double *y,
                     int batches, cudaStream_t stream) {
  using Policy = ProductPolicy<16, 16>;
  batchedProduct<Policy, double><<<batches, Policy::BlockSize, n * sizeof(double), stream>>>(
      m, n, alpha, a, x, y);
}
