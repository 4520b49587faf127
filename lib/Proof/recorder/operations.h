//===--- operations.h - What the host gives to streams ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reproduction that calls a function of the host sees each operation that it
// gives to a stream (interposed.h, and launches, which are rewritten). A run
// can make one of them late: a kernel that spins is put in front of it, into
// the same stream. A stream may be as slow as it likes.
//
// Memory that the function allocates is remembered, so that what it holds in
// the end can be compared. Freed memory belongs to somebody else, who may write
// it at once: what frees it in a stream is followed by a kernel there that
// does, and what allocates it in a stream by one that writes what the owner
// before has written last.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_OPERATIONS_H
#define WARPLINT_RECORDER_OPERATIONS_H

#include "inputs.h"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <stdint.h>
#include <thread>

namespace warplint_recorder {

static __global__ void spin(long long Cycles) {
  long long Start = clock64();
  while (clock64() - Start < Cycles) {
  }
}
static __global__ void writeBytes(unsigned char *To, size_t Bytes,
                                  unsigned char Value) {
  for (size_t At = blockIdx.x * blockDim.x + threadIdx.x; At < Bytes;
       At += gridDim.x * blockDim.x)
    To[At] = Value;
}

/// What memory copies do, for memory of the host that the device can reach.
static __global__ void copyRows(unsigned char *To, size_t ToPitch,
                                const unsigned char *From, size_t FromPitch,
                                size_t Width, size_t Height) {
  for (size_t At = blockIdx.x * blockDim.x + threadIdx.x; At < Width * Height;
       At += gridDim.x * blockDim.x)
    To[At / Width * ToPitch + At % Width] =
        From[At / Width * FromPitch + At % Width];
}

/// What others write to their memory: one is added to it, as a number with a
/// fraction or without, and it is another.
static const unsigned char FirstForeign = 0x3c, OtherForeign = 0x2a;

/// Memory that the function has allocated.
struct Allocated {
  enum Kind : int { Device, Pinned, Managed };
  void *At;
  size_t Bytes;
  Kind Of;
  bool IsOfStream; ///< cudaFree() does not wait for its uses.
  bool IsFreed;
  std::vector<unsigned char> AtFree; ///< What it held, if who frees it waits.
};

static const int MostOperations = 64;
/// One call of the function.
struct Operations {
  bool IsOn = false;
  bool IsSerial = false; ///< Each operation ends before the host goes on.
  int Late = -1;         ///< The number of the operation that is late.
  unsigned Pause = 0;    ///< Microseconds before each operation.
  int Filling = 0;
  unsigned char Foreign = FirstForeign;

  std::atomic<int> Count{0}, Captures{0};
  std::atomic<bool> Queried{false}, Endless{false};
  std::atomic<bool> Pending{false}; ///< Something was given to a stream.
  const char *LateName = nullptr;
  int LateLine = 0;
  std::mutex Lock;
  std::vector<Allocated> Made;
  /// Allocated beforehand: an allocation may wait for the device.
  std::multimap<std::pair<size_t, int>, void *> Ready;
  char *Staging = nullptr;
  size_t StagingUsed = 0;
  /// The first bytes that each copy has brought.
  unsigned char *Brought = nullptr;
  cudaStream_t Beside = nullptr; ///< Waits for nobody.
};
static const size_t BroughtBytes = 256;
static const size_t StagingBytes = 64u << 20;
static const long long LateCycles = 60000000;
static const unsigned MostAllocated = 256;
inline Operations &operations() {
  static Operations All;
  return All;
}

/// Whether the device ends what it has within \p Seconds; \p Failed: with which
/// error.
inline bool deviceEndsWithin(double Seconds, cudaError_t &Failed) {
  auto Ends = std::make_shared<std::atomic<int>>(-1);
  std::thread([Ends] { *Ends = int(cudaDeviceSynchronize()); }).detach();
  for (unsigned Waited = 0; *Ends < 0; Waited += 20) {
    if (Waited > Seconds * 1e6)
      return false;
    usleep(20);
  }
  Failed = cudaError_t(int(*Ends));
  return true;
}

/// In a run whose operations follow each other: waits for those before. A
/// kernel that waits for the host is not waited for.
inline void settle() {
  Operations &All = operations();
  cudaError_t Failed = cudaSuccess;
  if (!All.IsOn || !All.IsSerial || All.Captures ||
      !All.Pending.exchange(false))
    return;
  if (!All.Endless && !deviceEndsWithin(0.3, Failed))
    All.Endless = true;
  if (All.Pause && All.Count <= MostOperations)
    usleep(All.Pause);
}

inline bool isCaptured(cudaStream_t In) {
  cudaStreamCaptureStatus Status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(In, &Status) != cudaSuccess) {
    cudaGetLastError();
    return true;
  }
  return Status != cudaStreamCaptureStatusNone;
}

