// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: capture
// fails: launch failure
// certainty: certain
// trials: 5
// needs: sm_70
//
// A helper that waits for its stream is called while that stream is captured:
// the wait fails and ends the capture, so that no graph is made.

#include "runtime_case.h"

__global__ void raise(int *values) { values[threadIdx.x] += 1; }

static cudaError_t raiseAll(int *values, int count, cudaStream_t stream,
                            bool wait) {
  raise<<<1, count, 0, stream>>>(values);
#if WARPLINT_BUGGY
  // BUG(capture): the stream is being captured in the second call
  return wait ? cudaStreamSynchronize(stream) : cudaSuccess;
#else
  cudaStreamCaptureStatus status;
  runtime_case::require(cudaStreamIsCapturing(stream, &status));
  return wait && status == cudaStreamCaptureStatusNone
             ? cudaStreamSynchronize(stream)
             : cudaSuccess;
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  constexpr int Count = 256;
  Trial trial(argc, argv, 5);
  while (trial.nextRound()) {
    DeviceArray<int> values(Count);
    cudaStream_t stream;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    require(cudaStreamCreate(&stream));
    require(raiseAll(values.get(), Count, stream, true));
    require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    raiseAll(values.get(), Count, stream, true);
    require(cudaStreamEndCapture(stream, &graph));
    require(cudaGraphInstantiate(&exec, graph, 0));
    require(cudaGraphLaunch(exec, stream));
    finish();
    for (int value : values.read())
      trial.expect(value, 2);
    require(cudaGraphExecDestroy(exec));
    require(cudaGraphDestroy(graph));
    require(cudaStreamDestroy(stream));
  }
  return trial.outcome();
}
