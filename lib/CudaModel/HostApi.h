//===--- HostApi.h - Meaning of CUDA host API calls -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the CUDA Runtime API and the Driver API by which the host launches
// kernels, allocates and copies memory and waits, and the structures that they
// read.
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

/// What a call of the host does.
enum class HostCallKind : uint8_t {
  Launch,          ///< Launches a kernel.
  GraphLaunch,     ///< Makes or changes a kernel node, launched with its graph.
  AllocateManaged, ///< Unified memory.
  AllocatePinned,  ///< Page-locked memory, which kernels may access.
  AllocateDevice,  ///< Memory that the host does not access.
  AllocateAsync,   ///< The same, in the order of a stream.
  FreeAsync,       ///< Frees memory in the order of a stream.
  RegisterHost,    ///< Makes memory of the host page-locked.
  DeviceView,      ///< Device address of page-locked memory.
  CopyAsync,       ///< Copies or sets memory; may return before it is done.
  Copy, ///< Waits for the default stream and its own end, except from
        ///< device to device.
  Set,  ///< Sets memory in the default stream; returns at once.
  /// Frees the memory of ObjectArg if there is one; then memory that a stream
  /// has allocated is not waited for.
  WaitDevice,
  WaitStream, ///< Includes queries, which programs repeat until they succeed.
  WaitEvent,
  CreateStream,
  CreateEvent,
  RecordEvent,
  StreamWaits,  ///< Later work of a stream waits for an event.
  BeginCapture, ///< What a stream is given from now on becomes a graph.
  EndCapture,
  CreateGraph, ///< Makes a graph without nodes.
  /// Makes a node that copies, sets memory, calls a function of the host, or
  /// does nothing.
  GraphNode,
  InstantiateGraph, ///< Makes a graph that can be launched, or a copy.
  SetDevice,        ///< Chooses the device of the thread, by number.
  RunGraph,         ///< Launches a graph in a stream, and does not wait.
  CaptureStatus,    ///< Whether a stream is being captured.
  ExchangeCapture,  ///< Changes which calls a capture allows its thread.
  /// A stream calls the function of ObjectArg with SourceArg as its last
  /// argument.
  HostFunction,
  Harmless, ///< Neither waits nor writes memory of the host.
};

/// One row of HostApi.def. Positions count the call's arguments from 0 and are
/// -1 where there is no such argument.
struct HostApiEntry {
  llvm::StringLiteral Name = "";
  HostCallKind Kind = HostCallKind::Launch;
  int8_t KernelArg = -1; ///< The kernel launched, or whose handle is made.
  /// The mangled name of the kernel whose handle is made.
  int8_t KernelNameArg = -1;
  int8_t GridArg = -1, BlockArg = -1;
  /// Each extent is three arguments, x first.
  bool Flat = false;
  int8_t SharedArg = -1; ///< Bytes of dynamic shared memory.
  int8_t StreamArg = -1;
  int8_t ConfigArg = -1;    ///< Pointer to a launch configuration.
  int8_t ArgumentsArg = -1; ///< Array of pointers to kernel arguments.
  int8_t PassedFrom = -1;   ///< First of the kernel's own arguments.
  /// The address of the pointer, handle, stream or event that is made; the
  /// destination of a copy; what is freed; the event that is recorded or waited
  /// for.
  int8_t ObjectArg = -1;
  int8_t SourceArg = -1;    ///< Source of a copy.
  int8_t DirectionArg = -1; ///< Kind of a copy.
  int8_t Direction = -1;    ///< Kind of a copy that is always of one kind.
  /// The graph that gets a node. The argument before it takes the node, the two
  /// behind it are the nodes that it is behind and their number.
  int8_t GraphArg = -1;
  int8_t FlagsArg = -1; ///< Flags of a stream or a wait, or a mode.
  int8_t BytesArg = -1; ///< Size of an allocation.
  /// Pointers to the numbers of blocks and threads that fill the device; the
  /// threads are whole warps (cudaOccupancyMaxPotentialBlockSize).
  int8_t ChosenGridArg = -1, ChosenBlockArg = -1;
  int8_t OutArg = -1;       ///< Pointer to a property of a device.
  bool Cooperative = false; ///< A cooperative launch.
  /// What to call instead of a function that CUDA 13 removed; empty if it was
  /// not.
  llvm::StringLiteral Successor = "";
};

