//===--- WritesOfExitedThreads.h - What exited threads left unwritten -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who leaves a kernel early leaves shared elements unwritten. Whether anybody
// who stays reads one of them is asked of runs: all threads of a block are
// walked through the kernel, for a few values of its parameters, and whoever
// would leave is walked on as if it stayed, to see what it would have written.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITESOFEXITEDTHREADS_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITESOFEXITEDTHREADS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include <map>
#include <set>
#include <tuple>

namespace warplint {

class WritesOfExitedThreads {
public:
  explicit WritesOfExitedThreads(const KernelFacts &Facts) : Facts(Facts) {}

  /// In some run a thread that stays reads at \p Read an element that was to be
  /// written last at \p Write, between other barriers, by threads that have
  /// left by \p Exit, and by nobody who stays; and what those do who stay can
  /// be seen outside the block. Nothing if the kernel cannot be run, or if no
  /// thread takes the exit in any run; false, and a cut, if all that would show
  /// it are longer than what is followed.
  std::optional<bool> areMissed(const EarlyExit &Exit, const Event &Write,
                                const Event &Read);

private:
  /// Of one shared object, or of what is seen outside the block, by the number
  /// of the exit. Looked up.
  struct Answer {
    bool IsKnown = false;
    bool IsCut = false;       ///< Some run was too long to be followed.
    std::set<unsigned> Taken; ///< By some thread in some run.
    /// Writes and reads that happen where some threads take the exit.
    std::set<std::pair<size_t, const Event *>> Tried;
    /// A write that is left out then, and a read that wants it.
    std::set<std::tuple<size_t, const Event *, const Event *>> Missed;
  };
  Answer runFor(const Term *Root, bool WithHostValues) const;
  const Answer &answerFor(const Term *Root, bool WithHostValues);
  bool leaveNothing(size_t Number);

  const KernelFacts &Facts;
  /// By the object, null for what is seen outside, and whether with the host's
  /// numbers.
  std::map<std::pair<const Term *, bool>, Answer> Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITESOFEXITEDTHREADS_H
