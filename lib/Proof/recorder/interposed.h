//===--- interposed.h - Calls of the runtime that are seen ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of a program that give something to a stream, allocate and free
// memory, as overloads with one more argument. The macros at the end, which
// stand behind everything that is the recorder's own, add it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_INTERPOSED_H
#define WARPLINT_RECORDER_INTERPOSED_H

#include "operations.h"

namespace warplint_recorder {
/// Where a call stands.
struct Seen {
  const char *Name;
  int Line;
};
/// One side of such a copy is memory of the device, the program says.
inline bool isOfDevice(cudaMemcpyKind Kind) {
  return Kind == cudaMemcpyHostToDevice || Kind == cudaMemcpyDeviceToHost ||
         Kind == cudaMemcpyDeviceToDevice;
}
} // namespace warplint_recorder

// With a default stream for each thread these names are macros themselves.
#ifndef cudaMemcpyAsync

typedef ::warplint_recorder::Seen warplint_seen;

inline cudaError_t cudaMemcpyAsync(warplint_seen Is, void *To, const void *From,
                                   size_t Bytes, cudaMemcpyKind Kind,
                                   cudaStream_t In = nullptr) {
  int Number = ::warplint_recorder::comes(Is.Name, Is.Line, In);
  cudaError_t Failed = cudaSuccess;
  if (Number < 0 || !::warplint_recorder::isOfDevice(Kind) ||
      !::warplint_recorder::copiesInOrder(To, Bytes, From, Bytes, Bytes, 1, In))
    Failed = ::cudaMemcpyAsync(To, From, Bytes, Kind, In);
  if (!Failed)
    ::warplint_recorder::looksAt(Number, To, Bytes, In);
  return Failed;
}
/// Out of pageable memory the call may return before the copy has reached the
/// device: CUDA Runtime API, "API synchronization behavior".
inline cudaError_t cudaMemcpy(warplint_seen Is, void *To, const void *From,
                              size_t Bytes, cudaMemcpyKind Kind) {
  bool Sends = Kind == cudaMemcpyHostToDevice || Kind == cudaMemcpyDefault;
  void *Staged = Sends ? ::warplint_recorder::staged(From, Bytes) : nullptr;
  if (!Staged) {
    ::warplint_recorder::comes(Is.Name, Is.Line, nullptr);
    return ::cudaMemcpy(To, From, Bytes, Kind);
  }
  cudaError_t Failed = cudaStreamSynchronize(nullptr);
  ::warplint_recorder::comes(Is.Name, Is.Line, nullptr);
  return Failed
             ? Failed
             : ::cudaMemcpyAsync(To, Staged, Bytes, cudaMemcpyDefault, nullptr);
}
inline cudaError_t cudaMemcpy2DAsync(warplint_seen Is, void *To, size_t ToPitch,
                                     const void *From, size_t FromPitch,
                                     size_t Width, size_t Height,
                                     cudaMemcpyKind Kind,
                                     cudaStream_t In = nullptr) {
  int Number = ::warplint_recorder::comes(Is.Name, Is.Line, In);
  if (Number >= 0 && ::warplint_recorder::isOfDevice(Kind) &&
      ::warplint_recorder::copiesInOrder(To, ToPitch, From, FromPitch, Width,
                                         Height, In))
    return cudaSuccess;
  return ::cudaMemcpy2DAsync(To, ToPitch, From, FromPitch, Width, Height, Kind,
                             In);
}
inline cudaError_t cudaMemset(warplint_seen Is, void *To, int Value,
                              size_t Bytes) {
  ::warplint_recorder::comes(Is.Name, Is.Line, nullptr);
  return ::cudaMemset(To, Value, Bytes);
}
inline cudaError_t cudaMemsetAsync(warplint_seen Is, void *To, int Value,
                                   size_t Bytes, cudaStream_t In = nullptr) {
  ::warplint_recorder::comes(Is.Name, Is.Line, In);
  return ::cudaMemsetAsync(To, Value, Bytes, In);
}
inline cudaError_t cudaGraphLaunch(warplint_seen Is, cudaGraphExec_t Graph,
                                   cudaStream_t In) {
  ::warplint_recorder::comes(Is.Name, Is.Line, In);
  return ::cudaGraphLaunch(Graph, In);
}
inline cudaError_t cudaLaunchHostFunc(warplint_seen Is, cudaStream_t In,
                                      cudaHostFn_t Function, void *Data) {
  ::warplint_recorder::comes(Is.Name, Is.Line, In);
  return ::cudaLaunchHostFunc(In, Function, Data);
}
template <class T>
cudaError_t cudaLaunchKernel(warplint_seen Is, T *Kernel, dim3 Grid, dim3 Block,
                             void **Given, size_t Shared = 0,
                             cudaStream_t In = nullptr) {
  ::warplint_recorder::comes(Is.Name, Is.Line, In);
  return ::cudaLaunchKernel((const void *)Kernel, Grid, Block, Given, Shared,
                            In);
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(warplint_seen Is, const cudaLaunchConfig_t *How,
                               void (*Kernel)(P...), A &&...Given) {
  ::warplint_recorder::comes(Is.Name, Is.Line, How->stream);
  return ::cudaLaunchKernelEx(How, Kernel, static_cast<A &&>(Given)...);
}

template <class T> cudaError_t cudaMalloc(warplint_seen, T **To, size_t Bytes) {
  using ::warplint_recorder::Allocated;
  return ::warplint_recorder::isRemembered(Bytes)
             ? ::warplint_recorder::allocate((void **)To, Bytes,
                                             Allocated::Device, false)
             : ::cudaMalloc((void **)To, Bytes);
}
template <class T>
cudaError_t cudaMallocManaged(warplint_seen, T **To, size_t Bytes,
                              unsigned Flags = cudaMemAttachGlobal) {
  using ::warplint_recorder::Allocated;
  return ::warplint_recorder::isRemembered(Bytes)
             ? ::warplint_recorder::allocate((void **)To, Bytes,
                                             Allocated::Managed, false)
             : ::cudaMallocManaged((void **)To, Bytes, Flags);
}
template <class T>
cudaError_t cudaHostAlloc(warplint_seen, T **To, size_t Bytes, unsigned Flags) {
  using ::warplint_recorder::Allocated;
  return ::warplint_recorder::isRemembered(Bytes)
             ? ::warplint_recorder::allocate((void **)To, Bytes,
                                             Allocated::Pinned, false)
             : ::cudaHostAlloc((void **)To, Bytes, Flags);
}
template <class T>
cudaError_t cudaMallocHost(warplint_seen Is, T **To, size_t Bytes,
                           unsigned Flags = 0) {
  return cudaHostAlloc(Is, To, Bytes, Flags);
}
template <class T>
cudaError_t cudaMallocAsync(warplint_seen Is, T **To, size_t Bytes,
                            cudaStream_t In) {
  using ::warplint_recorder::Allocated;
  if (!::warplint_recorder::isRemembered(Bytes))
    return ::cudaMallocAsync((void **)To, Bytes, In);
  cudaError_t Failed = ::warplint_recorder::allocate(
      (void **)To, Bytes, Allocated::Device, /*IsOfStream=*/true);
  if (Failed)
    return Failed;
  ::warplint_recorder::comes(Is.Name, Is.Line, In);
  ::warplint_recorder::writeBytes<<<32, 256, 0, In>>>((unsigned char *)*To,
                                                      Bytes, 0x15);
  return cudaSuccess;
}
inline cudaError_t cudaFree(warplint_seen Is, void *At) {
  using ::warplint_recorder::Frees;
  return ::warplint_recorder::release(Is.Name, Is.Line, At, Frees::Waits,
                                      nullptr)
             ? cudaSuccess
             : ::cudaFree(At);
}
inline cudaError_t cudaFreeHost(warplint_seen Is, void *At) {
  using ::warplint_recorder::Frees;
  return ::warplint_recorder::release(Is.Name, Is.Line, At, Frees::Waits,
                                      nullptr)
             ? cudaSuccess
             : ::cudaFreeHost(At);
}
inline cudaError_t cudaFreeAsync(warplint_seen Is, void *At, cudaStream_t In) {
  using ::warplint_recorder::Frees;
  return ::warplint_recorder::release(Is.Name, Is.Line, At, Frees::InStream, In)
             ? cudaSuccess
             : ::cudaFreeAsync(At, In);
}

inline cudaError_t cudaStreamBeginCapture(warplint_seen, cudaStream_t In,
                                          cudaStreamCaptureMode Mode) {
  ++::warplint_recorder::operations().Captures;
  return ::cudaStreamBeginCapture(In, Mode);
}
inline cudaError_t cudaStreamEndCapture(warplint_seen, cudaStream_t In,
                                        cudaGraph_t *Graph) {
  --::warplint_recorder::operations().Captures;
  return ::cudaStreamEndCapture(In, Graph);
}
// What is asked may be answered otherwise in each run.
inline cudaError_t cudaStreamQuery(warplint_seen, cudaStream_t In) {
  ::warplint_recorder::operations().Queried = true;
  return ::cudaStreamQuery(In);
}
inline cudaError_t cudaEventQuery(warplint_seen, cudaEvent_t Event) {
  ::warplint_recorder::operations().Queried = true;
  return ::cudaEventQuery(Event);
}

#define WARPLINT_SEEN(Name) (::warplint_recorder::Seen{#Name "()", __LINE__})
#define cudaMemcpyAsync(...)                                                   \
  cudaMemcpyAsync(WARPLINT_SEEN(cudaMemcpyAsync), __VA_ARGS__)
#define cudaMemcpy(...) cudaMemcpy(WARPLINT_SEEN(cudaMemcpy), __VA_ARGS__)
#define cudaMemcpy2DAsync(...)                                                 \
  cudaMemcpy2DAsync(WARPLINT_SEEN(cudaMemcpy2DAsync), __VA_ARGS__)
#define cudaMemset(...) cudaMemset(WARPLINT_SEEN(cudaMemset), __VA_ARGS__)
#define cudaMemsetAsync(...)                                                   \
  cudaMemsetAsync(WARPLINT_SEEN(cudaMemsetAsync), __VA_ARGS__)
#define cudaGraphLaunch(...)                                                   \
  cudaGraphLaunch(WARPLINT_SEEN(cudaGraphLaunch), __VA_ARGS__)
#define cudaLaunchHostFunc(...)                                                \
  cudaLaunchHostFunc(WARPLINT_SEEN(cudaLaunchHostFunc), __VA_ARGS__)
#define cudaLaunchKernel(...)                                                  \
  cudaLaunchKernel(WARPLINT_SEEN(cudaLaunchKernel), __VA_ARGS__)
#define cudaLaunchKernelEx(...)                                                \
  cudaLaunchKernelEx(WARPLINT_SEEN(cudaLaunchKernelEx), __VA_ARGS__)
#define cudaMalloc(...) cudaMalloc(WARPLINT_SEEN(cudaMalloc), __VA_ARGS__)
#define cudaMallocManaged(...)                                                 \
  cudaMallocManaged(WARPLINT_SEEN(cudaMallocManaged), __VA_ARGS__)
#define cudaHostAlloc(...)                                                     \
  cudaHostAlloc(WARPLINT_SEEN(cudaHostAlloc), __VA_ARGS__)
#define cudaMallocHost(...)                                                    \
  cudaMallocHost(WARPLINT_SEEN(cudaMallocHost), __VA_ARGS__)
#define cudaMallocAsync(...)                                                   \
  cudaMallocAsync(WARPLINT_SEEN(cudaMallocAsync), __VA_ARGS__)
#define cudaFree(...) cudaFree(WARPLINT_SEEN(cudaFree), __VA_ARGS__)
#define cudaFreeHost(...) cudaFreeHost(WARPLINT_SEEN(cudaFreeHost), __VA_ARGS__)
#define cudaFreeAsync(...)                                                     \
  cudaFreeAsync(WARPLINT_SEEN(cudaFreeAsync), __VA_ARGS__)
#define cudaStreamBeginCapture(...)                                            \
  cudaStreamBeginCapture(WARPLINT_SEEN(cudaStreamBeginCapture), __VA_ARGS__)
#define cudaStreamEndCapture(...)                                              \
  cudaStreamEndCapture(WARPLINT_SEEN(cudaStreamEndCapture), __VA_ARGS__)
#define cudaStreamQuery(...)                                                   \
  cudaStreamQuery(WARPLINT_SEEN(cudaStreamQuery), __VA_ARGS__)
#define cudaEventQuery(...)                                                    \
  cudaEventQuery(WARPLINT_SEEN(cudaEventQuery), __VA_ARGS__)
#endif

#endif // WARPLINT_RECORDER_INTERPOSED_H
