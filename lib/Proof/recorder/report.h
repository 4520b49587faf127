//===--- report.h - What is told of a run when it ends ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_REPORT_H
#define WARPLINT_RECORDER_REPORT_H

#include "state.h"
#include <stdio.h>
#include <stdlib.h>

namespace warplint_recorder {

inline void writeThread(FILE *To, const Witness &M) {
  fprintf(To,
          "{\"block\":[%u,%u,%u],\"thread\":[%u,%u,%u],\"interval\":%u,"
          "\"left\":%s}",
          M.Blocks[0], M.Blocks[1], M.Blocks[2], M.Threads[0], M.Threads[1],
          M.Threads[2], M.Interval, M.Left ? "true" : "false");
}

/// Writes a line of JSON for each pair of places to \p To.
inline void writeAll(FILE *To, const Result *Read) {
  for (unsigned Pair = 0; Pair < WARPLINT_PAIR_COUNT; ++Pair) {
    const Result &R = Read[Pair];
    fprintf(To,
            "{\"pair\":%u,\"met\":%s,\"reached\":[%llu,%llu],\"lost\":%llu,"
            "\"stopped\":%s",
            Pair, R.Met == 2 ? "true" : "false", R.Reached[0], R.Reached[1],
            R.Lost, R.Met != 2 && R.Closed ? "true" : "false");
    if (R.Met == 2) {
      if (R.Mask)
        fprintf(To, ",\"mask\":\"0x%x\"", R.Mask);
      fprintf(To, ",\"address\":\"0x%llx\",\"shared\":%s,\"threads\":[",
              R.Address, R.Shared ? "true" : "false");
      writeThread(To, R.Who[0]);
      fprintf(To, ",");
      writeThread(To, R.Who[1]);
      fprintf(To, "]");
    }
    fprintf(To, "}\n");
  }
}

/// The file that WARPLINT_RECORD names; null if there is none.
inline FILE *openRecord() {
  const char *Path = getenv("WARPLINT_RECORD");
  return Path ? fopen(Path, "a") : nullptr;
}

/// The name of the GPU, or "".
inline const char *deviceName() {
  static cudaDeviceProp Has;
  int Device = 0;
  if (!Has.name[0] && cudaGetDevice(&Device) == cudaSuccess)
    cudaGetDeviceProperties(&Has, Device);
  return Has.name;
}

/// Waits for the device and writes what it saw. False if it did not answer.
/// What is below reads variables of one unit, and is of that unit alone.
static inline bool write(FILE *To) {
  static Result Read[WARPLINT_PAIR_COUNT];
  cudaError_t Failed = cudaDeviceSynchronize();
  if (Failed == cudaSuccess)
    Failed = cudaMemcpyFromSymbol(Read, TheResults, sizeof(Read));
  if (Failed != cudaSuccess) {
    fprintf(To, "{\"error\":\"%s\"}\n", cudaGetErrorName(Failed));
    return false;
  }
  fprintf(To, "{\"device\":\"%s\"}\n", deviceName());
  writeAll(To, Read);
  return true;
}

namespace {
/// Adds what a unit saw to the file that WARPLINT_RECORD names, when the
/// program ends. The runtime is asked something first: what is registered to
/// run at the end after that runs before the runtime closes. A kernel that
/// hangs has no end: what it saw is lost.
struct WriteAtExit {
  WriteAtExit() {
    int Devices = 0;
    if (getenv("WARPLINT_RECORD") &&
        cudaGetDeviceCount(&Devices) == cudaSuccess)
      atexit(now);
  }
  static void now() {
    if (FILE *To = openRecord()) {
      write(To);
      fclose(To);
    }
  }
};
} // namespace
// A reproduction asks the runtime for nothing before its children are made:
// CUDA cannot be used in both.
#if !defined(WARPLINT_DELAYS) && !defined(WARPLINT_TRIALS)
static WriteAtExit AtExit;
#endif

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_REPORT_H
