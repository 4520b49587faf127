//===--- WritesOfExitedThreads.h - Writes exited threads omit ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that exit early leave shared elements unwritten. Whether a remaining
// thread reads one of them is decided by execution: all threads of a block are
// executed with a few values of the kernel's parameters, and threads that would
// exit are executed further as if they did not, to see what they would have
// written.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITESOFEXITEDTHREADS_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITESOFEXITEDTHREADS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Uniformity/Convergence.h"
#include <map>
#include <set>
#include <tuple>

namespace warplint {
class Term;
struct Event;
} // namespace warplint

namespace warplint::earlyexit {

/// Answers for the early exits of one kernel. Keeps its answers.
class WritesOfExitedThreads {
public:
  /// \p Skip, if it is not null, is an exit besides: threads that take its
  /// branch to its node end without any barrier.
  explicit WritesOfExitedThreads(const KernelFacts &Facts,
                                 const EarlyExit *Skip = nullptr);

  /// In some execution, a thread that does not exit reads at \p Read an element
  /// whose last write would have been at \p Write, between other barriers, only
  /// by threads that have taken \p Exit; and the remaining threads have an
  /// effect that is visible outside the block. Nothing if the kernel cannot be
  /// executed, or if no thread takes the exit in any execution; false, with a
  /// cut counted, if all executions that could show it exceed a limit.
  std::optional<bool> areMissed(const EarlyExit &Exit, const Event &Write,
                                const Event &Read);

  /// What the host passes follows from the size of the block, and in no such
  /// launch that was tried does a thread take \p Exit.
  bool isNeverTaken(const EarlyExit &Exit);

private:
  /// Results for one shared object, or for effects outside the block, by the
  /// number of the exit. Looked up.
  struct Answer {
    bool IsKnown = false;
    bool IsCut = false;       ///< Some execution exceeded a limit.
    bool IsFitted = false;    ///< The block's size decided what was passed.
    std::set<unsigned> Taken; ///< Exits taken by some thread in some execution.
    /// Writes and reads that are executed where some threads take the exit.
    std::set<std::pair<size_t, const Event *>> Tried;
    /// A write that is omitted then, and a read of it.
    std::set<std::tuple<size_t, const Event *, const Event *>> Missed;
  };
  Answer runFor(const Term *Root, bool WithHostValues) const;
  const Answer &answerFor(const Term *Root, bool WithHostValues);
  bool leaveNothing(size_t Number);
  size_t numberOf(const EarlyExit &Exit) const {
    auto IsIt = [&](const EarlyExit &E) {
      return E.At == Exit.At && E.Branch == Exit.Branch;
    };
    return llvm::find_if(Exits, IsIt) - Exits.begin();
  }

  const KernelFacts &Facts;
  std::vector<EarlyExit> Exits; ///< Those of the kernel, and `Skip`.
  /// By object, null for effects outside the block; and whether with the host's
  /// values.
  std::map<std::pair<const Term *, bool>, Answer> Known;
};

} // namespace warplint::earlyexit

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_WRITESOFEXITEDTHREADS_H
