//===--- Delays.h - A program whose threads can be made late ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `confirm --stress` runs a copy of the user's program in which some threads
// wait before one statement of the functions that a finding names
// (recorder/delays.h). Threads may be as late as they like: what a correct
// program computes does not depend on it. Which threads wait, where and for how
// long follows from a number.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_DELAYS_H
#define WARPLINT_PROOF_DELAYS_H

#include "Proof/Points.h"
#include "Report/Report.h"
#include "clang/AST/ASTContext.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warplint::proof {

/// Where threads can be made late.
struct StressPoint {
  std::string File; ///< See ReportedPlace.
  unsigned Line = 0;
  /// Findings, by position in the report, of whose functions it is; true if
  /// its statement is one of the finding's places.
  std::map<unsigned, bool> Of;
};

/// By number. It is made of the file and the offset: a header has the same
/// numbers in all units.
using StressPoints = std::map<unsigned, StressPoint>;

/// A unit in which threads can be late.
struct DelayedUnit {
  /// By path as in a report. The unit's own file is always among them if there
  /// is a point.
  std::map<std::string, std::string> Sources;
  StressPoints Points;
};

/// Rewrites a unit for the findings of \p R at the positions \p Asked. \p Root
/// and \p Recorder are those of `instrument`.
DelayedUnit insertDelays(clang::ASTContext &Context, const report::Report &R,
                         llvm::ArrayRef<unsigned> Asked, llvm::StringRef Root,
                         llvm::StringRef Recorder);

/// Who is late, and where.
struct Delay {
  unsigned Finding = 0; ///< Position in the report.
  int Point = 0;        ///< A number of StressPoints, or one of below.
  enum Special : int { AtStart = 0, AtEnd = -2 };
  enum class Group : uint8_t {
    OneWarp,
    OtherWarps,
    OneBlock,
    OtherBlocks,
    OneThread,
    OtherThreads,
    Everybody
  } Who = Group::OneWarp;
  unsigned Which = 0; ///< Of the warps, blocks or threads.
  unsigned Cycles = 0;
  unsigned Pattern = 0; ///< In each word of shared memory at the start.
};

/// The delay with the number \p Seed: each finding that has points has its
/// turn, its own places first. There must be a point.
Delay delayOf(unsigned Seed, const StressPoints &Points);

/// What WARPLINT_STRESS is to hold for \p D.
std::string settingOf(const Delay &D);
/// "warp 1 is late at a.cu:42".
std::string sayingOf(const Delay &D, const StressPoints &Points);

/// What programs that ran with delays have recorded.
struct DelayRecord {
  uint64_t Delays = 0; ///< How often a thread was late.
  bool Failed = false; ///< A unit did not get its delay.
  std::string Device;
};
DelayRecord readDelays(llvm::StringRef Text);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_DELAYS_H
