// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for PyTorch's header: streams as the launchers ask for them.
#pragma once
#include <cuda_runtime.h>

namespace c10::cuda {
class CUDAStream {
public:
  operator cudaStream_t() const;
};
CUDAStream getCurrentCUDAStream();
CUDAStream getStreamFromPool();
} // namespace c10::cuda

namespace at::cuda {
using c10::cuda::getCurrentCUDAStream;
using c10::cuda::getStreamFromPool;
} // namespace at::cuda
