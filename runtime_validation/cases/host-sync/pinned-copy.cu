// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: host-sync
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A copy into page-locked memory returns before it has happened. The host waits
// for an event, but the event was recorded before the copy.

#include "runtime_case.h"

__global__ void compute(int value, int *result) {
  comeLate(20000000);
  *result = value;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 5);
  int *pinned = nullptr, *device = nullptr;
  cudaStream_t stream;
  cudaEvent_t copied;
  require(cudaMallocHost(&pinned, sizeof(int)));
  require(cudaMalloc(&device, sizeof(int)));
  require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  require(cudaEventCreate(&copied));
  for (int value = 1; trial.nextRound(); ++value) {
    *pinned = 0;
#if WARPLINT_BUGGY
    require(cudaEventRecord(copied, stream));
#endif
    compute<<<1, 1, 0, stream>>>(value, device);
    require(cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost,
                            stream));
#if !WARPLINT_BUGGY
    require(cudaEventRecord(copied, stream));
#endif
    require(cudaEventSynchronize(copied));
    // BUG(host-sync): the event was recorded before the copy
    int seen = *pinned;
    require(cudaStreamSynchronize(stream));
    trial.expect(seen, value);
  }
  require(cudaFreeHost(pinned));
  require(cudaFree(device));
  return trial.outcome();
}
