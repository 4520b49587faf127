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

#include "facts.h"
#include "state.h"
#include <unistd.h>

namespace warplint_recorder {

/// Who waits where, and for how long. Point 0 is the kernel's start.
struct Lateness {
  int Point; ///< NobodyLate; LeavingPoint: the end of the kernel.
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
  bool Meets;       ///< Those who are late look for others behind the point.
  bool Warms;       ///< Blocks have read the arrays before the kernel begins.
  unsigned SharedBytes; ///< Of a block; ~0: not known.
};
static const int LeavingPoint = -2;
/// Nobody is late any longer: the host has waited long enough.
static __device__ unsigned TheHurry;
static __constant__ Lateness TheLateness;

/// The first words of the arrays.
struct WarmArrays {
  unsigned Count;
  const unsigned *At[16];
  unsigned Words[16];
};
static __constant__ WarmArrays TheWarmArrays;

/// The last point of each thread of the first blocks: to say who waits where
/// when a kernel does not end.
static const unsigned FollowedBlocks = 8, Left = ~0u;
static __device__ unsigned TheLast[FollowedBlocks * 1024];
/// How often each has reached the point at which some are late.
static __device__ unsigned TheVisits[FollowedBlocks * 1024];
/// By block: who went on from that point after how many visits (in the upper
/// half), and who was late there when it saw that, both and one more.
struct Passing {
  Word Behind;
  unsigned Late;
};
static __device__ Passing ThePassing[FollowedBlocks];

__device__ inline void follow(unsigned Point) {
#ifndef WARPLINT_QUIET
  Word Block = currentBlock();
  if (Block >= FollowedBlocks)
    return;
  unsigned Slot = unsigned(Block) * 1024 + currentThread();
  volatile unsigned *Last = &TheLast[Slot];
  if (TheLateness.Meets) {
    if (*Last == unsigned(TheLateness.Point) + 1)
      atomicMax(&ThePassing[Block].Behind,
                (Word)TheVisits[Slot] << 32 | (currentThread() + 1));
    if (Point == unsigned(TheLateness.Point))
      ++TheVisits[Slot];
  }
  *Last = Point + 1;
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

#ifdef WARPLINT_HOST
inline void settle();
#endif
/// At which point the host waits.
inline int &hostPoint() {
  static int Point = -1;
  return Point;
}

/// Waits, if the thread is to be late at \p Point.
__device__ inline void waitAt(int Point) {
  if (TheLateness.Point != Point || !isLate())
    return;
  long long Start = clock64();
  while (clock64() - Start < (long long)TheLateness.Cycles &&
         !*(volatile unsigned *)&TheHurry) {
    Word Block = currentBlock();
    if (!TheLateness.Meets || Block >= FollowedBlocks)
      continue;
    volatile Passing *Seen = &ThePassing[Block];
    if (Seen->Behind >> 32 >=
        TheVisits[unsigned(Block) * 1024 + currentThread()])
      Seen->Late = currentThread() + 1;
  }
}

__host__ __device__ inline void point(int Point) {
#ifdef __CUDA_ARCH__
  follow(unsigned(Point));
  waitAt(Point);
#else
#ifdef WARPLINT_HOST
  settle();
#endif
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
#if __CUDA_ARCH__ >= 900
  // Of a block in a cluster it holds what is reserved, too.
  unsigned IsCluster;
  asm("{\n.reg .pred p;\nmov.pred p, %%is_explicit_cluster;\n"
      "selp.u32 %0, 1, 0, p;\n}"
      : "=r"(IsCluster));
  if (IsCluster)
    Bytes = TheLateness.SharedBytes == ~0u ? 0 : TheLateness.SharedBytes;
#endif
  unsigned Threads = blockDim.x * blockDim.y * blockDim.z;
  for (unsigned At = currentThread() * 4; At + 4 <= Bytes; At += Threads * 4)
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(First + At),
                 "r"(TheLateness.Pattern)
                 : "memory");
  __syncthreads();
#endif
}

/// Loads that a program does not make change nothing for it: what it may read
/// later is in the cache of its multiprocessor, as others left it.
__device__ inline void warm() {
#ifdef __CUDA_ARCH__
  unsigned Threads = blockDim.x * blockDim.y * blockDim.z, Sum = 0;
  for (unsigned I = 0; I < TheWarmArrays.Count; ++I)
    for (unsigned At = currentThread() * 8; At < TheWarmArrays.Words[I];
         At += Threads * 8)
      Sum += __ldca(TheWarmArrays.At[I] + At);
  if (TheWarmArrays.Count == ~0u) // Never: what is not used is not loaded.
    TheHurry = Sum;
  __syncthreads();
#endif
}

/// In each thread from the start of a kernel to its end.
struct Begun {
  __device__ Begun() {
    fillShared();
    if (TheLateness.Warms)
      warm();
    point(0);
  }
  __device__ ~Begun() {
    follow(Left - 1);
    waitAt(LeavingPoint);
  }
};

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_POINTS_H
