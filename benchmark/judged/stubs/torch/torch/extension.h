// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for PyTorch's header: the few names that launchers of the judged
// projects use. It declares only; nothing is linked.
#pragma once
#include <c10/cuda/CUDAStream.h>
#include <cassert>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace torch {
enum ScalarType { kBool, kInt8, kInt16, kInt32, kUInt8, kFloat32 };

class Tensor {
public:
  template <class T> T *data_ptr() const;
  std::int64_t size(std::int64_t dimension) const;
  std::int64_t numel() const;
  bool is_cuda() const;
  bool is_contiguous() const;
  ScalarType dtype() const;
};
} // namespace torch

namespace at {
using torch::Tensor;
}

#define AT_ASSERTM(condition, message)                                                             \
  do {                                                                                             \
    if (!(condition))                                                                              \
      throw std::runtime_error(message);                                                           \
  } while (false)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() (void)cudaGetLastError()
