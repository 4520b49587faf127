// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Streams that are captured into graphs.

#include <cuda_runtime.h>

__global__ void raise(int *values) { values[threadIdx.x] += 1; }

cudaGraph_t waitsInside(int *values, cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  raise<<<1, 256, 0, stream>>>(values);
  // BUG(capture): nothing runs before the graph is launched
  cudaStreamSynchronize(stream);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

cudaGraph_t waitsInsideMended(int *values, cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  raise<<<1, 256, 0, stream>>>(values);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}
