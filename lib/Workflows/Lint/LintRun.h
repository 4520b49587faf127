//===--- LintRun.h - Linting files one after another ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_LINTRUN_H
#define WARPLINT_WORKFLOWS_LINT_LINTRUN_H

#include "Workflows/Fixes/CheckedFixes.h"
#include "Workflows/Lint/Lookups.h"
#include "Workflows/Lint/NolintRemarks.h"
#include "Workflows/Lint/UnitLint.h"
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warplint::lint {

/// Lints units one after another and collects findings, in a report or in the
/// form in which clang-tidy prints and fixes them.
class LintRun {
public:
  LintRun(clang::tidy::ClangTidyContext &Tidy, const LintOptions &Options)
      : Tidy(Tidy), Options(Options), Linter(Tidy) {
    Found.Summary.FailOn = Options.FailOn;
  }

  /// Lints one unit; a failure of any kind is added to the summary.
  void lint(const commands::Translation &Unit);
  /// Adds \p File to the failures: it has not even a command.
  void fail(llvm::StringRef File, llvm::StringRef Reason);
  /// Counts a file without CUDA.
  void skipHostOnly() { ++Found.Summary.HostOnly; }

  /// Completes and returns the report. With `Gather`, \p Filter may remove
  /// findings before they are printed and fixed.
  report::Report finish(const std::function<void(report::Report &)> &Filter);

  /// Tries the fixes of reported findings, writes those that help, and prints
  /// to \p OS, and adds to \p R, what became of each. Must be called last.
  /// False if a file was not written, which is reported, too.
  /// With `ShowFixes` nothing is written.
  bool applyFixes(llvm::raw_ostream &OS, report::Report &R);
  /// What applyFixes has written, or would have, as a unified diff with names
  /// below the root.
  std::string diffOfFixes();

  /// What the user can do about the printed findings.
  const report::NextSteps &nextSteps() const { return Next; }
  /// All files read so far; set only with `Gather`.
  const std::set<std::string> &filesRead() const { return FilesRead; }
  /// Names with `..` of some of these files, which a link can redirect.
  const std::set<std::string> &filesNamed() const { return FilesNamed; }
  /// Headers of the project that mark themselves as system headers and were
  /// read by units without a kernel.
  const std::set<std::string> &hiddenHeaders() const { return Hidden; }
  /// Whether units failed, all of them because of clang's errors alone.
  bool failsByClangAlone() const {
    return Failures > 0 && Failures == FailuresOfClang;
  }
  /// Paths that were looked for and are no files; set only with `NoteLookups`.
  const Lookups &lookedFor() const { return LookedFor; }
  /// The launches in the units linted so far; set only with `RecordLaunches`.
  const launches::CrossUnitLaunches &launches() const { return Launches; }

private:
  /// A diagnostic, and the `Number` of its entry in the report.
  struct Kept {
    clang::tidy::ClangTidyError Error;
    std::optional<unsigned> Entry;
  };
  /// Check, text, file and offset of a diagnostic.
  using Saying = std::tuple<std::string, std::string, std::string, unsigned>;

  std::string shown(llvm::StringRef File) const;
  /// Records that a unit of \p File was linted whole by \p Checks and read
  /// \p UserFiles.
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
  report::Report Found;
  std::set<std::string> FilesRead, FilesNamed, Hidden;
  launches::CrossUnitLaunches Launches;
  UnitLinter Linter;
  std::optional<fixes::CheckedFixes> Fixes; ///< Set if fixes are wanted.
  std::vector<Kept> Errors;
  report::NextSteps Next;
  NolintRemarks Nolints;
  Lookups LookedFor;
  unsigned Failures = 0, FailuresOfClang = 0;
  unsigned Entries = 0;
  unsigned SecondLooks = 0; ///< Fixes that only --fix-unsafe tries.
  std::set<Saying> Seen;
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_LINTRUN_H
