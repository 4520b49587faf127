//===--- UnitLint.h - Linting one unit ------------------------ -*- C++ -*-===//
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
#include "Support/EditedFiles.h"
#include "Support/InputFile.h"
#include "Workflows/Lint/Lookups.h"
#include "Report/Report.h"
#include "PchCache/PrefixCache.h"
#include "Workflows/Lint/UnitFiles.h"
#include "checks/Check.h"
#include "clang-tidy/ClangTidy.h"
#include "Tidy/CompileErrors.h"
#include "Tidy/Suppression.h"
#include "Tidy/TidyEdge.h"
#include <functional>
#include <string>
#include <vector>

namespace warplint {

/// The run's own settings; each wins over a `.clang-tidy` file.
struct LintOptions {
  LaunchExtents Launch;
  std::optional<Certainty> Least; ///< Of findings that are reported.
  std::optional<EffortLevel> Effort;
  clang::tidy::FixBehaviour Fixes = clang::tidy::FB_NoFix;
  /// Told each file before it is linted, as failures name it.
  std::function<void(llvm::StringRef)> Begin = [](llvm::StringRef) {};
  /// Told that a file was linted, before what was found is printed.
  std::function<void()> End = [] {};
  /// Findings are gathered in a report, and printed only at the end.
  bool Gather = false;
  /// What files hold in place of what is on disk.
  EditedTexts Texts;
  /// Only files below this real path are fixed; empty: all are.
  std::string FixBelow;
  bool Print = true; ///< As text on stdout, by clang-tidy.
  std::string Root;  ///< What places in the report are relative to.
  /// Where the solver's questions go, a file for each finding that has one;
  /// empty: nowhere.
  std::string QueryFolder;
  /// What other units of the build launch; may be null.
  std::shared_ptr<const CrossUnitLaunches> Elsewhere;
  /// Find out what the units launch.
  bool RecordLaunches = false;
  /// Note what is looked for and is no file.
  bool NoteLookups = false;
  /// What happens to a parsed unit in place of the checks; empty: they run. It
  /// gets the functions of the host that were not read whole.
  std::function<void(clang::ASTContext &,
                     llvm::ArrayRef<const clang::FunctionDecl *> NotRead)>
      Look;
  /// Headers below these folders are not a system's, whatever they say.
  std::vector<std::string> OwnHeaders;
  /// Where units find what they begin with precompiled; null: nowhere.
  std::shared_ptr<const PrefixCache> Cache;
  /// Checks, without prefix, that run even if they are not enabled.
  std::vector<std::string> Besides;
  /// Where a line about the cost of each kernel goes; null: nowhere.
  llvm::raw_ostream *Statistics = nullptr;
};

/// A diagnostic, and the entry of the report that says the same, if it is a
/// finding and findings are gathered.
struct LintedFinding {
  clang::tidy::ClangTidyError Error;
  std::optional<ReportedFinding> Found;
};

/// What one unit's parse leaves besides diagnostics of others.
struct UnitResults {
  unsigned Kernels = 0;
  unsigned Repeated = 0;
  unsigned Cut = 0;
  unsigned Undecided = 0;
  std::vector<KernelCut> Cuts;
  std::vector<UnreadFunction> Unread;
  /// If there is no kernel, headers below the root that mark themselves as a
  /// system's and of which a function is named.
  std::vector<std::string> Hidden;
  std::vector<std::string> Checks; ///< Enabled for it.
  std::vector<LintedFinding> Findings;
  HostFollowing Host;
  std::string Launches; ///< What it launches, if that is asked for.
  /// A sentence for each part of the analysis that crashed.
  std::vector<std::string> LeftOut;
  bool IsLost = false;   ///< After that nothing else is known.
  std::string LastCrash; ///< Which of them came last.
};

/// A unit that was linted, as far as that went.
struct LintedUnit {
  /// What ended the run before its end, a crash or a missing file; then nothing
  /// else is known but what was read.
  std::string Trouble;
  std::string Reason; ///< Why the unit was not seen whole; empty if it was.
  /// What clang said of the source is the reason: it would again.
  bool IsReasonClangs = false;
  UnitResults Results;
  std::vector<clang::tidy::ClangTidyError> Others; ///< What is no finding.
  unsigned UnderNolint = 0;
  UnitFiles Read;
  Lookups LookedFor; ///< If that is asked for.
};

/// Sets what all units are parsed with, whatever their commands say.
void setForLint(clang::CompilerInvocation &Unit);

/// That \p Part took all memory; the next unit gets some.
std::string noMemoryFor(llvm::StringRef Part);

/// Parses units and runs the checks on them, one after another.
class UnitLinter {
public:
  explicit UnitLinter(clang::tidy::ClangTidyContext &Tidy) : Tidy(Tidy) {}

  /// Lints \p Unit, whose files are those of \p Files, in the folder of its
  /// command.
  LintedUnit lint(const Translation &Unit,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                  const LintOptions &Options);

private:
  /// Lints \p Unit, with what it begins with precompiled if \p Cache has it.
  /// False if that could not be read: then nothing was linted.
  bool attempt(const Translation &Unit,
               llvm::IntrusiveRefCntPtr<WatchedFiles> Disk,
               llvm::IntrusiveRefCntPtr<NotedLookups> Noted,
               const LintOptions &Options, const PrefixCache *Cache,
               LintedUnit &Into);

  clang::tidy::ClangTidyContext &Tidy;
  /// One numbering for all units: the context remembers which number belongs to
  /// which check.
  llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> Ids =
      new clang::DiagnosticIDs();
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_UNITLINT_H
