//===--- LintRun.h - Linting files one after another -*- C++ -*-===//
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
#include "Workflows/Lint/UnitLint.h"
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warplint {

/// Parses units and collects what the checks say in the form clang-tidy prints
/// and fixes.
class LintRun {
public:
  LintRun(clang::tidy::ClangTidyContext &Tidy, const LintOptions &Options)
      : Tidy(Tidy), Options(Options), Linter(Tidy) {}

  /// Lints one unit; a failure of any kind is put into the summary.
  void lint(const Translation &Unit);
  /// A file for which not even a command was to be had.
  void fail(llvm::StringRef File, llvm::StringRef Reason);
  void skipHostOnly() { ++Found.Summary.HostOnly; }

  /// Completes the report. With `Gather`, \p Filter may take findings out of
  /// it before they are printed and fixed.
  Report finish(const std::function<void(Report &)> &Filter);

  /// Tries the fixes of what was reported, writes those that help, and tells
  /// what became of each, \p R too. To be called last. False if a file was not
  /// written; that is told, too.
  bool applyFixes(llvm::raw_ostream &OS, Report &R);

  /// What the printed findings leave to be done.
  const NextSteps &nextSteps() const { return Next; }
  /// Everything that was read so far; known only with `Gather`.
  const std::set<std::string> &filesRead() const { return FilesRead; }
  /// Names of some of them that lead elsewhere where a link in them does.
  const std::set<std::string> &filesNamed() const { return FilesNamed; }
  /// Headers of the project that mark themselves as a system's, read by units
  /// without a kernel.
  const std::set<std::string> &hiddenHeaders() const { return Hidden; }
  /// Units could not be linted whole, and none of them by anything but what
  /// clang said.
  bool failsByClangAlone() const {
    return Failures > 0 && Failures == FailuresOfClang;
  }
  /// What was looked for and is no file; known only if that is asked for.
  const Lookups &lookedFor() const { return LookedFor; }
  /// What the units linted so far launch; known only if that is asked for.
  const CrossUnitLaunches &launches() const { return Launches; }

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
  std::set<std::string> FilesRead, FilesNamed, Hidden;
  CrossUnitLaunches Launches;
  UnitLinter Linter;
  std::optional<CheckedFixes> Fixes; ///< If fixes are wanted.
  std::vector<Kept> Errors;
  NextSteps Next;
  Lookups LookedFor;
  unsigned Failures = 0, FailuresOfClang = 0;
  unsigned Entries = 0;
  unsigned SecondLooks = 0; ///< Fixes that only --fix-unsafe tries.
  std::set<Saying> Seen;
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_LINTRUN_H
