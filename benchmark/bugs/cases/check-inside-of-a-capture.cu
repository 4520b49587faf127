// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A debug check waits for the stream whose work is being captured, which ends
// the capture.

#include "bugs.h"

__global__ void step(int *data) { data[threadIdx.x] += 1; }

int main() {
  int *data = zeros<int>(256);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  step<<<1, 256, 0, stream>>>(data);
#if WARPLINT_BUGGY
  cudaStreamSynchronize(stream); // BUG
#endif
  step<<<1, 256, 0, stream>>>(data);
  cudaError_t ended = cudaStreamEndCapture(stream, &graph);
  return finish() || ended != cudaSuccess;
}
