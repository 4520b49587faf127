//===--- HostApi.h - What calls of the host ask of a GPU --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the CUDA Runtime API and the Driver API by which the host launches
// kernels, and the structures that they read.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_HOSTAPI_H
#define WARPLINT_CUDAMODEL_HOSTAPI_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace warplint {

enum class HostCallKind : uint8_t {
  Launch,      ///< Launches a kernel.
  GraphLaunch, ///< Says how a graph launches a kernel when it runs.
  AllocateManaged,
  AllocatePinned, ///< Page-locked memory, which kernels may reach as well.
  RegisterHost,   ///< Memory of the host becomes page-locked.
  DeviceView,     ///< The address by which kernels reach page-locked memory.
  CopyAsync,      ///< Moves or sets memory and may return before.
  Copy,           ///< Waits for the default stream and its own end, except from
                  ///< device to device.
  WaitDevice,
  WaitStream, ///< Queries count: who asks does so until the answer is yes.
  WaitEvent,
  CreateStream,
  CreateEvent,
  RecordEvent,
  StreamWaits, ///< What a stream does from here on waits for an event.
  Harmless,
};

/// One row of HostApi.def. Positions count the call's arguments from 0 and are
/// -1 where there is no such argument.
struct HostApiEntry {
  llvm::StringLiteral Name = "";
  HostCallKind Kind = HostCallKind::Launch;
  int8_t KernelArg = -1; ///< What is launched, or whose handle is made.
  /// Name of the kernel, as the compiler writes it, whose handle is made.
  int8_t KernelNameArg = -1;
  int8_t GridArg = -1, BlockArg = -1;
  /// The extents are three arguments each, x first.
  bool Flat = false;
  int8_t SharedArg = -1; ///< Bytes of dynamic shared memory.
  int8_t StreamArg = -1;
  int8_t ConfigArg = -1;    ///< Address of a launch configuration.
  int8_t ArgumentsArg = -1; ///< Array of addresses of the kernel's arguments.
  int8_t PassedFrom = -1;   ///< The first of the kernel's arguments themselves.
  /// The pointer, handle, stream or event that is made (its address), the
  /// destination of a copy, the event that is recorded or waited for.
  int8_t ObjectArg = -1;
  int8_t SourceArg = -1;
  int8_t DirectionArg = -1; ///< Kind of a copy.
  int8_t FlagsArg = -1;     ///< Of a stream.
  int8_t BytesArg = -1;     ///< Of memory that is allocated at the object.
  /// Where the numbers of blocks and threads go that fill the device: the
  /// latter are whole warps (cudaOccupancyMaxPotentialBlockSize).
  int8_t ChosenGridArg = -1, ChosenBlockArg = -1;
  int8_t OutArg = -1; ///< Where a number goes that says something of a device.
  bool Cooperative = false;
  /// What to call instead of a function that CUDA 13 no longer has; empty
  /// mostly.
  llvm::StringLiteral Successor = "";
};

/// Kind of a copy from device memory to device memory (cudaMemcpyKind).
inline constexpr int64_t DeviceToDeviceCopy = 3;
/// From host to host, which waits whatever the call is named.
inline constexpr int64_t HostToHostCopy = 0;
/// Flag of a stream that does not wait for the default stream and is not waited
/// for (cudaStreamNonBlocking).
inline constexpr int64_t NonBlockingStream = 1;
/// Handles of the default streams: cudaStreamLegacy and no handle at all,
/// cudaStreamPerThread.
inline constexpr int64_t LegacyStreamHandle = 1;
inline constexpr int64_t PerThreadStreamHandle = 2;

/// A function of the C library that neither waits for a GPU nor calls back.
/// Position of the argument through which it reads memory, or -1.
struct LibraryCall {
  int8_t ReadArg = -1, OtherReadArg = -1;
};
/// Nothing for a function that may do anything.
std::optional<LibraryCall> lookupLibraryCall(const clang::FunctionDecl &Callee);

/// The same of algorithms of the C++ library that read a range from a pointer
/// on, and of what its containers copy in; nothing for others.
std::optional<LibraryCall> lookupRangeRead(const clang::FunctionDecl &Callee);

/// \p Class owns what a pointer that it is made of points to (std::unique_ptr).
bool isSmartPointer(const clang::CXXRecordDecl &Class);

/// The first argument of \p Callee, a function of the C library, by whose
/// address it hands out what it reads (`scanf`); -1 for others.
int readsIntoFrom(const clang::FunctionDecl &Callee);

/// \p Class waits for other threads, which may wait for a GPU (std::thread,
/// std::atomic, ...).
bool mayMeetThreads(const clang::CXXRecordDecl &Class);

/// The row that \p Callee is, null if the table has none: a function of global
/// scope that bears the name, a template too.
const HostApiEntry *lookupHostApi(const clang::FunctionDecl &Callee);

/// \p Api says which kernel is launched and how, now or when a graph runs.
inline bool launchesByCall(const HostApiEntry &Api) {
  return Api.Kind == HostCallKind::Launch ||
         Api.Kind == HostCallKind::GraphLaunch;
}

/// Every row, for tests.
llvm::ArrayRef<HostApiEntry> hostApiTable();

/// \p D, named in host code, tells how many blocks a device can hold at once:
/// its multiprocessors, or the occupancy of a kernel.
bool isResidencyQuery(const clang::ValueDecl &D);

/// Objects of \p Record hold what CUDA says of a device, or of a kernel on it.
bool isDeviceProperties(const clang::RecordDecl &Record);

/// \p F makes a vector of its arguments, one for each component: make_uint3 and
/// its like (CUDA Programming Guide, "Built-in Vector Types").
bool makesVector(const clang::FunctionDecl &F);

/// What a field of a launch configuration holds (cudaLaunchConfig_t,
/// CUlaunchConfig; of a node in a graph, cudaKernelNodeParams,
/// CUDA_KERNEL_NODE_PARAMS).
enum class ConfigField : uint8_t {
  None,
  Grid,
  Block,
  GridX, ///< The others follow in order.
  GridY,
  GridZ,
  BlockX,
  BlockY,
  BlockZ,
  SharedBytes,
  Stream,
  Kernel,
  Arguments,      ///< Array of addresses of the kernel's arguments.
  Attributes,     ///< Pointer to the first attribute.
  AttributeCount, ///< How many of them count.
};

ConfigField configFieldOf(const clang::FieldDecl &Field);

/// Attributes of a launch that change who runs beside whom (CUDA Runtime API,
/// cudaLaunchAttributeID; the Driver API numbers them alike).
enum class LaunchAttributeId : int64_t {
  Cooperative = 2,
  ClusterDimension = 4,
  ProgrammaticStreamSerialization = 6,
};

/// What a field of an attribute, or of its value, holds.
enum class AttributeField : uint8_t {
  None,
  Id,
  Value, ///< The union of all values.
  Cooperative,
  ClusterDimension, ///< A record of x, y and z.
  ProgrammaticStreamSerialization,
};

AttributeField attributeFieldOf(const clang::FieldDecl &Field);

/// What messages suggest, as a user types it.
namespace suggested {
inline constexpr llvm::StringLiteral CooperativeLaunch =
    "cudaLaunchCooperativeKernel()";
inline constexpr llvm::StringLiteral WaitForStream = "cudaStreamSynchronize()";
inline constexpr llvm::StringLiteral WaitForDevice = "cudaDeviceSynchronize()";
inline constexpr llvm::StringLiteral Occupancy =
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor()";
} // namespace suggested

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_HOSTAPI_H