/// Kind of a copy from host memory to device memory (cudaMemcpyKind).
inline constexpr int64_t HostToDeviceCopy = 1;
/// Kind of a copy from device memory to host memory.
inline constexpr int64_t DeviceToHostCopy = 2;
/// Kind of a copy from device memory to device memory.
inline constexpr int64_t DeviceToDeviceCopy = 3;
/// Kind of a copy from host to host, which always waits.
inline constexpr int64_t HostToHostCopy = 0;
/// Flag of a stream that does not wait for the default stream, nor the default
/// stream for it (cudaStreamNonBlocking).
inline constexpr int64_t NonBlockingStream = 1;
/// Mode of a capture in which its thread may make any call
/// (cudaStreamCaptureModeRelaxed).
inline constexpr int64_t RelaxedCaptureMode = 2;
/// State of a stream that is being captured (cudaStreamCaptureStatusActive).
inline constexpr int64_t ActiveCapture = 1;
/// Handles of the default streams: cudaStreamLegacy (also meant by no handle)
/// and cudaStreamPerThread.
inline constexpr int64_t LegacyStreamHandle = 1;
inline constexpr int64_t PerThreadStreamHandle = 2;

/// A library function that neither waits for a GPU nor calls back: positions of
/// the arguments through which it reads memory, or -1.
struct LibraryCall {
  int8_t ReadArg = -1, OtherReadArg = -1;
};
/// The C library function that \p Callee is; nothing for a function that may do
/// anything.
std::optional<LibraryCall> lookupLibraryCall(const clang::FunctionDecl &Callee);

/// How a call of Thrust or CUB is given the stream in which it works.
enum class DeviceLibraryCall : uint8_t {
  None,
  ChoosesStream, ///< Makes a policy that works in its argument.
  WithPolicy,    ///< By its first argument, if that names a stream.
  WithStream,    ///< By its last argument; the first one is scratch memory.
};
DeviceLibraryCall deviceLibraryCallOf(const clang::FunctionDecl &Callee);
/// Whether algorithms that are given a policy of \p Type return before they are
/// done.
bool isAsynchronousPolicy(clang::QualType Type);

/// The read of an algorithm of the C++ library that reads a range from a
/// pointer on, or of a container that copies one in; nothing for other
/// functions.
std::optional<LibraryCall> lookupRangeRead(const clang::FunctionDecl &Callee);

/// Whether an object of \p Class that is made of a pointer owns the pointee
/// (std::unique_ptr).
bool isSmartPointer(const clang::CXXRecordDecl &Class);

/// The position of the first argument of \p Callee through which it stores what
/// it reads, for functions of the C library like `scanf`; -1 for others.
int readsIntoFrom(const clang::FunctionDecl &Callee);

/// Whether \p Class waits for what other threads do, which may wait for a GPU
/// (std::thread, std::atomic, ...). A mutex does not: the others may all be
/// idle.
bool mayMeetThreads(const clang::CXXRecordDecl &Class);
/// Whether objects of \p Class keep other threads out (std::lock_guard).
bool isLock(const clang::CXXRecordDecl &Class);

/// The row of \p Callee: a function, or an instance of a template, of that name
/// in the global scope. Null if the table has none.
const HostApiEntry *lookupHostApi(const clang::FunctionDecl &Callee);

/// Whether \p Api launches a kernel, now or when a graph runs.
inline bool launchesByCall(const HostApiEntry &Api) {
  return Api.Kind == HostCallKind::Launch ||
         Api.Kind == HostCallKind::GraphLaunch;
}

/// Every row of HostApi.def, for tests.
llvm::ArrayRef<HostApiEntry> hostApiTable();

/// Whether \p D, which host code names, returns how many blocks a device holds
/// at once: its multiprocessors, or the occupancy of a kernel.
bool isResidencyQuery(const clang::ValueDecl &D);

/// Whether \p Field, of what the runtime says of a kernel, is the target for
/// which the code was compiled that it runs: 80 for sm_80.
bool isCodeVersion(const clang::FieldDecl &Field);

/// Whether objects of \p Record hold properties of a device, or of a kernel on
/// it.
bool isDeviceProperties(const clang::RecordDecl &Record);

/// Whether \p F makes a vector of its arguments, one for each component:
/// make_uint3 and the like (CUDA Programming Guide, "Built-in Vector Types").
bool makesVector(const clang::FunctionDecl &F);

/// What a field of a launch configuration (cudaLaunchConfig_t, CUlaunchConfig)
/// or of a node in a graph (cudaKernelNodeParams, cudaHostNodeParams,
/// CUDA_KERNEL_NODE_PARAMS) holds.
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
  Arguments,      ///< Array of pointers to the kernel's arguments.
  Attributes,     ///< Pointer to the first attribute.
  AttributeCount, ///< Number of attributes.
  Destination,    ///< Of a node that sets memory.
  HostFunction,   ///< Of a node that calls it.
  HostArgument,   ///< What that function is given.
};

/// What \p Field holds; None for other fields.
ConfigField configFieldOf(const clang::FieldDecl &Field);

/// Launch attributes that change which threads run at the same time (CUDA
/// Runtime API, cudaLaunchAttributeID; the Driver API has the same numbers).
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

/// What \p Field holds; None for other fields.
AttributeField attributeFieldOf(const clang::FieldDecl &Field);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_HOSTAPI_H
