// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for texture references, which CUDA 12 took out.
#pragma once
#include <cuda_runtime.h>

template <class T, int Dimensions, cudaTextureReadMode Mode>
struct __attribute__((device_builtin_texture_type)) texture {};

template <class T, cudaTextureReadMode Mode>
__device__ T tex1Dfetch(texture<T, 1, Mode> reference, int index);

template <class T, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture(size_t *offset, texture<T, 1, Mode> &reference, const void *memory,
                            const cudaChannelFormatDesc &format, size_t bytes);
