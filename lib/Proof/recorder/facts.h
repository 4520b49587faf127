//===--- facts.h - What a reproduction knows of its finding -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_FACTS_H
#define WARPLINT_RECORDER_FACTS_H

namespace warplint_recorder {

/// What a finding is about.
struct Facts {
  int Points;        ///< Their number; 0 is the start of kernels.
  const int *Places; ///< Points of the finding's own places.
  int PlaceCount;
  const unsigned *Lines; ///< The line of each point.
  bool Host;             ///< A function of the host is called.
  bool Compares; ///< Results of runs are compared: not where the recorder says
                 ///< it all.
  bool Waits;    ///< Threads are to wait for ever at a place.
  int Stops;     ///< The error with which the device is to stop, or 0.
  bool Traffic;  ///< Stores are to be slow.
  bool Again;    ///< The second launch is to go wrong.
  bool Leaves;   ///< Who leaves lets others wait for ever.
  bool Meets;    ///< The block is to wait at the place for all its threads.
  bool Guessed;  ///< Nothing is known of the size of blocks.
  int Constants; ///< Their number: what the code compares with.
  const long long *Constant;
  const char *Finding; ///< Its fingerprint.
};

/// Whether a kernel has made the device stop. Any other error is one of a call:
/// a launch that is not possible, say, which shows nothing of the kernel.
/// \p Error is a cudaError_t.
inline bool isFault(int Error) {
  switch (Error) {
  case 700: // cudaErrorIllegalAddress
  case 702: // cudaErrorLaunchTimeout
  case 710: // cudaErrorAssert
  case 714: // cudaErrorHardwareStackError
  case 715: // cudaErrorIllegalInstruction
  case 716: // cudaErrorMisalignedAddress
  case 717: // cudaErrorInvalidAddressSpace
  case 718: // cudaErrorInvalidPc
  case 719: // cudaErrorLaunchFailure
    return true;
  default:
    return false;
  }
}

enum Outcome : int { NotShown = 0, Shown = 1, NoAnswer = 2 };
/// A child process ends with this and its outcome; what the program ends itself
/// with says nothing.
static const int ChildCode = 64;

static const int NobodyLate = -1;
/// What a child process is asked, and reports before it can hang or die.
struct Shared {
  int Filling;
  int Threads;   ///< Of a block whose size is not known; 0: the usual number.
  int FirstSeed; ///< Of those who are late in the first run, or NobodyLate.
  int NextSeed;  ///< Where trials of the host go on after an error.
  bool Ran;      ///< The first run came to its end.
  bool Failed;   ///< A call or the device, in the first run.
  bool Faulted;  ///< The device, in the first run.
  char Doing[200];
  char Said[600];   ///< What was seen, without "confirmed: ".
  char Device[256]; ///< The GPU's name.
};

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_FACTS_H
