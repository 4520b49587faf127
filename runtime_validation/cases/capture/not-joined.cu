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
// A second stream joins the capture by an event and is given a kernel. Nothing
// waits for it before the capture ends, which fails.

#include "runtime_case.h"

__global__ void raise(int *values) { values[threadIdx.x] += 1; }

int main(int argc, char **argv) {
  using namespace runtime_case;
  constexpr int Count = 256;
  Trial trial(argc, argv, 5);
  cudaStream_t stream, side;
  cudaEvent_t fork, join;
  require(cudaStreamCreate(&stream));
  require(cudaStreamCreate(&side));
  require(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  require(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  while (trial.nextRound()) {
    DeviceArray<int> first(Count), second(Count);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    require(cudaEventRecord(fork, stream));
    require(cudaStreamWaitEvent(side, fork, 0));
    raise<<<1, Count, 0, stream>>>(first.get());
    raise<<<1, Count, 0, side>>>(second.get());
#if !WARPLINT_BUGGY
    require(cudaEventRecord(join, side));
    require(cudaStreamWaitEvent(stream, join, 0));
#endif
    // BUG(capture): the kernel in the second stream is not behind this one
    require(cudaStreamEndCapture(stream, &graph));
    require(cudaGraphInstantiate(&exec, graph, 0));
    require(cudaGraphLaunch(exec, stream));
    finish();
    for (int value : first.read())
      trial.expect(value, 1);
    for (int value : second.read())
      trial.expect(value, 1);
    require(cudaGraphExecDestroy(exec));
    require(cudaGraphDestroy(graph));
  }
  return trial.outcome();
}
