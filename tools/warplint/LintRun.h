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
#include "tidy/Suppression.h"
#include "tidy/TidyEdge.h"
#include <functional>
#include <set>
#include <string>
#include <tuple>
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

/// A diagnostic, and the entry of the report that says the same, if it is a
/// finding and findings are gathered.
struct LintedFinding {
  clang::tidy::ClangTidyError Error;
  std::optional<ReportedFinding> Found;
};

/// What one unit's parse leaves besides diagnostics of others.
struct UnitResults {
  unsigned Kernels = 0;
  unsigned Cut = 0;
  unsigned Undecided = 0;
  std::vector<KernelCut> Cuts;
  std::vector<std::string> Checks; ///< Enabled for it.
  std::vector<LintedFinding> Findings;
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
  /// A diagnostic, and the `Number` of its entry in the report.
  struct Kept {
    clang::tidy::ClangTidyError Error;
    std::optional<unsigned> Entry;
  };
  /// Check, text, file and offset.
  using Saying = std::tuple<std::string, std::string, std::string, unsigned>;

  std::string shown(llvm::StringRef File) const;
  /// A unit of \p File was linted whole by \p Checks and read \p UserFiles.
  void noteLinted(llvm::StringRef File, std::vector<std::string> Checks,
                  const std::set<std::string> &UserFiles);
  bool isNew(const clang::tidy::ClangTidyError &Error);
  void collect(std::vector<LintedFinding> New,
               std::vector<clang::tidy::ClangTidyError> Others);
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
  unsigned Entries = 0;
  std::set<Saying> Seen;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_LINTRUN_H
