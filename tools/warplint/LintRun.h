//===--- LintRun.h - Linting files one after another -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_WARPLINT_LINTRUN_H
#define WARPLINT_TOOLS_WARPLINT_LINTRUN_H

#include "Command/Translate.h"
#include "Output/Report.h"
#include "clang-tidy/ClangTidy.h"
#include "tidy/TidyEdge.h"
#include "llvm/ADT/StringSet.h"
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace warplint {

/// The run's own settings; each wins over a `.clang-tidy` file.
struct LintOptions {
  LaunchExtents Launch;
  clang::tidy::FixBehaviour Fixes = clang::tidy::FB_NoFix;
  /// Findings are gathered in a report, and printed only at the end.
  bool Gather = false;
  bool Print = true; ///< As text on stdout, by clang-tidy.
  std::string Root;  ///< What places in the report are relative to.
  /// Where the solver's questions go, a file for each finding that has one;
  /// empty: nowhere.
  std::string QueryFolder;
  /// Where a line about the cost of each kernel goes; null: nowhere.
  llvm::raw_ostream *Statistics = nullptr;
};

/// A finding on its way through clang-tidy, which may suppress it. `Key` finds
/// it again.
struct PendingFinding {
  std::string Key;
  ReportedFinding Found;
};

/// What one unit's parse leaves besides diagnostics.
struct UnitResults {
  unsigned Kernels = 0;
  unsigned Cut = 0;
  unsigned Undecided = 0;
  std::vector<std::string> Checks; ///< Enabled for it.
  std::vector<PendingFinding> Pending;
};

/// What a unit read, by absolute path.
struct UnitFiles {
  std::set<std::string> All; ///< Missing headers too, where they would lie.
  std::set<std::string> User;
};

/// Parses units and collects what the checks say in the form clang-tidy prints
/// and fixes.
class LintRun {
public:
  LintRun(clang::tidy::ClangTidyContext &Tidy, const LintOptions &Options)
      : Tidy(Tidy), Options(Options) {}

  /// Lints one unit; a failure of any kind is put into the summary.
  void lint(const Translation &Unit);
  /// A file for which not even a command was to be had.
  void fail(llvm::StringRef File, llvm::StringRef Reason);
  void skipHostOnly() { ++Found.Summary.HostOnly; }

  /// Completes the report. With `Gather`, \p Filter may take findings out of
  /// it before they are printed and fixed.
  Report finish(const std::function<void(Report &)> &Filter);

  /// Everything that was read so far; known only with `Gather`.
  const std::set<std::string> &filesRead() const { return FilesRead; }

private:
  /// A diagnostic, and which entry of the report it is; empty for none.
  struct Kept {
    clang::tidy::ClangTidyError Error;
    std::string Entry;
  };

  void collect(std::vector<clang::tidy::ClangTidyError> New,
               std::vector<PendingFinding> Pending);
  void keepReported();
  void tellOthers() const;
  void flush();

  clang::tidy::ClangTidyContext &Tidy;
  const LintOptions &Options;
  Report Found;
  std::set<std::string> FilesRead;
  /// One numbering for all units: the context remembers which number belongs to
  /// which check.
  llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> Ids =
      new clang::DiagnosticIDs();
  std::vector<Kept> Errors;
  llvm::StringSet<> Seen;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_LINTRUN_H
