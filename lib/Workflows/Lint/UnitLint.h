//===--- UnitLint.h - Linting one unit --------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_UNITLINT_H
#define WARPLINT_WORKFLOWS_LINT_UNITLINT_H

#include "Analysis/Launches/CrossUnitLaunches.h"
#include "CompileCommands/Translate.h"
#include "PchCache/PrefixCache.h"
#include "Report/Report.h"
#include "Support/EditedFiles.h"
#include "Support/InputFile.h"
#include "Tidy/CompileErrors.h"
#include "Tidy/Suppression.h"
#include "Tidy/TidyEdge.h"
#include "Workflows/Lint/Lookups.h"
#include "Workflows/Lint/UnitFiles.h"
#include "checks/RunChecks.h"
#include "clang-tidy/ClangTidy.h"
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace warplint::lint {

/// Settings of a run; each overrides a `.clang-tidy` file.
struct LintOptions {
  LaunchExtents Launch;
  std::optional<Certainty> Least; ///< Least certainty that is reported.
  std::optional<EffortLevel> Effort;
  /// Words that AssumptionSet applies after those of the configuration; empty
  /// or without a problem.
  std::string Assume;
  /// Budgets that are other than those of the effort.
  std::vector<std::pair<BudgetId, uint64_t>> Budget;
  clang::tidy::FixBehaviour Fixes = clang::tidy::FB_NoFix;
  bool ShowFixes = false; ///< Files stay as they are.
  /// Called with each file before it is linted, named as in failures.
  std::function<void(llvm::StringRef)> Begin = [](llvm::StringRef) {};
  /// Called when a file was linted, before its findings are printed.
  std::function<void()> End = [] {};
  /// Collect findings in a report, and print them only at the end.
  bool Gather = false;
  report::TierSet FailOn = {Tier::Correctness}; ///< See RunSummary.
  /// Texts that replace contents on disk.
  base::EditedTexts Texts;
  /// Only files below this real path are fixed; empty: all are.
  std::string FixBelow;
  bool Print = true; ///< clang-tidy prints findings to stdout.
  std::string Root;  ///< Folder that reported paths are relative to.
  /// Folder for the solver's queries, a file for each finding that has one;
  /// empty: they are not written.
  std::string QueryFolder;
  /// Launches in other units of the build; may be null.
  std::shared_ptr<const launches::CrossUnitLaunches> Elsewhere;
  /// Record what the units launch.
  bool RecordLaunches = false;
  /// Judge each property of each kernel, by all checks.
  bool Verdicts = false;
  bool RedundantBarriers = false; ///< Besides: which barriers order nothing.
  /// Record paths that are looked for and are no files.
  bool NoteLookups = false;
  /// Called for a parsed unit instead of the checks, with the host functions
  /// that were not read whole; empty: the checks run.
  std::function<void(clang::ASTContext &,
                     llvm::ArrayRef<const clang::FunctionDecl *> NotRead)>
      Look;
  /// Headers below these folders are the project's, even if they mark
  /// themselves as system headers.
  std::vector<std::string> OwnHeaders;
  /// The cache of precompiled headers; null: none.
  std::shared_ptr<const pch::PrefixCache> Cache;
  /// Checks, without prefix, that run in addition to enabled ones.
  std::vector<std::string> Besides;
  /// Stream for a line about the cost of each kernel; null: none.
  llvm::raw_ostream *Statistics = nullptr;
};

/// A diagnostic, and, if it is a finding and findings are gathered, its entry
/// in the report.
struct LintedFinding {
  clang::tidy::ClangTidyError Error;
  Tier Level = Tier::Correctness;
  std::optional<report::ReportedFinding> Found;
};

/// The results of linting one unit, besides diagnostics of others.
struct UnitResults {
  unsigned Kernels = 0;
  unsigned Repeated = 0; ///< See RunSummary for this and the other counts.
  unsigned Cut = 0;
  unsigned Undecided = 0;
  std::vector<report::KernelCut> Cuts;
  std::set<std::string> CutBy; ///< See RunSummary for this, too.
  bool EffortHelps = false;
  std::vector<edge::UnreadFunction> Unread;
  /// If the unit has no kernel: headers below the root that mark themselves as
  /// system headers and of which it names a function.
  std::vector<std::string> Hidden;
  std::vector<std::string> Checks; ///< Enabled for the unit.
  std::vector<LintedFinding> Findings;
  std::vector<report::ReportedVerdict> Verdicts; ///< If asked for.
  /// The NOLINT comments of its main file; nothing if it was not linted.
  std::optional<edge::NolintComments> Nolints;
  HostFollowing Host;
  std::string Launches;   ///< Its launches, if asked for.
  unsigned LostRules = 0; ///< Mistakes in rules, which did not run as written.
  std::string LostConfiguration; ///< A file of it that was left out, and why.
  /// A sentence for each part of the analysis that crashed.
  std::vector<std::string> LeftOut;
  bool IsLost = false;   ///< A crash left nothing else known.
  std::string LastCrash; ///< The part that crashed last.
};

/// The outcome of linting a unit.
struct LintedUnit {
  /// What ended the analysis before its end, a crash or a missing file; then
  /// only Read is known besides. Empty if nothing did.
  std::string Trouble;
  std::string Reason; ///< Why the unit is incomplete; empty if it is not.
  /// Whether clang's errors in the source are the Reason: it would fail again.
  bool IsReasonClangs = false;
  UnitResults Results;
  std::vector<clang::tidy::ClangTidyError> Others; ///< No findings.
  unsigned UnderNolint = 0;
  UnitFiles Read;
  Lookups LookedFor; ///< If asked for.
};

/// Sets the options that all units are parsed with, whatever their commands
/// say.
void setForLint(clang::CompilerInvocation &Unit);

/// That \p Part took all memory; the next unit gets some.
std::string noMemoryFor(llvm::StringRef Part);

/// Parses units and runs the checks on them, one after another.
class UnitLinter {
public:
  explicit UnitLinter(clang::tidy::ClangTidyContext &Tidy) : Tidy(Tidy) {}

  /// Lints \p Unit, whose files are read from \p Files, in the folder of its
  /// command.
  LintedUnit lint(const commands::Translation &Unit,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                  const LintOptions &Options);

private:
  /// Lints \p Unit after the prefix that \p Cache has for it, if there is one.
  /// False if the prefix could not be read: then nothing was linted.
  bool attempt(const commands::Translation &Unit,
               llvm::IntrusiveRefCntPtr<base::WatchedFiles> Disk,
               llvm::IntrusiveRefCntPtr<NotedLookups> Noted,
               const LintOptions &Options, const pch::PrefixCache *Cache,
               LintedUnit &Into);

  clang::tidy::ClangTidyContext &Tidy;
  /// The numbering of diagnostics, one for all units: the context remembers
  /// which number belongs to which check.
  llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> Ids =
      new clang::DiagnosticIDs();
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_UNITLINT_H
