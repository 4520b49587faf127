//===--- delays.h - Threads of a program that are late ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of a program calls late(n) before each statement of the functions that
// a finding names, and has an object of type Entered in the kernels that run
// them. WARPLINT_STRESS says who waits where ("point group which cycles
// pattern"); without it nobody does. Each unit reads it before main().
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_DELAYS_H
#define WARPLINT_RECORDER_DELAYS_H

#include "points.h"
#include "report.h"

namespace warplint_recorder {

static __device__ Word TheDelays;     ///< How often a thread was late.
static __device__ Word TheFirstDelay; ///< When, in nanoseconds; 0: never.
/// Threads are late only so long after the first was: a run has an end.
static const Word MostNanoseconds = 3000000000ull;
static const int MostHostDelays = 75;

/// Waits, if the thread is to be late at \p Point.
__device__ inline void lateAt(int Point) {
#ifdef __CUDA_ARCH__
  if (!TheLateness.Cycles || TheLateness.Point != Point || !isLate())
    return;
  Word Now, First = *(volatile Word *)&TheFirstDelay;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(Now));
  if (!First)
    First = atomicCAS(&TheFirstDelay, 0ull, Now);
  if (First && Now > First + MostNanoseconds)
    return;
  atomicAdd(&TheDelays, Word(1));
  long long Start = clock64();
  while (clock64() - Start < (long long)TheLateness.Cycles) {
  }
#endif
}

inline int &hostDelays() {
  static int Count = 0;
  return Count;
}

__host__ __device__ inline void late(int Point) {
#ifdef __CUDA_ARCH__
  lateAt(Point);
#else
  const unsigned Microseconds = 40000;
  if (hostPoint() == Point && hostDelays() < MostHostDelays) {
    ++hostDelays();
    usleep(Microseconds);
  }
#endif
}

/// In each thread from the start of a kernel to its end.
struct Entered {
  __device__ Entered() {
    if (!TheLateness.Cycles)
      return;
    fillShared();
    lateAt(0);
  }
  __device__ ~Entered() { lateAt(LeavingPoint); }
};

namespace {
/// Of one unit: reads what is asked for, and writes what came of it when the
/// program ends.
struct ReadAtStart {
  ReadAtStart() {
    const char *Asked = getenv("WARPLINT_STRESS");
    Lateness Late = {};
    int Who = 0;
    if (!Asked || sscanf(Asked, "%d %d %u %u %u", &Late.Point, &Who,
                         &Late.Which, &Late.Cycles, &Late.Pattern) != 5)
      return;
    Late.Who = Lateness::Group(Who);
    Late.SharedBytes = ~0u;
    hostPoint() = Late.Point > 0 ? Late.Point : -1;
    hasFailed() =
        cudaMemcpyToSymbol(TheLateness, &Late, sizeof(Late)) != cudaSuccess;
    if (hasFailed())
      cudaGetLastError();
    atexit(now);
  }
  static bool &hasFailed() {
    static bool Failed = false;
    return Failed;
  }
  static void now() {
    FILE *To = openRecord();
    if (!To)
      return;
    Word Delays = 0;
    if (cudaDeviceSynchronize() == cudaSuccess)
      cudaMemcpyFromSymbol(&Delays, TheDelays, sizeof(Delays));
    // Each unit writes a line; the host's are written once.
    Delays += Word(hostDelays());
    hostDelays() = 0;
    fprintf(To, "{\"delays\":%llu,\"failed\":%s,\"device\":\"%s\"}\n", Delays,
            hasFailed() ? "true" : "false", deviceName());
    fclose(To);
  }
};
} // namespace
static ReadAtStart AtStart;

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_DELAYS_H
