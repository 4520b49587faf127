//===--- SuggestedCalls.h - Calls that messages and fixes suggest -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls that messages and fixes suggest, as a user types them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SUGGESTEDCALLS_H
#define WARPLINT_CUDAMODEL_SUGGESTEDCALLS_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

namespace suggested {
inline constexpr llvm::StringLiteral Ballot = "__ballot_sync()";
inline constexpr llvm::StringLiteral MatchAny = "__match_any_sync()";
inline constexpr llvm::StringLiteral Coalesced = "cg::coalesced_threads()";
inline constexpr llvm::StringLiteral LegacySuffix = "_sync";
inline constexpr llvm::StringLiteral BlockBarrier = "__syncthreads()";
inline constexpr llvm::StringLiteral WarpBarrier = "__syncwarp()";
inline constexpr llvm::StringLiteral DeviceFence = "__threadfence()";
inline constexpr llvm::StringLiteral SystemFence = "__threadfence_system()";
inline constexpr llvm::StringLiteral BlockFence = "__threadfence_block()";
inline constexpr llvm::StringLiteral Release = "cuda::memory_order_release";
inline constexpr llvm::StringLiteral Acquire = "cuda::memory_order_acquire";
inline constexpr llvm::StringLiteral AcquireRelease =
    "cuda::memory_order_acq_rel";
inline constexpr llvm::StringLiteral DeviceScope = "cuda::thread_scope_device";
inline constexpr llvm::StringLiteral SystemScope = "cuda::thread_scope_system";
inline constexpr llvm::StringLiteral BlockScope = "cuda::thread_scope_block";
inline constexpr llvm::StringLiteral AtomicRef = "cuda::atomic_ref";
inline constexpr llvm::StringLiteral Exchange = "atomicExch()";
inline constexpr llvm::StringLiteral CountUpTo = "atomicInc()";
inline constexpr llvm::StringLiteral DeviceLoad = "__ldcg()";
inline constexpr llvm::StringLiteral CooperativeLaunch =
    "cudaLaunchCooperativeKernel()";
inline constexpr llvm::StringLiteral WaitForStream = "cudaStreamSynchronize()";
inline constexpr llvm::StringLiteral WaitForDevice = "cudaDeviceSynchronize()";
inline constexpr llvm::StringLiteral Occupancy =
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor()";
inline constexpr llvm::StringLiteral IsCapturing = "cudaStreamIsCapturing()";
inline constexpr llvm::StringLiteral RelaxedCapture =
    "cudaStreamCaptureModeRelaxed";
inline constexpr llvm::StringLiteral NonBlocking = "cudaStreamNonBlocking";
inline constexpr llvm::StringLiteral ExternalEvent = "cudaEventWaitExternal";
} // namespace suggested

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SUGGESTEDCALLS_H
