//===--- warplint_recorder.h - Whether two accesses meet ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled into a rewritten copy of a program, never into the program itself.
// The copy's sources hold, at the two places of each finding,
//
//   (*::warplint_recorder::at<Site>(&(tile[t])))
//
// and an object of type Kernel at the start of each kernel. The recorder keeps
// for each thread how many barriers it has passed, and for each element who
// came to it last from each of the two places. Two threads of one launch that
// come to one element from the two places, with no barrier passed by one of
// them and not by the other, have nothing between them that orders them (PTX
// ISA, "Memory Consistency Model"): that is the race, whatever the timing of
// this run was.
//
// At a barrier that a finding names, the call
//
//   (::warplint_recorder::arrives<Pair>(), __syncthreads())
//
// notes who comes. A thread that comes there as its n-th barrier of the block,
// while another leaves the kernel or passes another barrier as its n-th, shows
// that not all threads reach it (CUDA Programming Guide, "Synchronization
// Functions").
//
// At a call that takes a mask of lanes, the mask passes
//
//   ::warplint_recorder::names<Pair>(0xffffffffu)
//
// A lane whose own mask does not name it, and a lane that is named in another's
// n-th call and leaves the kernel with fewer, show that the mask is not that of
// those who come (CUDA Programming Guide, "Warp Shuffle Functions").
//
// It claims less than it sees, never more. Threads that pass barriers with a
// number, and threads of which it lost count, are left out. Order that does not
// come from barriers (flags, fences, barrier objects) is not seen; sources that
// have it are not rewritten.
//
// With WARPLINT_DELAYS it records nothing and makes threads late (delays.h).
//
// Needs nothing but the CUDA runtime, sm_70 or later. `warplint_sites.h`,
// written beside it, says which sites there are. A unit defines
// WARPLINT_RECORDS before it includes this; headers that are rewritten record
// in such units only, because barriers that were declared before this file are
// not counted.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_H
#define WARPLINT_RECORDER_H

#ifndef WARPLINT_RECORDS

#include <cuda_runtime.h>

namespace warplint_recorder {

template <unsigned Site, class T> __host__ __device__ inline T *at(T *Place) {
  return Place;
}
template <unsigned Pair> __host__ __device__ inline void arrives() {}
template <unsigned Pair, class M> __host__ __device__ inline M names(M Mask) {
  return Mask;
}
struct Kernel {};
__host__ __device__ inline void late(int) {}
struct Entered {};

} // namespace warplint_recorder

#else

#include "arrivals.h"
#include "calls.h"
#include "kernel.h"
#include "races.h"
#include "report.h"
#if defined(WARPLINT_TRIALS) || defined(WARPLINT_DELAYS)
#include "points.h"
#endif
#ifdef WARPLINT_TRIALS
#include "show.h"
#endif
#ifdef WARPLINT_DELAYS
#include "delays.h"
#define WARPLINT_UNCOUNTED
#endif

#ifdef WARPLINT_HOST
#include "interposed.h"
#endif

#ifndef WARPLINT_UNCOUNTED
// Every barrier that is compiled from here on is counted, those of libraries
// too. The name stays first, so that `::__syncthreads()` still parses, and is
// not expanded again.
#define __syncthreads()                                                        \
  __syncthreads(), ::warplint_recorder::passedBlockBarrier()
#define __syncthreads_count(Value)                                             \
  __syncthreads_count((::warplint_recorder::passedBlockBarrier(), (Value)))
#define __syncthreads_and(Value)                                               \
  __syncthreads_and((::warplint_recorder::passedBlockBarrier(), (Value)))
#define __syncthreads_or(Value)                                                \
  __syncthreads_or((::warplint_recorder::passedBlockBarrier(), (Value)))
#define __barrier_sync(Id)                                                     \
  __barrier_sync(Id), ::warplint_recorder::passedNamedBarrier(Id)
#define __barrier_sync_count(Id, Count)                                        \
  __barrier_sync_count(Id, Count), ::warplint_recorder::passedCountedBarrier()
#define __syncwarp(...)                                                        \
  __syncwarp(__VA_ARGS__), ::warplint_recorder::passedWarpBarrier()
#endif
#endif

#endif // WARPLINT_RECORDER_H
