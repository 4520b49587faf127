// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What benchmark/toolkits/toolkits.py lints with CUDA's headers as if they were the
// user's: one use of each of its libraries, so that their templates are there.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdarg>
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda_awbarrier.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

namespace cg = cooperative_groups;

__global__ void blocks(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  using Scan = cub::BlockScan<int, 128>;
  using Sort = cub::BlockRadixSort<int, 128, 4>;
  using Warp = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Sort::TempStorage sort;
  __shared__ typename Warp::TempStorage warp[4];
  int keys[4] = {in[0], in[1], in[2], in[threadIdx.x]};
  Sort(sort).Sort(keys);
  int value = keys[0];
  Scan(scan).ExclusiveSum(value, value);
  value += Warp(warp[threadIdx.x / 32]).Sum(value);
  value = Reduce(reduce).Sum(value);
  if (threadIdx.x == 0)
    out[blockIdx.x] = value;
}

__global__ void groups(const int *in, int *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  __shared__ int copy[128];
  cg::memcpy_async(block, copy, in, sizeof copy);
  cg::wait(block);
  int value = cg::reduce(tile, copy[threadIdx.x], cg::plus<int>());
  value = cg::inclusive_scan(tile, value, cg::plus<int>());
  out[blockIdx.x * 128 + threadIdx.x] = value;
}

__global__ void stages(const int *in, int *out) {
  auto block = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int copy[128];
  auto pipeline = cuda::make_pipeline(block, &state);
  pipeline.producer_acquire();
  cuda::memcpy_async(block, copy, in, sizeof copy, pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[threadIdx.x] = copy[127 - threadIdx.x];
  pipeline.consumer_release();
}

__global__ void matrices(const half *a, const half *b, float *c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> left;
  fragment<matrix_b, 16, 16, 16, half, col_major> right;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.0f);
  load_matrix_sync(left, a, 16);
  load_matrix_sync(right, b, 16);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(c, sum, 16, mem_row_major);
}

__global__ void textures(cudaTextureObject_t from, cudaSurfaceObject_t to) {
  float4 value = tex2D<float4>(from, threadIdx.x, blockIdx.x);
  surf2Dwrite(value, to, threadIdx.x * sizeof value, blockIdx.x);
}

#if CUDART_VERSION < 12000
texture<float4, cudaTextureType2D> source;
surface<void, cudaSurfaceType2D> target;

__global__ void references() {
  float4 value = tex2D(source, threadIdx.x, blockIdx.x);
  surf2Dwrite(value, target, threadIdx.x * sizeof value, blockIdx.x);
}
#endif

__device__ int sum(int count, ...) {
  va_list values;
  va_start(values, count);
  int result = 0;
  while (count-- > 0)
    result += va_arg(values, int);
  va_end(values);
  return result;
}

__global__ void prints() { printf("%d\n", sum(2, threadIdx.x, blockIdx.x)); }

int host(const int *in, int *out, int n) {
  void *storage = nullptr;
  size_t size = 0;
  cub::DeviceReduce::Sum(storage, size, in, out, n);
  cub::DeviceScan::InclusiveSum(storage, size, in, out, n);
  cub::DeviceRadixSort::SortKeys(storage, size, in, out, n);
  cub::DeviceHistogram::HistogramEven(storage, size, in, out, 8, 0, 7, n);
  thrust::device_vector<int> values(n);
  thrust::sort(values.begin(), values.end());
  thrust::inclusive_scan(values.begin(), values.end(), values.begin());
  blocks<<<1, 128>>>(in, out);
  groups<<<1, 128>>>(in, out);
  stages<<<1, 128>>>(in, out);
  matrices<<<1, 32>>>(nullptr, nullptr, nullptr);
  textures<<<1, 32>>>(0, 0);
  prints<<<1, 32>>>();
  return thrust::reduce(values.begin(), values.end());
}