/// An operation is about to be given to \p In. Its number, or -1.
inline int comes(const char *Name, int Line, cudaStream_t In) {
  Operations &All = operations();
  if (!All.IsOn)
    return -1;
  settle();
  All.Pending = true;
  int Number = All.Count++;
  if (isCaptured(In))
    return -1;
  if (Number == All.Late) {
    All.LateName = Name;
    All.LateLine = Line;
    spin<<<1, 1, 0, In>>>(LateCycles);
  }
  return Number;
}
/// Of pinned memory of the host; null for other memory.
inline unsigned char *pinned(const void *At) {
  cudaPointerAttributes Has;
  if (cudaPointerGetAttributes(&Has, At) == cudaSuccess)
    return Has.type == cudaMemoryTypeHost ? (unsigned char *)Has.devicePointer
                                          : nullptr;
  cudaGetLastError();
  return nullptr;
}
/// Copies in \p In between two places of pinned memory, if both are such. The
/// runtime does that at once ("for transfers from any host memory to any host
/// memory, the function is fully synchronous"); an array of a reproduction lies
/// there so that both sides can reach it, and the program's own may not.
inline bool copiesInOrder(void *To, size_t ToPitch, const void *From,
                          size_t FromPitch, size_t Width, size_t Height,
                          cudaStream_t In) {
  unsigned char *Writes = pinned(To), *Reads = pinned(From);
  if (!Writes || !Reads || !Width || !Height)
    return false;
  copyRows<<<32, 256, 0, In>>>(Writes, ToPitch, Reads, FromPitch, Width,
                               Height);
  return true;
}
/// Looks at what copy \p Number has brought, as soon as it has.
inline void looksAt(int Number, const void *At, size_t Bytes, cudaStream_t In) {
  cudaPointerAttributes Has;
  if (Number < 0 || Number >= MostOperations ||
      cudaPointerGetAttributes(&Has, At) != cudaSuccess ||
      Has.type == cudaMemoryTypeUnregistered)
    return;
  unsigned char *To = operations().Brought + size_t(Number) * BroughtBytes;
  Bytes = Bytes < BroughtBytes ? Bytes : BroughtBytes;
  if (!copiesInOrder(To, Bytes, At, Bytes, Bytes, 1, In))
    cudaMemcpyAsync(To, At, Bytes, cudaMemcpyDefault, In);
}
/// The stream of a launch, and the grid of one in the default stream.
template <unsigned Line> cudaStream_t inStream(cudaStream_t In) {
  comes("a kernel", int(Line), In);
  return In;
}
template <unsigned Line, class T> T inDefaultStream(T Grid) {
  comes("a kernel", int(Line), nullptr);
  return Grid;
}

