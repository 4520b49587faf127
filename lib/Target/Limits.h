//===--- Limits.h - Limits of NVIDIA's GPUs ---------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits that are the same on every target that warplint knows, or the least
// and the most of all targets. No other file spells these numbers.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TARGET_LIMITS_H
#define WARPLINT_TARGET_LIMITS_H

#include "Target/Warp.h"
#include <array>
#include <cstdint>

namespace warplint {

/// CUDA Programming Guide, "Compute Capabilities", technical specifications:
/// maximum number of threads per block, and of x, y and z of a block.
inline constexpr int64_t MaxThreadsPerBlock = 1024;
inline constexpr std::array<int64_t, 3> MaxBlockDim = {1024, 1024, 64};
/// Most blocks of a grid along each axis.
inline constexpr std::array<int64_t, 3> MaxGridDim = {INT32_MAX, 65535, 65535};
/// Most blocks of a cluster, if the size need not be portable (CUDA Programming
/// Guide, "Thread Block Clusters").
inline constexpr int64_t MaxBlocksPerCluster = 16;
inline constexpr int64_t MaxWarpsPerBlock = MaxThreadsPerBlock / LanesPerWarp;

/// PTX ISA, "bar, barrier": barriers of a block are numbered from 0 to 15;
/// `__syncthreads()` is number 0.
inline constexpr int64_t NamedBarriers = 16;

/// CUDA Programming Guide, "Compute Capabilities", technical specifications:
/// resident threads and blocks per multiprocessor, the least and the most of
/// all targets, and bytes of shared memory. No GPU has more multiprocessors
/// than the full GB202. Code for one target may run on a later device.
inline constexpr int64_t MaxMultiprocessors = 192;
inline constexpr int64_t MaxThreadsPerMultiprocessor = 2048;
inline constexpr int64_t LeastThreadsPerMultiprocessor = 1024;
inline constexpr int64_t MaxBlocksPerMultiprocessor = 32;
inline constexpr int64_t LeastBlocksPerMultiprocessor = 16;
inline constexpr int64_t MaxSharedBytesPerMultiprocessor = 228 * 1024;
/// Bytes of shared memory that a block may declare with a size (CUDA
/// Programming Guide, "Shared Memory").
inline constexpr int64_t MaxStaticSharedBytes = 48 * 1024;

/// An upper bound of the blocks of \p Threads threads and \p SharedBytes bytes
/// of shared memory that any device holds at once. 0 threads or bytes: not
/// known.
int64_t mostResidentBlocks(int64_t Threads, int64_t SharedBytes);
/// A lower bound of the blocks of \p Threads threads that every idle device
/// holds at once, if they use few registers and little shared memory: what one
/// multiprocessor holds. 1 if \p Threads is not the size of a block.
int64_t surelyResidentBlocks(int64_t Threads);

} // namespace warplint

#endif // WARPLINT_TARGET_LIMITS_H
