//===--- Summary.h - What a run did, in a few lines -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_SUMMARY_H
#define WARPLINT_REPORT_SUMMARY_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace warplint {

/// Why a unit was seen not at all or only in part.
struct UnitFailure {
  std::string File;   ///< Empty if it is not one file's.
  std::string Reason; ///< One clause: "2 errors, first: ..."

  bool operator<(const UnitFailure &Other) const {
    return std::tie(File, Reason) < std::tie(Other.File, Other.Reason);
  }
  bool operator==(const UnitFailure &Other) const {
    return File == Other.File && Reason == Other.Reason;
  }
};

/// What a budget left out of one kernel.
struct KernelCut {
  std::string File;      ///< Of the unit.
  std::string Kernel;    ///< Qualified.
  std::string Construct; ///< In the plural: "calls". See `leftOutText`.
  unsigned Times = 0;

  bool operator<(const KernelCut &Other) const {
    return std::tie(File, Kernel, Construct, Times) <
           std::tie(Other.File, Other.Kernel, Other.Construct, Other.Times);
  }
  bool operator==(const KernelCut &Other) const {
    return !(*this < Other) && !(Other < *this);
  }
};

/// A function of the host with an error in it: what it launches is not known.
struct UnreadHost {
  std::string File;     ///< Of the unit.
  std::string Function; ///< Qualified.
  std::string Reason;   ///< The first error, with its place.

  bool operator<(const UnreadHost &Other) const {
    return std::tie(File, Function, Reason) <
           std::tie(Other.File, Other.Function, Other.Reason);
  }
  bool operator==(const UnreadHost &Other) const {
    return !(*this < Other) && !(Other < *this);
  }
};

struct RunSummary {
  unsigned Units = 0;     ///< Files whose analysis was tried.
  unsigned Kernels = 0;   ///< Kernels and uncalled device functions analysed.
  unsigned Repeated = 0;  ///< Of those, instances that repeat others.
  unsigned Cut = 0;       ///< Cut short by a limit.
  unsigned Undecided = 0; ///< Pairs of accesses that may or may not race.
  unsigned Findings = 0;
  unsigned Suppressed = 0; ///< Findings under NOLINT.
  unsigned Known = 0;      ///< Findings of the baseline, not in `Findings`.
  unsigned Unchanged = 0;  ///< Findings that a change has nothing to do with,
                           ///< not in `Findings`.
  unsigned HostOnly = 0;   ///< Files without CUDA in them, skipped.
  std::vector<UnitFailure> Failures;
  /// Of the kernels that `Cut` counts, and of templates without instances.
  std::vector<KernelCut> Cuts;
  std::vector<UnreadHost> Unread;

  void add(const RunSummary &Other);
};

/// Process exit codes.
enum ExitCode : int {
  ExitClean = 0,
  ExitFindings = 1,
  ExitUsage = 2,
  ExitIncomplete = 3 ///< Some unit failed, whatever was found in the others.
};

ExitCode exitCodeOf(const RunSummary &Summary);

/// The failures and what was cut off, one a line, then one line that counts
/// everything.
void printSummary(llvm::raw_ostream &OS, const RunSummary &Summary);

/// What can be done about findings that were printed.
struct NextSteps {
  std::map<std::string, unsigned> Checks; ///< How many each found, by id.
  unsigned SafeFixes = 0, OtherFixes = 0;
  bool CanFix = false;        ///< The run could have been one that fixes.
  bool WantsBaseline = false; ///< All of a project is linted without one.
  /// The database, for a shell, if some of it could not be linted whole.
  std::string Build;

  /// A finding of \p Check, with prefix, and what fixes it has.
  void add(llvm::StringRef Check, bool HasSafeFix, bool HasOtherFix);
};

/// What to do next, one step a line; nothing if there is nothing to do.
void printNextSteps(llvm::raw_ostream &OS, const NextSteps &Next);

/// Id, category, first release and summary of each check, one a line, ids with
/// prefix.
void printChecks(llvm::raw_ostream &OS, llvm::ArrayRef<CheckInfo> Checks);

} // namespace warplint

#endif // WARPLINT_REPORT_SUMMARY_H