/// The first content of memory: something, and the same in each run.
inline unsigned freshWord(size_t I, int Filling) {
  return Filling == 0 || Filling == 6 ? 0
         : Filling == 1               ? 1
                                      : unsigned(I % 7 + 1);
}
inline cudaError_t allocateReally(void **To, size_t Bytes, int Of) {
  return Of == Allocated::Device   ? cudaMalloc(To, Bytes)
         : Of == Allocated::Pinned ? cudaHostAlloc(To, Bytes, 3)
                                   : cudaMallocManaged(To, Bytes);
}
inline bool isRemembered(size_t Bytes) {
  Operations &All = operations();
  return All.IsOn && !All.Captures && Bytes && Bytes <= (size_t(1) << 30) &&
         All.Made.size() < MostAllocated;
}
/// Allocates memory that is remembered.
inline cudaError_t allocate(void **To, size_t Bytes, Allocated::Kind Of,
                            bool IsOfStream) {
  Operations &All = operations();
  std::lock_guard<std::mutex> Alone(All.Lock);
  auto Known = All.Ready.find({Bytes, int(Of)});
  if (Known != All.Ready.end()) {
    *To = Known->second;
    All.Ready.erase(Known);
  } else if (cudaError_t Failed = allocateReally(To, Bytes, Of)) {
    return Failed;
  }
  // What lies behind the first words is zero.
  const size_t Most = 256u << 10;
  std::vector<unsigned> First((Bytes < Most ? Bytes + 3 : Most) / 4);
  for (size_t I = 0; I < First.size(); ++I)
    First[I] = freshWord(I, All.Filling);
  const size_t Head = Bytes < Most ? Bytes : Most;
  if (Of == Allocated::Device) {
    cudaMemsetAsync(*To, 0, Bytes, All.Beside);
    cudaMemcpyAsync(*To, First.data(), Head, cudaMemcpyHostToDevice,
                    All.Beside);
    cudaStreamSynchronize(All.Beside);
  } else {
    memset(*To, 0, Bytes);
    memcpy(*To, First.data(), Head);
  }
  All.Made.push_back({*To, Bytes, Of, IsOfStream, false, {}});
  return cudaSuccess;
}

/// The first and the last bytes: enough to see a difference.
inline std::vector<unsigned char> contentOf(const Allocated &Memory) {
  const size_t Part = 128u << 10;
  size_t Head = Memory.Bytes < Part ? Memory.Bytes : Part;
  size_t Tail = Memory.Bytes - Head < Part ? Memory.Bytes - Head : Part;
  std::vector<unsigned char> Read(Head + Tail);
  cudaStream_t Beside = operations().Beside;
  cudaMemcpyAsync(Read.data(), Memory.At, Head, cudaMemcpyDefault, Beside);
  if (Tail)
    cudaMemcpyAsync(Read.data() + Head, (char *)Memory.At + Memory.Bytes - Tail,
                    Tail, cudaMemcpyDefault, Beside);
  cudaStreamSynchronize(Beside);
  return Read;
}

enum class Frees { Waits, InStream };
/// Frees \p At if it is remembered; false: it is not. It stays allocated, and
/// others own it.
inline bool release(const char *Name, int Line, void *At, Frees How,
                    cudaStream_t In) {
  Operations &All = operations();
  if (!All.IsOn || All.Captures)
    return false;
  Allocated *Found = nullptr;
  {
    std::lock_guard<std::mutex> Alone(All.Lock);
    for (Allocated &Each : All.Made)
      if (Each.At == At && !Each.IsFreed)
        Found = &Each;
    if (!Found)
      return false;
    Found->IsFreed = true;
  }
  if (How == Frees::InStream) {
    comes(Name, Line, In);
  } else {
    In = All.Beside;
    if (!Found->IsOfStream) {
      cudaDeviceSynchronize();
      Found->AtFree = contentOf(*Found);
    }
  }
  writeBytes<<<32, 256, 0, In>>>((unsigned char *)At, Found->Bytes,
                                 All.Foreign);
  if (How == Frees::Waits)
    cudaStreamSynchronize(In);
  settle();
  return true;
}

/// Memory of the host that a call has read when it returns, as long as that
/// fits.
inline void *staged(const void *From, size_t Bytes) {
  Operations &All = operations();
  std::lock_guard<std::mutex> Alone(All.Lock);
  cudaPointerAttributes Has;
  if (!All.IsOn || All.Captures || Bytes > StagingBytes - All.StagingUsed)
    return nullptr;
  if (cudaPointerGetAttributes(&Has, From) != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  if (Has.type != cudaMemoryTypeUnregistered)
    return nullptr;
  void *To = All.Staging + All.StagingUsed;
  All.StagingUsed += (Bytes + 255) / 256 * 256;
  memcpy(To, From, Bytes);
  return To;
}

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_OPERATIONS_H
