//===--- Summary.h - Summary and exit code of a run -------------*- C++ -*-===//
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
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warplint::report {

/// Why a unit was not analysed, or only in part.
struct UnitFailure {
  std::string File;   ///< Empty if it concerns no single file.
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
  std::string File;      ///< The unit's file.
  std::string Kernel;    ///< Qualified.
  std::string Construct; ///< In the plural: "calls". See `leftOutText`.
  unsigned Times = 0;    ///< How many were left out.

  bool operator<(const KernelCut &Other) const {
    return std::tie(File, Kernel, Construct, Times) <
           std::tie(Other.File, Other.Kernel, Other.Construct, Other.Times);
  }
  bool operator==(const KernelCut &Other) const {
    return !(*this < Other) && !(Other < *this);
  }
};

/// A host function with an error in it: its launches are not known.
struct UnreadHost {
  std::string File;     ///< The unit's file.
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

/// A NOLINT comment that is not what its author meant.
struct NolintRemark {
  std::string File;
  unsigned Line = 0;
  std::string Text;             ///< "NOLINT(warplint-x) suppresses nothing".
  bool IsReasonMissing = false; ///< And one is required.

  bool operator<(const NolintRemark &Other) const {
    return std::tie(File, Line, Text) <
           std::tie(Other.File, Other.Line, Other.Text);
  }
  bool operator==(const NolintRemark &Other) const {
    return !(*this < Other) && !(Other < *this);
  }
};

/// Some of the tiers.
class TierSet {
public:
  TierSet(std::initializer_list<Tier> Of) : TierSet(Of.begin(), Of.end()) {}
  template <class Iterator> TierSet(Iterator Begin, Iterator End) {
    for (; Begin != End; ++Begin)
      insert(*Begin);
  }
  static TierSet all() {
    return {Tier::Correctness, Tier::Portability, Tier::Model,
            Tier::Performance, Tier::Modernize};
  }
  void insert(Tier T) { Bits |= 1U << unsigned(T); }
  bool contains(Tier T) const { return Bits >> unsigned(T) & 1; }

private:
  unsigned Bits = 0;
};

/// The counts of a run.
struct RunSummary {
  unsigned Units = 0;     ///< Files whose analysis was tried.
  unsigned Kernels = 0;   ///< Kernels and uncalled device functions analysed.
  unsigned Repeated = 0;  ///< Kernels skipped: instances like others.
  unsigned Cut = 0;       ///< Kernels that a budget cut.
  unsigned Undecided = 0; ///< Pairs of accesses that may or may not race.
  unsigned Findings = 0;
  unsigned Fixed = 0;    ///< Of these, mended by this run.
  unsigned Deciding = 0; ///< Of `Findings`, those that decide the exit code.
  unsigned DecidingFixed = 0; ///< Of these, mended by this run.
  unsigned Suppressed = 0;    ///< Findings under NOLINT.
  unsigned Known = 0;         ///< Findings of the baseline, not in `Findings`.
  unsigned ToDo = 0;          ///< Of these, those that are to be mended.
  unsigned Earlier = 0;   ///< Findings of an earlier report, not in `Findings`.
  unsigned Ended = 0;     ///< Those of it that are no longer found.
  unsigned Unchanged = 0; ///< Findings that a change does not touch, not in
                          ///< `Findings`.
  unsigned OtherTiers = 0; ///< Findings of tiers that were not asked for, not
                           ///< in `Findings`.
  unsigned HostOnly = 0;   ///< Files without CUDA, skipped.
  std::vector<UnitFailure> Failures;
  /// The cuts of the kernels that `Cut` counts, and templates without an
  /// instance.
  std::vector<KernelCut> Cuts;
  /// The budgets that made them, and whether one of them is larger at the
  /// highest effort than in this run. Of this run only: no report holds them.
  std::set<std::string> CutBy;
  bool EffortHelps = false;
  /// Findings that the calls of the build do not show, and others could.
  unsigned ByOthers = 0;
  std::vector<UnreadHost> Unread;
  std::vector<NolintRemark> Nolints;
  /// Whose findings decide the exit code. Of this run only, too.
  TierSet FailOn = {Tier::Correctness};

  /// Whether the exit code has a cause besides findings, which is said in quiet
  /// runs, too.
  bool hasCauses() const;
  /// Adds the counts and lists of \p Other.
  void add(const RunSummary &Other);
};

/// Process exit codes.
enum ExitCode : int {
  ExitClean = 0,
  ExitFindings = 1,
  ExitUsage = 2,
  ExitIncomplete = 3, ///< Some unit failed, with findings or not.
  /// Of `prove`: nothing is violated, and not all that is required is known to
  /// hold under what is accepted.
  ExitUnproven = 4
};

/// Each code and what it says, as a clause.
llvm::ArrayRef<std::pair<ExitCode, llvm::StringLiteral>> exitCodes();

/// The exit code of a run with these counts.
ExitCode exitCodeOf(const RunSummary &Summary);

/// Prints the failures and cuts, one a line, then one line of counts.
void printSummary(llvm::raw_ostream &OS, const RunSummary &Summary);

/// What a user can do about the findings that were printed.
struct NextSteps {
  std::map<std::string, unsigned> Checks; ///< Findings by check id.
  unsigned SafeFixes = 0, OtherFixes = 0;
  bool CanFix = false;        ///< The command can be run with --fix.
  bool WantsBaseline = false; ///< A whole project, no baseline.
  /// The database, quoted for a shell, if some of its files could not be linted
  /// whole; else empty.
  std::string Build;

  /// Counts a finding of \p Check, with prefix, and the fixes that it has.
  void add(llvm::StringRef Check, bool HasSafeFix, bool HasOtherFix);
};

/// Prints what to do next, one step a line; prints nothing if there is nothing
/// to do.
void printNextSteps(llvm::raw_ostream &OS, const NextSteps &Next);

/// Prints id (with prefix), category, first release and summary of each check,
/// one a line.
void printChecks(llvm::raw_ostream &OS, llvm::ArrayRef<CheckInfo> Checks);

} // namespace warplint::report

#endif // WARPLINT_REPORT_SUMMARY_H
