// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for PyTorch's header.
#pragma once
#include <c10/cuda/CUDAStream.h>
