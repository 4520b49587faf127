//===--- Suppression.h - Findings that clang-tidy suppresses ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_SUPPRESSION_H
#define WARPLINT_TIDY_SUPPRESSION_H

#include "Finding/Finding.h"
#include "Tidy/NolintComments.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include <optional>
#include <vector>

namespace warplint::edge {

/// Asks clang-tidy whether it suppresses findings of one unit, one finding at a
/// time.
///
/// clang-tidy 22 answers about NOLINT only for a diagnostic in progress
/// (ClangTidyContext::shouldSuppressDiagnostic), and applies the filters of
/// headers and lines, which look at notes, too, inside its consumer. So the
/// consumer gets each finding alone, and what it keeps is the answer: one
/// diagnostic, or none.
class Suppression {
public:
  /// \p Consumer gets everything that \p Tidy's diagnostics engine reports; it
  /// may already hold diagnostics of the parser.
  Suppression(clang::tidy::ClangTidyContext &Tidy,
              clang::tidy::ClangTidyDiagnosticConsumer &Consumer)
      : Tidy(Tidy), Consumer(Consumer) {}

  /// \p F as a diagnostic to print and to fix; nothing if a NOLINT comment, the
  /// header filter or the line filter suppresses it.
  std::optional<clang::tidy::ClangTidyError> pass(const Finding &F);

  /// The number of findings that NOLINT comments suppressed so far.
  unsigned underNolint() const { return UnderNolint; }

  /// The NOLINT comments of the main file, those that suppressed one of the
  /// findings so far marked as used; a macro's comment may stand in it.
  NolintComments ofMainFile(const clang::SourceManager &Sources) const;

  /// Takes the diagnostics that are no findings: those of the parser, of the
  /// configuration, and of NOLINT comments that do not pair up.
  std::vector<clang::tidy::ClangTidyError> takeOthers();

private:
  void sweep();

  clang::tidy::ClangTidyContext &Tidy;
  clang::tidy::ClangTidyDiagnosticConsumer &Consumer;
  std::vector<clang::tidy::ClangTidyError> Others;
  unsigned UnderNolint = 0;
  /// What NOLINT comments suppressed: the place, and the check with prefix.
  std::vector<std::pair<clang::SourceLocation, std::string>> Suppressed;
};

/// The order in which clang-tidy prints diagnostics of a unit: by file, place,
/// check and text.
bool isPrintedBefore(const clang::tidy::ClangTidyError &L,
                     const clang::tidy::ClangTidyError &R);

} // namespace warplint::edge

#endif // WARPLINT_TIDY_SUPPRESSION_H
