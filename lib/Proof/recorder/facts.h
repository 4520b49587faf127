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
};

enum Outcome : int { NotShown = 0, Shown = 1, NoAnswer = 2 };

/// What a child process reports before it can hang or die.
struct Shared {
  int Filling;
  bool Ran; ///< The first run came to its end.
  char Doing[200];
};

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_FACTS_H
