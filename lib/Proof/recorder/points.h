//===--- points.h - Threads that are made late ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reproduction calls point(n) before each statement of the functions that a
// finding names. A trial makes some threads wait at one of them, and fills
// shared memory with a pattern before the kernel begins. Neither changes what
// a program may rely on: threads may be as late as they like, and shared memory
// holds anything until it is written.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_POINTS_H
#define WARPLINT_RECORDER_POINTS_H

#include "state.h"
#include <unistd.h>

namespace warplint_recorder {

/// Who waits where, and for how long. Point 0 is the kernel's start.
struct Lateness {
  int Point; ///< -1: nobody waits.
  enum Group : int {
    OneWarp,
    OtherWarps,
    OneBlock,
    OtherBlocks,
    OneThread,
    OtherThreads,
    Everybody
  } Who;
  unsigned Which; ///< Of the warps, blocks or threads.
  unsigned Cycles;
  unsigned Pattern; ///< In each word of shared memory at the start.
};
static __constant__ Lateness TheLateness;

/// The last point of each thread of the first blocks: to say who waits where
/// when a kernel does not end.
static const unsigned FollowedBlocks = 8, Left = ~0u;
static __device__ unsigned TheLast[FollowedBlocks * 1024];

__device__ inline void follow(unsigned Point) {
#ifndef WARPLINT_QUIET
  Word Block = currentBlock();
  if (Block < FollowedBlocks)
    *(volatile unsigned *)&TheLast[Block * 1024 + currentThread()] = Point + 1;
#endif
}

__device__ inline bool isLate() {
  unsigned Thread = currentThread(), Which = TheLateness.Which;
  switch (TheLateness.Who) {
  case Lateness::OneWarp:
    return warpOf(Thread) == Which;
  case Lateness::OtherWarps:
    return warpOf(Thread) != Which;
  case Lateness::OneBlock:
    return currentBlock() == Which;
  case Lateness::OtherBlocks:
    return currentBlock() != Which;
  case Lateness::OneThread:
    return Thread == Which;
  case Lateness::OtherThreads:
    return Thread != Which;
  case Lateness::Everybody:
    return true;
  }
  return false;
}

/// At which point the host waits.
inline int &hostPoint() {
  static int Point = -1;
  return Point;
}

__host__ __device__ inline void point(int Point) {
#ifdef __CUDA_ARCH__
  follow(unsigned(Point));
  if (TheLateness.Point != Point || !isLate())
    return;
  long long Start = clock64();
  while (clock64() - Start < (long long)TheLateness.Cycles) {
  }
#else
  const unsigned Microseconds = 40000;
  if (hostPoint() == Point)
    usleep(Microseconds);
#endif
}

/// Writes all shared memory of the block that the program may use.
__device__ inline void fillShared() {
#ifdef __CUDA_ARCH__
  unsigned First = 0, Bytes;
#if __CUDA_ARCH__ >= 800
  asm("mov.u32 %0, %%reserved_smem_offset_cap;" : "=r"(First));
#endif
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(Bytes));
  unsigned Threads = blockDim.x * blockDim.y * blockDim.z;
  for (unsigned At = currentThread() * 4; At + 4 <= Bytes; At += Threads * 4)
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(First + At),
                 "r"(TheLateness.Pattern)
                 : "memory");
  __syncthreads();
#endif
}

/// In each thread from the start of a kernel to its end.
struct Begun {
  __device__ Begun() {
    fillShared();
    point(0);
  }
  __device__ ~Begun() { follow(Left - 1); }
};

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_POINTS_H
