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
#include "Output/Summary.h"
#include "clang-tidy/ClangTidy.h"
#include "tidy/TidyEdge.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace warplint {

/// The run's own settings; each wins over a `.clang-tidy` file.
struct LintOptions {
  LaunchExtents Launch;
  clang::tidy::FixBehaviour Fixes = clang::tidy::FB_NoFix;
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
  void skipHostOnly() { ++Summary.HostOnly; }

  /// Applies fixes if asked for, and completes the summary.
  RunSummary finish();

private:
  void collect(std::vector<clang::tidy::ClangTidyError> New);
  void flush();

  clang::tidy::ClangTidyContext &Tidy;
  const LintOptions &Options;
  RunSummary Summary;
  /// One numbering for all units: the context remembers which number belongs to
  /// which check.
  llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> Ids =
      new clang::DiagnosticIDs();
  std::vector<clang::tidy::ClangTidyError> Errors;
  llvm::StringSet<> Seen;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_LINTRUN_H
